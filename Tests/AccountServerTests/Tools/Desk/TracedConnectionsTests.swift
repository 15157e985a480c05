import HTTPTypes
import Synchronization
import Testing
import Traces
import WebClient

@testable import AccountServer

@Suite("Recorded requests to Apple")
struct TracedConnectionsTests {
    /// A connection that keeps the last request.
    private final class Connections: WebTransport {
        private let last = Mutex<WebRequest?>(nil)
        private let fails: Bool

        init(fails: Bool = false) {
            self.fails = fails
        }

        var request: WebRequest? { last.withLock { $0 } }

        func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
            last.withLock { $0 = request }
            if fails { throw .timedOut }
            return WebResponse(status: .ok)
        }
    }

    private let store = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })

    @Test(
        "traceparent is sent only to this machine, and the query is not recorded",
        arguments: [
            ("http://127.0.0.1:8081/auth/token?code=c", true), ("http://localhost:8081/auth/token?code=c", true),
            ("https://appleid.apple.com/auth/token?code=c", false),
        ])
    func destinations(address: String, isSent: Bool) async throws {
        let connections = Connections()
        let parent = TraceSpan(.serverRequest, in: .server, by: store)
        let request = WebRequest(.post, try WebURL(address))
        _ = try await TraceSpan.$current.withValue(parent) {
            try await TracedConnections(connections: connections).send(request)
        }
        let span = try #require(store.traces.first?.spans.last)
        #expect(span.kind == .appleRequest && span.outcome == .succeeded)
        #expect(span.attributes == [.method: "POST", .route: "/auth/token", .status: "200"])
        let sent = connections.request?.headers[.traceparent]
        #expect(sent == (isSent ? "\(TraceParent(trace: parent.position.trace, span: span.id))" : nil))
    }

    @Test("outside of a recorded request nothing is recorded")
    func alone() async throws {
        let connections = Connections()
        _ = try await TracedConnections(connections: connections).send(WebRequest(.get, try WebURL("http://localhost:1/keys")))
        #expect(store.traces.isEmpty && connections.request?.headers[.traceparent] == nil)
    }

    @Test("a request without a response is a failed step")
    func failure() async throws {
        let parent = TraceSpan(.serverRequest, in: .server, by: store)
        let request = WebRequest(.get, try WebURL("http://localhost:1/keys"))
        await TraceSpan.$current.withValue(parent) {
            await #expect(throws: WebClientError.timedOut) {
                try await TracedConnections(connections: Connections(fails: true)).send(request)
            }
        }
        #expect(store.traces.first?.spans.last?.outcome == .failed("\(WebClientError.timedOut)"))
    }
}
