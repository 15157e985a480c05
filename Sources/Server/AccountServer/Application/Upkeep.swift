package import Accounts
package import Logging
import ServiceLifecycle

/// Removes expired rows from the store and seals again what a previous master key sealed, in turns until the server stops. Several servers
/// may do both over one store.
package struct Upkeep: Service {
    private let store: any StoreUpkeep
    private let sealedValues: SealedValues
    private let retention: Retention
    private let interval: Duration
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    package init(
        store: any StoreUpkeep, sealedValues: SealedValues, retention: Retention, interval: Duration = .seconds(600),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.store = store
        self.sealedValues = sealedValues
        self.retention = retention
        self.interval = interval
        self.now = now
        self.logger = logger
    }

    /// Runs until graceful shutdown. A failing store is logged and tried again at the next turn. Throws ``UnknownSealingKeys`` at the start,
    /// which ends an application that mounts the server over such a store.
    package func run() async throws {
        // A store that cannot be read at this moment is no reason to end; every turn tries it again.
        if let unknown = UnknownSealingKeys((try? await sealedValues.underUnknownKeys()) ?? []) { throw unknown }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await sweep()
                await reseal()
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// One turn of sealing values again under the current master key.
    package func reseal() async {
        do {
            let report = try await sealedValues.reseal()
            if report.resealed > 0 { logger.info("values resealed", metadata: ["values": "\(report.resealed)"]) }
            if !report.unopened.isEmpty {
                logger.warning("sealed values do not open", metadata: ["values": "\(report.unopened.count)"])
            }
        } catch is CancellationError {
        } catch {
            logger.warning("resealing failed; retrying later", metadata: ["error": "\(error)"])
        }
    }

    /// One turn: batch after batch, until a batch finds nothing more.
    package func sweep() async {
        var removed = 0
        do {
            while !Task.isCancelled {
                let count = try await store.removeExpired(now: now(), retention: retention, limit: Self.batch)
                removed += count
                if count == 0 { break }
            }
        } catch {
            logger.warning("removing expired records failed; trying again later", metadata: ["error": "\(error)"])
        }
        if removed > 0 { logger.info("expired records removed", metadata: ["rows": "\(removed)"]) }
    }

    private static let batch = 500
}
