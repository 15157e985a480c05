import HTTPTypes
import Hummingbird
import Synchronization
import Testing
import Traces
import Tracing
import WebClient

@testable import AccountServer

@Suite("Spans of instrumented code", .timeLimit(.minutes(20)))
struct InstrumentedTracerTests {
    private struct Refusal: Error, CustomStringConvertible {
        let description = "secret"
    }

    /// Header fields, as instrumented code reads and writes them.
    private struct Fields: Extractor, Injector {
        func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }

        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    }

    private let store = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })
    private let tracer = InstrumentedTracer()

    private func startRequest() -> TraceSpan { TraceSpan(.serverRequest, in: .server, by: store) }

    /// The steps of the only trace, without the request.
    private func steps() throws -> [SpanRecord] {
        try #require(store.traces.count == 1)
        return Array(try #require(store.traces.first).spans.dropFirst())
    }

    @Test("a span of a recorded request is a step below it, and a span within the span is a step below that")
    func nesting() throws {
        let request = startRequest()
        TraceSpan.$current.withValue(request) {
            tracer.withSpan("load basket") { outer in
                #expect(outer.isRecording)
                tracer.withSpan("read prices") { _ in }
            }
        }
        let steps = try steps()
        #expect(steps.map(\.kind) == [.instrumented, .instrumented] && steps.map(\.lane) == [.server, .server])
        #expect(steps.map(\.attributes) == [[.operation: "load basket"], [.operation: "read prices"]])
        #expect(steps.map(\.parent) == [request.position.span, steps.first?.id])
        #expect(steps.map(\.outcome) == [.succeeded, .succeeded])
    }

    @Test("a span of a request that Apple's service handles is in the lane of that service, and so is a span within it")
    func lane() throws {
        let request = TraceSpan(.appleResponse, in: .apple, by: store)
        TraceSpan.$current.withValue(request) {
            tracer.withSpan("outer") { _ in tracer.withSpan("inner") { _ in } }
        }
        #expect(try steps().map(\.lane) == [.apple, .apple])
    }

    @Test("a span within a step that our own code began is below that step, also if another span encloses both")
    func ownStep() throws {
        let request = startRequest()
        let own = request.child(.verification, in: .server)
        TraceSpan.$current.withValue(request) {
            tracer.withSpan("outer") { _ in
                TraceSpan.$current.withValue(own) { tracer.withSpan("inner") { _ in } }
            }
        }
        #expect(try steps().map(\.parent) == [request.position.span, request.position.span, own.position.span])
    }

    @Test("without a current step nothing is recorded, also in the context of a recorded span")
    func outside() throws {
        let alone = tracer.startSpan("alone")
        #expect(!alone.isRecording && alone.context.isEmpty)
        alone.end()
        let recorded = TraceSpan.$current.withValue(startRequest()) { tracer.startSpan("recorded") }
        #expect(recorded.isRecording && !recorded.context.isEmpty)
        #expect(!tracer.startSpan("later", context: recorded.context).isRecording)
        recorded.end()
        #expect(try steps().map(\.attributes) == [[.operation: "recorded"]])
    }

    @Test("of the attributes only the method and the status of a request are recorded, and no other value in their place")
    func attributes() throws {
        TraceSpan.$current.withValue(startRequest()) {
            tracer.withSpan("GET") { span in
                span.attributes["http.request.method"] = "GET"
                span.attributes["http.status_code"] = 404
                span.attributes["url.full"] = "https://example.com/reset?token=secret"
                for attribute in Traces.SpanAttribute.allCases { span.attributes[attribute.rawValue] = "secret" }
                span.addEvent(SpanEvent(name: "secret"))
            }
            tracer.withSpan("POST") { span in
                span.updateAttributes { attributes in
                    attributes["http.request.method"] = "secret"
                    attributes["http.response.status_code"] = 1_000
                }
            }
        }
        let expected: [[Traces.SpanAttribute: String]] = [
            [.operation: "GET", .method: "GET", .status: "404"], [.operation: "POST"],
        ]
        #expect(try steps().map(\.attributes) == expected)
    }

    @Test(
        "a name that may contain data is not recorded",
        arguments: [
            ("load(id:)", "load(id:)"), ("/reset/1a2b", "unnamed"), ("anna@example.com", "unnamed"), ("find?name=anna", "unnamed"),
            ("", "unnamed"), (String(repeating: "a", count: 60), String(repeating: "a", count: 60)),
            (String(repeating: "a", count: 61), "unnamed"),
        ])
    func names(name: String, expected: String) throws {
        TraceSpan.$current.withValue(startRequest()) {
            tracer.withSpan(name) { span in #expect(span.operationName == expected) }
            tracer.withSpan("first name") { span in span.operationName = name }
        }
        #expect(try steps().map(\.attributes) == [[.operation: expected], [.operation: expected]])
    }

    @Test("an error is recorded by its type and without its text, and a span that is not ended has failed")
    func outcomes() throws {
        TraceSpan.$current.withValue(startRequest()) {
            #expect(throws: Refusal.self) { try tracer.withSpan("failing") { _ -> Void in throw Refusal() } }
            #expect(throws: CancellationError.self) { try tracer.withSpan("cancelled") { _ -> Void in throw CancellationError() } }
            tracer.withSpan("rejected") { span in span.setStatus(SpanStatus(code: .error, message: "secret")) }
            tracer.withSpan("handled") { span in
                span.recordError(Refusal())
                span.setStatus(SpanStatus(code: .ok))
            }
            _ = tracer.startSpan("forgotten")
        }
        let expected: [SpanOutcome] = [.failed("Refusal"), .cancelled, .failed("error"), .succeeded, .failed("not ended")]
        #expect(try steps().map(\.outcome) == expected)
    }

    @Test("a trace that header fields name is not adopted, and no header field is written")
    func headerFields() throws {
        let foreign = ["traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "tracestate": "a=b"]
        var context = InstrumentationContext.topLevel
        tracer.extract(foreign, into: &context, using: Fields())
        #expect(context.isEmpty)
        let request = startRequest()
        let span = TraceSpan.$current.withValue(request) { [context] in tracer.startSpan("GET", context: context) }
        var written: [String: String] = [:]
        tracer.inject(span.context, into: &written, using: Fields())
        #expect(written.isEmpty)
        span.end()
        #expect(try steps().map(\.parent) == [request.position.span])
    }

    @Test(
        "a request of AsyncHTTPClient is a step, one to Apple is recorded once, and without the tracer only the latter is",
        arguments: [true, false])
    func requests(isTraced: Bool) async throws {
        let received = Mutex<[HTTPFields]>([])
        let route = Route(.get, "/keys") { request in
            received.withLock { $0.append(request.headers) }
            return .content(Array("{}".utf8), type: "application/json")
        }
        let client = try isTraced ? tracedClient() : WebClient(userAgent: "test")
        let request = startRequest()
        try await LiveServer.run([route]) { port in
            let sent = WebRequest(.get, try WebURL("http://127.0.0.1:\(port)/keys?secret=1"))
            try await TraceSpan.$current.withValue(request) {
                _ = try await client.send(sent)
                _ = try await TracedConnections(connections: client).send(sent)
            }
            try await client.shutdown()
        }
        let steps = try steps()
        let kinds: [Traces.SpanKind] = isTraced ? [.instrumented, .appleRequest] : [.appleRequest]
        #expect(steps.map(\.kind) == kinds)
        #expect(steps.allSatisfy { $0.outcome == .succeeded && $0.parent == request.position.span })
        if isTraced { #expect(steps.first?.attributes == [.operation: "GET", .method: "GET", .status: "200"]) }
        let apple = try #require(steps.last)
        let positions = received.withLock { $0.map { $0[values: .traceparent] } }
        #expect(positions == [[], ["\(TraceParent(trace: request.position.trace, span: apple.id))"]])
    }

    /// Returns a client with this tracer as that of the process.
    private func tracedClient() throws -> WebClient {
        try withTracer(tracer) { () throws -> WebClient in try WebClient(userAgent: "test") }
    }
}
