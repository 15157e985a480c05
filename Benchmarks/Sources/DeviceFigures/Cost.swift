internal import Foundation
internal import Synchronization

/// The number of operations and their cost.
struct Cost {
    let operations: Int
    let wallSeconds: Double
    /// The CPU time of this process.
    let cpuSeconds: Double
    /// The times of single operations, in microseconds.
    let median: Double
    let slowestOfHundred: Double

    var json: String {
        """
        {"operations":\(operations),"wallSeconds":\(wallSeconds),"cpuSeconds":\(cpuSeconds),\
        "p50Microseconds":\(median),"p99Microseconds":\(slowestOfHundred)}
        """
    }

    /// Repeats `operation` for about 0.4 seconds on as many threads as there are writers, after a warm-up.
    init(writers: Int, _ operation: @escaping @Sendable () throws -> Void) throws {
        for _ in 0..<10 { try operation() }
        let cpu = Double(clock()) / 1e6
        let start = ContinuousClock.now
        let outcome = Mutex<(times: [Double], failure: (any Error)?)>(([], nil))
        let threads = (0..<writers).map { _ in
            Thread {
                var times: [Double] = []
                var last = ContinuousClock.now
                do {
                    while last - start < .milliseconds(400) {
                        try operation()
                        let now = ContinuousClock.now
                        times.append((now - last) / .microseconds(1))
                        last = now
                    }
                    outcome.withLock { $0.times += times }
                } catch {
                    outcome.withLock { $0.failure = error }
                }
            }
        }
        for thread in threads { thread.start() }
        while !threads.allSatisfy(\.isFinished) { usleep(1_000) }
        let (times, failure) = outcome.withLock { $0 }
        if let failure { throw failure }
        wallSeconds = (ContinuousClock.now - start) / .seconds(1)
        cpuSeconds = Double(clock()) / 1e6 - cpu
        operations = times.count
        let sorted = times.sorted()
        median = sorted[sorted.count / 2]
        slowestOfHundred = sorted[sorted.count * 99 / 100]
    }
}
