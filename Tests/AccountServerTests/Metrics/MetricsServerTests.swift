import CoreMetrics
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AccountServer

@Suite("The metrics' own server")
struct MetricsServerTests {
    @Test("it answers its one path, and nothing else")
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

    @Test("it listens on loopback unless told otherwise")
    func address() {
        #expect(MetricsServer.defaultAddress == .hostname("127.0.0.1", port: 9464))
    }

    @Test("requests are counted under their route, and strangers' paths and methods under one name")
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
