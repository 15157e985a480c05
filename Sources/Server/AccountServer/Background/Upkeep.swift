package import Accounts
package import Logging
import ServiceLifecycle

/// Removes what has expired from the store, again and again until the server stops. Every server may do it: removing twice is
/// removing once.
package struct Upkeep: Service {
    private let store: any StoreUpkeep
    private let retention: Retention
    private let interval: Duration
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    package init(
        store: any StoreUpkeep, retention: Retention, interval: Duration = .seconds(600),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.store = store
        self.retention = retention
        self.interval = interval
        self.now = now
        self.logger = logger
    }

    /// Runs until graceful shutdown. A failing store is logged and tried again at the next turn.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await sweep()
                try? await Task.sleep(for: interval)
            }
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
