import HTTPTypes
import JSONText
import Logging
import MailPeers
import Secrets
import Synchronization
import TestKit
import Testing
import Traces
import WebServing
import WebClient

@testable import AccountServer

@Suite("The export of traces")
struct TraceExportTests {
    static func bench(
        _ transport: any WebTransport, apple: FakeAppleService? = nil, endpoint: String = "https://collector.example.com/otlp",
        headers: HTTPFields = [:]
    ) throws -> ServerBench {
        try ServerBench(apple: apple, traces: transport) { configuration in
            var tracing = try TracingConfiguration(endpoint: try WebURL(endpoint))
            tracing.serviceName = "accounts"
            tracing.headers = headers
            configuration.tracing = tracing
            if apple != nil { configuration.apple = try AppleConfiguration.forTests() }
        }
    }

    /// Signs in with a token of Apple, and returns the secrets of the request and the response.
    static func signIn(
        _ client: ServerClient, _ apple: FakeAppleService, audience: String = FakeAppleService.appID, headers: HTTPFields = [:]
    ) async throws -> [String] {
        let nonce = try await client.send(.post, "/v1/challenges", json: ["purpose": "apple-sign-in"]).text("nonce")
        let token = try apple.signIn("000002.subject", nonce: nonce, audience: audience, code: "secret-code")
        let answer = try await client.send(
            .post, "/v1/sessions/apple",
            json: ["identityToken": .string(token), "authorizationCode": "secret-code", "nonce": .string(nonce)], headers: headers)
        let session = answer.json["session"]?["token"]?.string
        return [nonce, "secret-code", "000002.subject"] + token.split(separator: ".").map(String.init)
            + [session].compactMap(\.self)
    }

    /// The exported steps of all requests.
    private static func spans(_ requests: [WebRequest]) throws -> [JSONValue] {
        try requests.flatMap { request -> [JSONValue] in
            let scopes = try JSONText.parse(request.body).root.value["resourceSpans"]?[0]?["scopeSpans"]
            return scopes?[0]?["spans"]?.array ?? []
        }
    }

    @Test("ended steps are sent in one request, with the header fields and the name of the service")
    func request() async throws {
        let collector = EventReceiver()
        let apple = FakeAppleService()
        let bench = try Self.bench(collector, apple: apple, headers: [.authorization: "Basic key"])
        try await bench.run { client in _ = try await Self.signIn(client, apple) }
        await bench.system.exportTraces()
        await bench.system.exportTraces()
        #expect(collector.requests.count == 1)
        let request = try #require(collector.requests.first)
        #expect(request.method == .post && request.url.description == "https://collector.example.com/otlp/v1/traces")
        #expect(request.headers[.contentType] == "application/json" && request.headers[.authorization] == "Basic key")
        let resource = try JSONText.parse(request.body).root.value["resourceSpans"]?[0]?["resource"]
        let expected: JSONValue = ["attributes": [["key": "service.name", "value": ["stringValue": "accounts"]]]]
        #expect(resource == expected)
        let names = try Self.spans(collector.requests).compactMap { $0["name"]?.string }
        #expect(names.contains("POST /v1/sessions/apple") && names.contains("verify identity token"))
        #expect(names.contains("account-created"))
        let transaction = try #require(try Self.spans(collector.requests).first { $0["name"] == "transaction create" })
        let attributes = try #require(transaction["attributes"]?.array)
        #expect(transaction["kind"] == 3 && attributes.contains { $0["key"] == "latchkey.transaction.tables" })
        #expect(attributes.contains { $0["key"] == "latchkey.transaction.statements" && $0["value"]?["intValue"] != nil })
    }

    @Test("an exporter creates no outline of a request or a response")
    func outlines() throws {
        let exporter = TraceExporter(
            try TracingConfiguration(endpoint: try WebURL("https://collector.example.com")), transport: EventReceiver(),
            random: SystemRandomBytes(), now: { ServerBench.start }, logger: Logger(label: "test"))
        let span = TraceSpan(.serverRequest, in: .server, by: exporter)
        var isCreated = false
        func outline() -> MessageOutline {
            isCreated = true
            return MessageOutline(HTTPFields())
        }
        span.record(.request, outline())
        #expect(!span.keepsMessages && !isCreated)
    }

    @Test("no attribute has a password, token, code, nonce, name or path, and no header field of a request is exported")
    func secrets() async throws {
        let collector = EventReceiver()
        let apple = FakeAppleService()
        let bench = try Self.bench(collector, apple: apple)
        let secrets = Mutex<[String]>([])
        try await bench.run { client in
            var all = try await Self.signIn(client, apple)
            let registered = try await client.register("anna@example.com")
            _ = try await client.signIn("anna@example.com", password: "wrong-password")
            _ = try await client.send(.post, "/v1/unknown-secret-path?secret-query", json: ["secret": "value"])
            all += [registered, ServerBench.password, "wrong-password", "anna@example.com", "secret-path", "secret-query"]
            secrets.withLock { $0 = all }
        }
        await bench.system.exportTraces()
        let sent = collector.requests.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        #expect(sent.contains("/v1/accounts") && sent.contains("/v1/sessions/apple"))
        #expect(sent.contains("latchkey.problem") && sent.contains("invalid-credentials"))
        for secret in secrets.withLock({ $0 }) { #expect(!sent.contains(secret), "\(secret)") }
        // What a device records names a person, and is not exported even if it is set.
        let exporter = try Self.exporter(collector)
        let names = Set(SpanAttribute.allCases).subtracting([
            .method, .route, .status, .problem, .event, .client, .transaction, .statements, .tables,
        ])
        TraceSpan(.tap, in: .phone, by: exporter, Dictionary(uniqueKeysWithValues: names.map { ($0, "personal") })).end()
        await exporter.send()
        let last = try #require(collector.requests.last)
        #expect(!String(decoding: last.body, as: UTF8.self).contains("personal"))
    }

    private static func exporter(_ transport: any WebTransport, log: Log = Log()) throws -> TraceExporter {
        TraceExporter(
            try TracingConfiguration(endpoint: try WebURL("https://collector.example.com")), transport: transport,
            random: SystemRandomBytes(), now: { ServerBench.start }, logger: log.logger)
    }

    @Test("a trace of another process is linked, and never continued")
    func foreign() async throws {
        let collector = EventReceiver()
        let bench = try Self.bench(collector)
        let foreign = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        try await bench.run { client in
            _ = try await client.send(
                .post, "/v1/sessions", json: ["username": "a", "password": "b"], headers: [.traceparent: foreign])
        }
        await bench.system.exportTraces()
        let span = try #require(try Self.spans(collector.requests).first { $0["kind"] == 2 })
        #expect(span["traceId"]?.string != "4bf92f3577b34da6a3ce929d0e0e4736" && span["parentSpanId"] == nil)
        #expect(span["links"]?[0]?["traceId"]?.string == "4bf92f3577b34da6a3ce929d0e0e4736")
    }

    @Test(
        "steps stay in the queue while the collector fails, and are dropped if it rejects them",
        arguments: [
            (.failure(.timedOut), true), (.success(503), true), (.success(429), true),
            (.success(400), false), (.failure(.untrusted("certificate")), false),
        ] as [(Result<Int, WebClientError>, Bool)])
    func failures(answer: Result<Int, WebClientError>, isKept: Bool) async throws {
        let collector = EventReceiver(answer.map { WebResponse(status: .init(code: $0)) })
        let exporter = try Self.exporter(collector)
        TraceSpan(.serverRequest, in: .server, by: exporter, [.method: "GET", .route: "/a"]).end()
        await exporter.send()
        collector.answer(.success(WebResponse(status: .ok)))
        await exporter.send()
        #expect(collector.requests.count == (isKept ? 2 : 1))
        #expect(try Self.spans(Array(collector.requests.dropFirst())).count == (isKept ? 1 : 0))
    }

    @Test("the queue is bounded, and a full one drops the newest steps")
    func bounds() async throws {
        let collector = EventReceiver()
        let exporter = try Self.exporter(collector)
        for number in 0..<TraceExporter.queueLimit + 10 {
            TraceSpan(.event, in: .server, by: exporter, [.event: "event \(number)"]).end()
        }
        await exporter.send()
        let names = try Self.spans(collector.requests).compactMap { $0["name"]?.string }
        #expect(names.count == TraceExporter.queueLimit && names.first == "event 0")
        #expect(collector.requests.count > 1, "large queues are sent in batches")
    }

    @Test("the steps that run are bounded, the newest are dropped, and the log has their number")
    func runningBound() async throws {
        let (collector, log) = (EventReceiver(), Log())
        let exporter = try Self.exporter(collector, log: log)
        let steps = (0..<TraceExporter.runningLimit + 10).map {
            TraceSpan(.event, in: .server, by: exporter, [.event: "event \($0)"])
        }
        // If the newest were recorded, they would fill the queue.
        for step in steps.reversed() { step.end() }
        await exporter.send()
        let names = try Self.spans(collector.requests).compactMap { $0["name"]?.string }
        #expect(names.count == TraceExporter.runningLimit)
        #expect(names.first == "event \(TraceExporter.runningLimit - 1)" && names.last == "event 0")
        #expect(log.lines.map(\.text).contains { $0.hasPrefix("traces dropped ") && $0.hasSuffix("steps=10") })
    }

    @Test("steps that a failing collector leaves do not extend the queue, and the newest are dropped", .timeLimit(.minutes(5)))
    func requeueBound() async throws {
        let (collector, log) = (SilentCollector(), Log())
        let exporter = try Self.exporter(collector, log: log)
        func add(_ numbers: Range<Int>) {
            for number in numbers { TraceSpan(.event, in: .server, by: exporter, [.event: "event \(number)"]).end() }
        }
        add(0..<TraceExporter.queueLimit)
        async let sending: Void = exporter.send()
        await collector.wasAsked()
        // The batch that is under way leaves room for these.
        add(TraceExporter.queueLimit..<TraceExporter.queueLimit + 10)
        collector.answer(.serviceUnavailable)
        await sending
        collector.answer()
        await exporter.send()
        let names = try Self.spans(Array(collector.requests.dropFirst())).compactMap { $0["name"]?.string }
        #expect(names.count == TraceExporter.queueLimit)
        #expect(names.first == "event 0" && names.last == "event \(TraceExporter.queueLimit - 1)")
        #expect(log.lines.map(\.text).contains { $0.hasPrefix("traces dropped ") && $0.hasSuffix("steps=10") })
    }

    @Test("a step is exported with at most 32 checks")
    func checkBound() async throws {
        let collector = EventReceiver()
        let exporter = try Self.exporter(collector)
        let step = TraceSpan(.verification, in: .server, by: exporter)
        for start in [0, 20] { step.add((start..<start + 20).map { SpanCheck("claim \($0)", "present", .passed) }) }
        step.end()
        await exporter.send()
        let events = try #require(try Self.spans(collector.requests).first?["events"]?.array)
        #expect(events.count == 32 && events.last?["name"] == "check claim 31")
    }

    @Test("a span of instrumented code is exported by its name")
    func instrumentedCode() async throws {
        let collector = EventReceiver()
        let exporter = try Self.exporter(collector)
        let request = TraceSpan(.serverRequest, in: .server, by: exporter)
        request.child(.instrumented, in: .server, [.operation: "read prices"]).end()
        await exporter.send()
        let span = try #require(try Self.spans(collector.requests).first)
        #expect(span["name"] == "read prices" && span["parentSpanId"]?.string == "\(request.position.span)")
    }

    @Test("requests are handled while the collector does not answer", .timeLimit(.minutes(5)))
    func silence() async throws {
        let collector = SilentCollector()
        let bench = try Self.bench(collector)
        try await bench.run { client in
            _ = try await client.register("anna@example.com")
            async let sending: Void = bench.system.exportTraces()
            await collector.wasAsked()
            #expect(try await client.signIn("anna@example.com").status == .created)
            collector.answer()
            await sending
        }
    }

    @Test("the variables of OpenTelemetry set the keys, the project's own variables precede them, and empty ones set nothing")
    func variables() throws {
        var sources = ConfigurationSample.sources(environment: [
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_SERVICE_NAME": "shop",
            "OTEL_EXPORTER_OTLP_HEADERS": "x-api-key=hidden%20value,x-tenant=t",
        ])
        var reading = try ConfigurationReading(sources)
        let tracing = try #require(reading.server.tracing)
        #expect(tracing.url.description == "http://127.0.0.1:4318/v1/traces" && tracing.serviceName == "shop")
        #expect(tracing.headers.map(\.value) == ["hidden value", "t"])
        #expect(!String(reflecting: reading.server).contains("hidden value"))
        #expect(reading.place(of: Settings.tracingEndpoint.key) == .environment("OTEL_EXPORTER_OTLP_ENDPOINT"))

        sources.environment["LATCHKEY_TRACING_SERVICE_NAME"] = "accounts"
        reading = try ConfigurationReading(sources)
        #expect(reading.server.tracing?.serviceName == "accounts")
        sources.environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = ""
        reading = try ConfigurationReading(sources)
        #expect(reading.server.tracing == nil)
    }

    @Test(
        "a collector without encryption beyond this machine is rejected, and so are a query and a malformed header field",
        arguments: [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example.com:4318", "tracing.endpoint"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example.com/?key=k", "tracing.endpoint"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "no-value", "tracing.headers"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=%0A", "tracing.headers"),
        ])
    func rejected(variable: String, text: String, key: String) throws {
        let error = #expect(throws: ConfigurationProblems.self) {
            try ConfigurationReading(ConfigurationSample.sources(environment: [variable: text]))
        }
        #expect(error?.problems.map(\.key) == [key])
    }
}

/// A collector that answers when the test says so.
private final class SilentCollector: WebTransport {
    private let asked = AsyncStream.makeStream(of: Void.self)
    private let answered = AsyncStream.makeStream(of: Void.self)
    private let state = Mutex<(requests: [WebRequest], status: HTTPResponse.Status)>(([], .ok))

    var requests: [WebRequest] { state.withLock { $0.requests } }

    func wasAsked() async { for await _ in asked.stream { break } }

    /// Answers the request that waits, and all later ones at once.
    func answer(_ status: HTTPResponse.Status = .ok) {
        state.withLock { $0.status = status }
        answered.continuation.finish()
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        state.withLock { $0.requests.append(request) }
        asked.continuation.yield()
        for await _ in answered.stream {}
        return WebResponse(status: state.withLock { $0.status })
    }
}

@Suite(
    "Traces as OpenTelemetry's definitions read them", .tags(.realParts), .enabled(if: MailPeers.isProvided, MailPeers.missing),
    .timeLimit(.minutes(20)))
struct ForeignCollectorTests {
    private struct Received: Decodable {
        struct Span: Decodable {
            let trace: String
            let id: String
            let parent: String
            let name: String
            let kind: Int
            let attributes: [String: String]
            let links: [String]
            let events: [String]
            let status: Int
        }

        let resource: [String: String]
        let spans: [Span]
        let key: String
    }

    @Test("a collector accepts a sign-in and a failed one, each as one trace with its requests, checks and events")
    func collector() async throws {
        try await MailPeers.inFolder { folder in
            let server = try await PeerServer("collector.py", in: folder)
            let apple = FakeAppleService()
            let connections = try WebClient(userAgent: "test")
            let key = try #require(HTTPField.Name("x-api-key"))
            do {
                let bench = try TraceExportTests.bench(
                    connections, apple: apple, endpoint: "http://127.0.0.1:\(server.port)/",
                    headers: [key: "k"])
                let foreign = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
                try await bench.run { client in
                    _ = try await TraceExportTests.signIn(client, apple, headers: [.traceparent: foreign])
                    _ = try await TraceExportTests.signIn(client, apple, audience: "com.example.other")
                }
                await bench.system.exportTraces()
                try await connections.shutdown()
            } catch {
                try? await connections.shutdown()
                throw error
            }
            let lines = try server.printed(as: Received.self)
            #expect(lines.count == 1 && lines.first?.resource == ["service.name": "accounts"] && lines.first?.key == "k")
            let spans = lines.flatMap(\.spans)
            let requests = spans.filter { $0.name == "POST /v1/sessions/apple" }
            #expect(requests.map { $0.attributes["http.response.status_code"] } == ["201", "401"])
            #expect(requests.allSatisfy { $0.kind == 2 && $0.parent.isEmpty && $0.status == 0 })
            #expect(requests.first?.links == ["4bf92f3577b34da6a3ce929d0e0e4736"])
            let verifications = spans.filter { $0.name == "verify identity token" }
            #expect(verifications.map(\.status) == [0, 2] && verifications.allSatisfy { $0.events.contains("check aud") })
            #expect(verifications.map(\.parent) == requests.map(\.id) && verifications.map(\.trace) == requests.map(\.trace))
            #expect(try await server.stop() == 0)
        }
    }
}
