import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import AccountServer
@testable import PasswordHashing

@Suite("The hashing pool in the metrics")
struct HashingMetricsTests {
    @Test("busy threads and the queue are what they are; what was done and refused adds up")
    func figures() {
        let registry = MetricRegistry(MetricFamily.hashing)
        let snapshot = Mutex(Self.snapshot(waiting: 3, running: 2, done: 5, refused: 1))
        let metrics = HashingMetrics(registry) { snapshot.withLock { $0 } }
        metrics.refresh()
        metrics.refresh()
        #expect(registry.exposition().contains("\npassword_hashing_queue_length 3\n"))
        #expect(registry.exposition().contains("\npassword_hashing_threads_busy 2\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"done\"} 5\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"refused\"} 1\n"))

        snapshot.withLock { $0 = Self.snapshot(waiting: 0, running: 0, done: 9, refused: 4) }
        metrics.refresh()
        #expect(registry.exposition().contains("\npassword_hashing_queue_length 0\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"done\"} 9\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"refused\"} 4\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"cancelled\"} 0\n"))
    }

    @Test("a reading of the server's metrics brings them in")
    func server() async throws {
        let bench = try ServerBench()
        try await bench.run { client in _ = try await client.register() }
        let server = try #require(bench.system.metricsServer)
        try await server.application.test(.router) { client in
            let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
            #expect(text.contains("\npassword_hashes_total{outcome=\"done\"} 1\n"))
            #expect(text.contains("\npassword_hashing_threads_busy 0\n"))
        }
    }

    private static func snapshot(waiting: Int, running: Int, done: Int, refused: Int) -> HashingPoolSnapshot {
        HashingPoolSnapshot(
            waiting: waiting, running: running, done: done, refused: refused, cancelled: 0, costPerHash: .milliseconds(30))
    }
}
