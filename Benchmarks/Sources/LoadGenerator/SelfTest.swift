/// Tests the generator: a server that stalls once must show in the tail of the latencies, because everything that was due meanwhile
/// waited, and every time must be found in its bucket.
enum SelfTest {
    /// Describes the errors; empty for a correct generator.
    static func run() throws -> [String] {
        var findings = bucketFindings()
        let stall = 0.5
        let steady = try outcome(stall: 0)
        let stalling = try outcome(stall: stall)
        print(
            """
            {"stallSeconds":\(stall),"latencyP99Seconds":\(seconds(stalling.latency)),"serviceP99Seconds":\(seconds(stalling.service)),\
            "steadyP99Seconds":\(seconds(steady.latency)),"requests":\(stalling.recorded)}
            """)
        // A loaded machine can only make these longer.
        if seconds(stalling.latency) < stall / 2 { findings.append("a stall of \(stall) s is not seen in p99") }
        if stalling.latency.count(from: 100_000_000) < 20 { findings.append("requests due during the stall do not count as late") }
        if stalling.recorded != steady.recorded { findings.append("the same seed began different numbers of requests") }
        if stalling.statuses != [200: stalling.recorded] { findings.append("answers were lost: \(stalling.statuses)") }
        return findings
    }

    /// 200 requests a second for two seconds over one connection.
    private static func outcome(stall: Double) throws -> LoadOutcome {
        let server = try StallingServer()
        server.serve(stall: stall, after: 100)
        var load = Load()
        load.port = server.port
        load.rate = 200
        load.seconds = 2
        load.requests = [Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)]
        var run = try LoadRun(load)
        return try run.run()
    }

    private static func seconds(_ histogram: Histogram) -> Double { Double(histogram.percentile(0.99)) / 1e9 }

    private static func bucketFindings() -> [String] {
        var random = SeededRandom(seed: 7)
        let values = (0..<10_000).map { _ in random.next() >> UInt64.random(in: 0...63, using: &random) } + [0, 127, 128, 255, 256]
        return values.compactMap { value in
            let bucket = Histogram.bucket(of: value)
            let (low, high) = (Histogram.lowerBound(of: bucket), value < 1 << 62 ? Histogram.lowerBound(of: bucket + 1) : .max)
            let isRight = low <= value && value < high && (value < 1 << 62 ? high - low <= max(1, value / 128 + 1) : true)
            return isRight ? nil : "\(value) is put between \(low) and \(high)"
        }
    }
}
