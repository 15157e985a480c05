import CoreMetrics
import Synchronization

/// How many connections are open, of all event loops together.
final class ConnectionCount: Sendable {
    private let limit: Int
    private let count = Mutex(0)
    private let open: any MeterHandler
    private let refused: any CounterHandler

    /// Admits up to `limit` connections, and tells `metrics` of them.
    init(limit: Int, metrics: any MetricsFactory) {
        self.limit = limit
        open = metrics.makeMeter(label: "http_connections", dimensions: [])
        refused = metrics.makeCounter(label: "http_connections_refused_total", dimensions: [])
    }

    /// Counts a connection; false, and not counted, where it is one too many.
    func admit() -> Bool {
        let isAdmitted = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        if isAdmitted { open.increment(by: 1) } else { refused.increment(by: 1) }
        return isAdmitted
    }

    /// A counted connection has closed.
    func release() {
        count.withLock { $0 -= 1 }
        open.decrement(by: 1)
    }
}
