internal import Glibc

/// The number of operations, and their cost for this process.
struct Cost {
    let operations: Int
    let wallSeconds: Double
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

    /// Lets a number of callers repeat `operation`, each after its previous one, after a warm-up.
    static func measured(
        callers: Int, seconds: Int, _ operation: @escaping @Sendable () async throws -> Void
    ) async throws -> Cost {
        for _ in 0..<20 { try await operation() }
        let cpu = processSeconds()
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let times = try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var times: [Double] = []
                    var last = ContinuousClock.now
                    while last < end {
                        try await operation()
                        let now = ContinuousClock.now
                        times.append((now - last) / .microseconds(1))
                        last = now
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let wall = (ContinuousClock.now - start) / .seconds(1)
        let sorted = times.sorted()
        return Cost(
            operations: sorted.count, wallSeconds: wall, cpuSeconds: processSeconds() - cpu, median: sorted[sorted.count / 2],
            slowestOfHundred: sorted[sorted.count * 99 / 100])
    }

    /// The cost of this number of operations at each repetition. The times stay those of a repetition.
    func times(_ number: Int) -> Cost {
        Cost(
            operations: operations * number, wallSeconds: wallSeconds, cpuSeconds: cpuSeconds, median: median,
            slowestOfHundred: slowestOfHundred)
    }

    private static func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
