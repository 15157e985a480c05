import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InternetAddresses
import JSONText
import Logging
import NIOCore
import TestKit
import Testing

@testable import AccountServer

@Suite("Routes mounted in an application")
struct MountingTests {
    /// An application's context with only what a mounted table requires.
    struct HostContext: RequestContext, RemoteAddressRequestContext {
        var coreContext: CoreRequestContextStorage
        let remoteAddress: SocketAddress?

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            remoteAddress = try? SocketAddress(ipAddress: "192.0.2.7", port: 1)
        }
    }

    struct Failure: Error { let text = "hunter2" }

    /// An application whose middleware replaces every error.
    struct Meddling: RouterMiddleware {
        typealias Context = HostContext

        func handle(_ request: Request, context: HostContext, next: (Request, HostContext) async throws -> Response) async throws
            -> Response
        {
            do {
                return try await next(request, context)
            } catch {
                return Response(status: .expectationFailed)
            }
        }
    }

    private let routes = [
        Route(.post, "/v1/echo") { request in
            Response.json(try await request.json { object throws(JSONReadingError) in .string(try object.string("text")) })
        },
        Route(.get, "/v1/fail") { _ in throw Failure() },
        Route(.get, "/v1/cancel") { _ in throw CancellationError() },
        Route(.get, "/v1/teapot") { _ in throw HTTPError(.forbidden, message: "hunter2") },
        Route(.get, "/v1/address") { request in Response.json(.string("\(request.clientAddress)")) },
    ]

    private func host(
        _ log: Log = Log(), policy: RequestPolicy = RequestPolicy(), renderer: ProblemRenderer = .json, options: RouterOptions = []
    ) throws -> some ApplicationProtocol {
        let router = Router(context: HostContext.self, options: options)
        router.add(middleware: Meddling())
        router.get("/own") { _, _ in "host" }
        try RouteTable(routes, policy: policy, renderer: renderer).mount(on: router, under: "/id")
        return Application(router: router, logger: log.logger)
    }

    @Test("every error becomes a problem, even if the application's middleware changes errors")
    func problems() async throws {
        try await host().test(.router) { client in
            for (path, status, code) in [
                ("fail", HTTPResponse.Status.internalServerError, "internal"), ("cancel", .serviceUnavailable, "overloaded"),
                ("teapot", .forbidden, "forbidden"), ("echo", .methodNotAllowed, "method-not-allowed"),
            ] {
                let response = try await client.execute(uri: "/id/v1/\(path)", method: .get)
                #expect(response.status == status)
                #expect(response.problemCode == code)
                #expect(!String(buffer: response.body).contains("hunter2"))
            }
            for path in ["nothing", "address/"] {
                #expect(try await client.execute(uri: "/id/v1/\(path)", method: .get).status == .expectationFailed)
            }
            #expect(String(buffer: try await client.execute(uri: "/own", method: .get).body) == "host")
        }
    }

    @Test("an unknown error is logged completely with the identifier that the client receives")
    func logging() async throws {
        let log = Log()
        try await host(log).test(.router) { client in
            let response = try await client.execute(uri: "/id/v1/fail?secret=1", method: .get)
            let id = try #require(response.headers[.requestIdentifier])
            #expect(response.json?["instance"]?.string == "urn:uuid:\(id)")
            let line = try #require(log.lines.first { $0.level == .error })
            #expect(line.text.contains("hunter2") && line.text.contains(id) && !line.text.contains("secret"))
        }
    }

    @Test("limits apply in an application, and requests within them succeed")
    func limits() async throws {
        try await host(policy: RequestPolicy(bodyLimit: 100)).test(.router) { client in
            func post(_ text: String, type: String = "application/json") async throws -> TestResponse {
                try await client.execute(
                    uri: "/id/v1/echo", method: .post, headers: [.contentType: type], body: ByteBuffer(string: text))
            }
            let accepted = try await post(#"{"text":"x"}"#)
            #expect(accepted.json == "x")
            let large = try await post(#"{"text":"\#(String(repeating: "x", count: 100))"}"#)
            #expect(large.problemCode == "content-too-large")
            let text = try await post(#"{"text":"x"}"#, type: "text/plain")
            #expect(text.problemCode == "unsupported-media-type")
            let duplicate = try await post(#"{"text":"x","text":"y"}"#)
            #expect(duplicate.problemCode == "malformed-json")
        }
    }

    @Test("every response has the security headers, or the handler's own values")
    func headers() async throws {
        try await host(policy: RequestPolicy(securityHeaders: SecurityHeaders(transportSecurity: .host))).test(.router) { client in
            for path in ["/id/v1/address", "/id/v1/fail", "/id/v1/echo"] {
                let headers = try await client.execute(uri: path, method: .get).headers
                #expect(headers[.xContentTypeOptions] == "nosniff")
                #expect(headers[.cacheControl] == "no-store")
                #expect(headers[.strictTransportSecurity] == "max-age=31536000")
            }
        }
    }

    @Test("the application's lax matching does not apply to mounted routes")
    func caseInsensitiveHost() async throws {
        try await host(options: .caseInsensitive).test(.router) { client in
            let exact = try await client.execute(uri: "/id/v1/address", method: .get)
            #expect(exact.status == .ok)
            for path in ["/ID/v1/address", "/id/v1/Address", "/id//v1/address", "//id/v1/address"] {
                let other = try await client.execute(uri: path, method: .get)
                #expect(other.status == .expectationFailed)
            }
        }
    }

    @Test("the client's address is the socket's, and a forged field has no effect")
    func address() async throws {
        try await host().test(.router) { client in
            let response = try await client.execute(uri: "/id/v1/address", method: .get, headers: [.xForwardedFor: "198.51.100.9"])
            #expect(response.json == "192.0.2.7")
        }
    }

    @Test("X-Forwarded-For from an untrusted peer is logged once an hour, and from a trusted one never")
    func forwardingWarning() async throws {
        let clock = ManualClock(Timestamp(seconds: 1_800_000_000))
        for (trusted, warnings) in [([], 2), (["192.0.2.0/24"], 0)] as [([String], Int)] {
            let log = Log()
            let policy = RequestPolicy(
                clientAddress: ClientAddressPolicy(trustedProxies: try trusted.map { try IPNetwork($0) }),
                forwardingWarning: ForwardingWarning { clock.now })
            try await host(log, policy: policy).test(.router) { client in
                func send(_ headers: HTTPFields) async throws {
                    try await client.execute(uri: "/id/v1/address", method: .get, headers: headers) { _ in }
                }
                try await send([:])
                #expect(log.forwardingWarnings == 0)
                for _ in 0..<3 { try await send([.xForwardedFor: "198.51.100.9"]) }
                clock.advance(by: .seconds(3_599))
                try await send([.xForwardedFor: "198.51.100.9"])
                #expect(log.forwardingWarnings == warnings / 2)
                clock.advance(by: .seconds(1))
                try await send([.xForwardedFor: "198.51.100.9"])
            }
            #expect(log.forwardingWarnings == warnings)
        }
    }

    @Test("a table renders problems as its pages do")
    func pages() async throws {
        let renderer = ProblemRenderer { problem, problemContext in
            .content(Array("<p>\(problem.code.title) \(problemContext.id)".utf8), type: "text/html", status: .ok)
        }
        try await host(renderer: renderer).test(.router) { client in
            let response = try await client.execute(uri: "/id/v1/echo", method: .get)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "POST")
            #expect(
                String(buffer: response.body)
                    == "<p>Method not allowed \(response.headers[.requestIdentifier] ?? "none")")
        }
    }
}

/// The log lines, for a test to check.
final class Log: Sendable {
    struct Line: Sendable {
        let level: Logger.Level
        let text: String
    }

    private let storage = Watched<[Line]>([])

    var forwardingWarnings: Int {
        lines.count { $0.level == .warning && $0.text.hasPrefix("X-Forwarded-For from an untrusted peer ignored") }
    }

    var lines: [Line] { storage.value }

    /// Waits for the first line.
    func waitForLine() async { await storage.until { !$0.isEmpty } }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self) }
    }

    private struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let text = "\(event.message) " + all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            let line = Line(level: event.level, text: text)
            log.storage.change { $0.append(line) }
        }
    }
}
