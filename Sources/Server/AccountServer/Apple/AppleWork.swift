import Accounts
import AppleIdentity
import Logging
import ServiceLifecycle

/// Performs the jobs that Apple is asked about, and keeps Apple's keys fresh, until the server stops. Several servers may do so over one
/// store: each job is one server's at a time.
struct AppleWork: Service {
    let jobs: AppleJobs
    let connection: AppleConnection
    let interval: Duration
    let now: @Sendable () -> Timestamp
    let logger: Logger

    init(
        jobs: AppleJobs, connection: AppleConnection, interval: Duration = .seconds(1), now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.jobs = jobs
        self.connection = connection
        self.interval = interval
        self.now = now
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await turn()
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// One turn. A failing store is logged and tried again at the next turn.
    func turn() async {
        await connection.keys.refreshIfDue()
        do {
            let run = try await jobs.runDue(now: now)
            if run != AppleJobsRun() { logger.info("asked Apple", metadata: run.metadata) }
        } catch {
            logger.warning("the jobs for Apple failed; trying again later", metadata: ["error": "\(error)"])
        }
    }
}

extension AppleJobsRun {
    fileprivate var metadata: Logger.Metadata {
        let counts = [
            ("exchanged", exchanged), ("codesLost", codesLost), ("codesForeign", codesForeign), ("checked", checked),
            ("consentsRevoked", consentsRevoked), ("revoked", revoked), ("revocationsAbandoned", revocationsAbandoned),
            ("putOff", putOff),
        ]
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 }.map { ($0.0, "\($0.1)") })
    }
}
