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
            return WebResponse(
                status: .ok, headers: [.contentType: "application/json"],
                body: Array(#"{"id_token":"secret","expires_in":60}"#.utf8))
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

    @Test("a request to Apple and its response have outlines without a secret")
    func outlines() async throws {
        let request = WebRequest(
            .post, try WebURL("https://appleid.apple.com/auth/token"),
            headers: [.contentType: "application/x-www-form-urlencoded", .authorization: "secret"],
            body: Array("client_secret=secret&grant_type=authorization_code".utf8))
        _ = try await TraceSpan.$current.withValue(TraceSpan(.serverRequest, in: .server, by: store)) {
            try await TracedConnections(connections: Connections()).send(request)
        }
        let messages = try #require(store.traces.first?.spans.last?.messages)
        #expect(
            messages[.request]?.body?.members == [
                MessageOutline.Part("client_secret", .text),
                MessageOutline.Part("grant_type", .text, size: 18, value: "authorization_code"),
            ])
        #expect(messages[.request]?.fields.map(\.name) == ["content-type", "authorization"])
        #expect(
            messages[.response]?.body?.members == [
                MessageOutline.Part("id_token", .text), MessageOutline.Part("expires_in", .number),
            ])
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
