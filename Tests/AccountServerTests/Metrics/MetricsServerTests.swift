import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

@testable import AccountServer
@testable import PasswordHashing

@Suite("The metrics server")
struct MetricsServerTests {
    @Test("it responds on its one path only")
    func onePath() async throws {
        let registry = MetricRegistry([MetricFamily("c", .counter, help: "Things.")])
        Counter(label: "c", factory: registry).increment(by: 3)
        let server = MetricsServer(registry, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await server.application.test(.router) { client in
            let response = try await client.execute(uri: "/metrics", method: .get)
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(String(buffer: response.body) == "# HELP c Things.\n# TYPE c counter\nc 3\n")
            for path in ["/", "/metrics/", "/v1/session", "/health/live"] {
                #expect(try await client.execute(uri: path, method: .get).status == .notFound)
            }
            #expect(try await client.execute(uri: "/metrics", method: .post).status == .methodNotAllowed)
        }
    }

    @Test("it listens on loopback by default")
    func address() {
        #expect(MetricsServer.defaultAddress == .hostname("127.0.0.1", port: 9464))
    }

    @Test("requests are counted under their route, and unknown paths and methods under one name")
    func requests() async throws {
        let registry = MetricRegistry(MetricFamily.http)
        let router = Router(context: AccountRequestContext.self)
        router.add(middleware: RequestMetrics(registry))
        router.add(middleware: ProblemResponses())
        try RouteTable(RoutingSamples.routes).mount(on: router)
        try await Application(router: router).test(.router) { client in
            for index in 0..<5 {
                _ = try await client.execute(uri: "/v1/sessions/\(index)", method: .get)
                _ = try await client.execute(uri: "/nothing/\(index)", method: .get)
            }
            _ = try await client.execute(uri: "/v1/session", method: "PROPFIND".method)
        }
        let text = registry.exposition()
        #expect(text.contains(#"http_requests_total{method="GET",route="/v1/sessions/{id}",status="200"} 5"#))
        #expect(text.contains(#"http_requests_total{method="GET",route="none",status="404"} 5"#))
        #expect(text.contains(#"http_requests_total{method="other",route="/v1/session",status="405"} 1"#))
        #expect(text.contains(#"http_request_duration_seconds_count{route="/v1/sessions/{id}"} 5"#))
    }
}

extension String {
    fileprivate var method: HTTPRequest.Method { HTTPRequest.Method(self) ?? .get }
}

@Suite("The hashing pool in the metrics")
struct HashingMetricsTests {
    @Test("busy threads and the queue are gauges; done and rejected hashes add up")
    func figures() {
        let registry = MetricRegistry(MetricFamily.hashing)
        let snapshot = Mutex(Self.snapshot(waiting: 3, running: 2, done: 5, rejected: 1))
        let metrics = HashingMetrics(registry) { snapshot.withLock { $0 } }
        metrics.refresh()
        metrics.refresh()
        #expect(registry.exposition().contains("\npassword_hashing_queue_length 3\n"))
        #expect(registry.exposition().contains("\npassword_hashing_threads_busy 2\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"done\"} 5\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"rejected\"} 1\n"))

        snapshot.withLock { $0 = Self.snapshot(waiting: 0, running: 0, done: 9, rejected: 4) }
        metrics.refresh()
        #expect(registry.exposition().contains("\npassword_hashing_queue_length 0\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"done\"} 9\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"rejected\"} 4\n"))
        #expect(registry.exposition().contains("\npassword_hashes_total{outcome=\"cancelled\"} 0\n"))
    }

    @Test("a scrape of the server's metrics updates them")
    func server() async throws {
        let bench = try ServerBench()
        try await bench.run { client in _ = try await client.register() }
        let server = try #require(bench.system.metricsServer())
        try await server.application.test(.router) { client in
            let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
            #expect(text.contains("\npassword_hashes_total{outcome=\"done\"} 1\n"))
            #expect(text.contains("\npassword_hashing_threads_busy 0\n"))
        }
    }

    private static func snapshot(waiting: Int, running: Int, done: Int, rejected: Int) -> HashingPoolSnapshot {
        HashingPoolSnapshot(waiting: waiting, running: running, done: done, rejected: rejected, cancelled: 0)
    }
}
