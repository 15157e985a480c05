import CoreMetrics
import Testing

@testable import AccountServer

@Suite("Metrics in Prometheus' text format")
struct ExpositionTests {
    @Test("each kind is written completely, with families and series in a fixed order")
    func kinds() {
        let registry = MetricRegistry([
            MetricFamily("sign_ins_total", .counter, help: "Sign-ins, by outcome."),
            MetricFamily("queue", .gauge, help: "Waiting."),
            MetricFamily("hash_seconds", .histogram(bounds: [0.1, 1]), help: "Time to hash."),
            MetricFamily("unused", .gauge, help: "None."),
        ])
        Counter(label: "sign_ins_total", dimensions: [("outcome", "rejected")], factory: registry).increment(by: 2)
        Counter(label: "sign_ins_total", dimensions: [("outcome", "accepted")], factory: registry).increment()
        let queue = Meter(label: "queue", factory: registry)
        queue.set(7)
        queue.decrement(by: 2.5)
        let timer = Timer(label: "hash_seconds", factory: registry)
        for milliseconds in [50, 100, 101, 5_000] { timer.recordMilliseconds(milliseconds) }
        let expected = """
            # HELP hash_seconds Time to hash.
            # TYPE hash_seconds histogram
            hash_seconds_bucket{le="0.1"} 2
            hash_seconds_bucket{le="1"} 3
            hash_seconds_bucket{le="+Inf"} 4
            hash_seconds_sum 5.251
            hash_seconds_count 4
            # HELP queue Waiting.
            # TYPE queue gauge
            queue 4.5
            # HELP sign_ins_total Sign-ins, by outcome.
            # TYPE sign_ins_total counter
            sign_ins_total{outcome="accepted"} 1
            sign_ins_total{outcome="rejected"} 2

            """
        #expect(registry.exposition() == expected)
    }

    @Test("label values and help texts are escaped, and names have only allowed characters")
    func escaping() {
        let registry = MetricRegistry([MetricFamily("a.b-c", .counter, help: "One\\two\n\"three\"")])
        Counter(label: "a.b-c", dimensions: [("1x", "q\"b\\n\n"), ("__y", "z")], factory: registry).increment()
        Timer(label: "t", dimensions: [("le", "mine")], factory: registry).recordSeconds(100)
        let lines = registry.exposition().split(separator: "\n")
        #expect(lines[0] == #"# HELP a_b_c One\\two\n"three""#)
        #expect(lines[2] == #"a_b_c{_1x="q\"b\\n\n",exported___y="z"} 1"#)
        #expect(lines.contains(#"t_bucket{exported_le="mine",le="10"} 0"#))
        #expect(lines.contains(#"t_bucket{exported_le="mine",le="+Inf"} 1"#))
    }

    @Test("the order of labels does not matter, and their values do")
    func labels() {
        let registry = MetricRegistry()
        Counter(label: "c", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "c", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment()
        Counter(label: "c", dimensions: [("a", "2"), ("b", "1")], factory: registry).increment()
        #expect(registry.exposition().hasSuffix("c{a=\"1\",b=\"2\"} 2\nc{a=\"2\",b=\"1\"} 1\n"))
    }

    @Test("series and families above the limits do not enlarge the registry")
    func limits() {
        let registry = MetricRegistry(seriesLimit: 3, familyLimit: 2)
        for index in 0..<1_000 { Counter(label: "c", dimensions: [("user", "\(index)")], factory: registry).increment() }
        for index in 0..<1_000 { Counter(label: "other\(index)", factory: registry).increment() }
        #expect(registry.families.count == 2)
        #expect(registry.families[0].series.count == 4)
        #expect(registry.exposition().contains("c{overflow=\"true\"} 997\n"))
        #expect(registry.exposition().contains("c{user=\"2\"} 1\n"))
        #expect(registry.exposition().contains("other0 1\n"))
    }

    @Test("a name has one kind, and values of another kind are discarded")
    func kindsDoNotMix() {
        let registry = MetricRegistry([MetricFamily("c", .counter, help: "")])
        Meter(label: "c", factory: registry).set(5)
        Timer(label: "c", factory: registry).recordSeconds(5)
        Counter(label: "c", factory: registry).increment()
        #expect(registry.exposition().hasSuffix("\nc 1\n"))
    }

    @Test("a counter never decreases, and NaN does not affect a sum")
    func nonsense() {
        let registry = MetricRegistry([MetricFamily("h", .histogram(bounds: [1]), help: "")])
        Counter(label: "c", factory: registry).increment(by: -5)
        FloatingPointCounter(label: "c", factory: registry).increment(by: 0.5)
        let recorder = Recorder(label: "h", factory: registry)
        recorder.record(Double.nan)
        recorder.record(1.0)
        #expect(registry.exposition().contains("\nc 0.5\n"))
        #expect(registry.exposition().contains("\nh_sum 1\nh_count 1\n"))
    }
}
