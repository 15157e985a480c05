package import CoreMetrics
package import PasswordHashing
import Synchronization

/// Copies the figures of the hashing pool to the metric registry.
package final class HashingMetrics: Sendable {
    private let snapshot: @Sendable () -> HashingPoolSnapshot
    private let factory: any MetricsFactory
    /// The numbers that were already reported, because counters only increase.
    private let counted = Mutex((done: 0, rejected: 0, cancelled: 0))

    package convenience init(_ pool: HashingPool, _ factory: any MetricsFactory) {
        self.init(factory) { pool.snapshot() }
    }

    init(_ factory: any MetricsFactory, snapshot: @escaping @Sendable () -> HashingPoolSnapshot) {
        self.factory = factory
        self.snapshot = snapshot
    }

    /// Reports the current figures to the registry.
    package func refresh() {
        let now = snapshot()
        gauge("password_hashing_threads_busy").set(Double(now.running))
        gauge("password_hashing_queue_length").set(Double(now.waiting))
        let news = counted.withLock { counted in
            // Two concurrent snapshots may arrive in reverse order.
            let fresh = (
                max(now.done, counted.done), max(now.rejected, counted.rejected), max(now.cancelled, counted.cancelled)
            )
            defer { counted = fresh }
            return (fresh.0 - counted.done, fresh.1 - counted.rejected, fresh.2 - counted.cancelled)
        }
        for (outcome, count) in [("done", news.0), ("rejected", news.1), ("cancelled", news.2)] {
            factory.makeCounter(label: "password_hashes_total", dimensions: [("outcome", outcome)]).increment(by: Int64(count))
        }
    }

    private func gauge(_ name: String) -> any MeterHandler { factory.makeMeter(label: name, dimensions: []) }
}

extension MetricFamily {
    /// The metrics of ``HashingMetrics``.
    package static let hashing: [MetricFamily] = [
        MetricFamily("password_hashing_threads_busy", .gauge, help: "Threads that are hashing a password."),
        MetricFamily("password_hashing_queue_length", .gauge, help: "Password hashes that wait for a thread."),
        MetricFamily(
            "password_hashes_total", .counter,
            help: "Password hashes by outcome: done, rejected because the queue was full, or cancelled while waiting."),
    ]
}
