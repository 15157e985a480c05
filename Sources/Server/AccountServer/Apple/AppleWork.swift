import Accounts
import AppleIdentity
import Logging
import ServiceLifecycle

/// Runs the jobs that send requests to Apple and refreshes Apple's keys until the server stops. Several servers may share a
/// store: each job is leased by one server at a time.
struct AppleWork: Service {
    let jobs: AppleJobs
    let connection: AppleConnection
    var interval: Duration = .seconds(1)
    let now: @Sendable () -> Timestamp
    let logger: Logger

    func run() async throws {
        await runTurns(every: interval) { await turn() }
    }

    /// Runs one turn. A store error is logged; the next turn retries.
    func turn() async {
        await connection.keys.refreshIfDue()
        do {
            let run = try await jobs.runDue(now: now)
            if run != AppleJobsRun() { logger.info("Apple jobs run", metadata: run.metadata) }
        } catch {
            logger.warning("Apple jobs failed; retrying later", metadata: ["error": "\(error)"])
        }
    }
}

extension AppleJobsRun {
    fileprivate var metadata: Logger.Metadata {
        let counts = [
            ("exchanged", exchanged), ("codesLost", codesUnusable), ("codesForeign", codesOfOtherUsers), ("checked", checked),
            ("consentsRevoked", consentsRevoked), ("revoked", revoked), ("revocationsAbandoned", revocationsAbandoned),
            ("putOff", putOff),
        ]
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") })
    }
}
