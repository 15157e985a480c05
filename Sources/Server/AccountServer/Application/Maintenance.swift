package import Accounts
package import Logging
import ServiceLifecycle

/// Deletes expired rows and re-encrypts values of previous master keys, in turns until the server stops. Several servers may do
/// both over one store.
package struct Maintenance: Service {
    private let store: any StoreMaintenance
    private let sealedValues: SealedValues
    private let retention: Retention
    private let interval: Duration
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    package init(
        store: any StoreMaintenance, sealedValues: SealedValues, retention: Retention, interval: Duration = .seconds(600),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.store = store
        self.sealedValues = sealedValues
        self.retention = retention
        self.interval = interval
        self.now = now
        self.logger = logger
    }

    /// Runs until graceful shutdown. A store error is logged and retried at the next turn. Throws ``UnknownSealingKeys`` at the
    /// start, which stops an application that mounts the server over such a store.
    package func run() async throws {
        // A temporarily unreadable store must not stop the service; every turn retries.
        if let unknown = UnknownSealingKeys((try? await sealedValues.underUnknownKeys()) ?? []) { throw unknown }
        await runTurns(every: interval) {
            await sweep()
            await reencrypt()
        }
    }

    /// Runs one turn of re-encryption under the current master key.
    package func reencrypt() async {
        do {
            let report = try await sealedValues.reencrypt()
            if report.reencrypted > 0 { logger.info("values re-encrypted", metadata: ["values": "\(report.reencrypted)"]) }
            if !report.unopened.isEmpty {
                logger.warning("cannot open sealed values", metadata: ["values": "\(report.unopened.count)"])
            }
        } catch is CancellationError {
        } catch {
            logger.warning("re-encryption failed; retrying later", metadata: ["error": "\(error)"])
        }
    }

    /// Runs one turn: deletes batches until a batch finds no expired rows.
    package func sweep() async {
        var removed = 0
        do {
            while !Task.isCancelled {
                let count = try await store.removeExpired(now: now(), retention: retention, limit: Self.batch)
                removed += count
                if count == 0 { break }
            }
        } catch {
            logger.warning("deleting expired records failed; retrying later", metadata: ["error": "\(error)"])
        }
        if removed > 0 { logger.info("expired records deleted", metadata: ["rows": "\(removed)"]) }
    }

    private static let batch = 500
}

/// Runs a turn, then pauses for `interval`, and again until graceful shutdown begins.
func runTurns(every interval: Duration, _ turn: @escaping @Sendable () async -> Void) async {
    await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
            await turn()
            try? await Task.sleep(for: interval)
        }
    }
}
