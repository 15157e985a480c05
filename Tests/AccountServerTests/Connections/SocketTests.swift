import CoreMetrics
import Dispatch
import HTTPTypes
import Hummingbird
import JSONText
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import AccountServer

@Suite("Requests over a socket", .timeLimit(.minutes(20)))
struct SocketTests {
    private static let routes = [
        Route(.get, "/hello") { _ in .json("hello") },
        Route(.post, "/echo") { request in
            .json(try await request.json { object throws(JSONReadingError) in .string(try object.string("text")) })
        },
        Route(.delete, "/hello") { _ in .noContent },
    ]
    private static let get = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let last = "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    private static func post(_ body: String, _ fields: String = "") -> String {
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(fields)\r\n\(body)"
    }

    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test("one connection carries several requests, also before their responses")
    func keepAlive() async throws {
        try await LiveServer.run(Self.routes) { port in
            let text = try await RawConnection.exchange(
                port, Self.get + "HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n" + "DELETE /hello HTTP/1.1\r\nHost: x\r\n\r\n" + Self.last
            )
            #expect(count("HTTP/1.1 200 OK\r\n", in: text) == 3)
            #expect(count("HTTP/1.1 204 No Content\r\n", in: text) == 1)
            #expect(count("\"hello\"", in: text) == 2)
            #expect(count("connection: close", in: text.lowercased()) == 1)
        }
    }

    @Test("a request is handled on the event loop of its connection, also after it had to wait")
    func withoutChangeOfThreads() async throws {
        let route = Route(.get, "/hello") { _ in
            let before = MultiThreadedEventLoopGroup.currentEventLoop
            await withCheckedContinuation { done in DispatchQueue.global().async { done.resume() } }
            let after = MultiThreadedEventLoopGroup.currentEventLoop
            return .json(before != nil && before === after ? "stayed" : "moved")
        }
        let text = try await LiveServer.run([route]) { try await RawConnection.exchange($0, Self.last) }
        #expect(text.contains("stayed"))
    }

    @Test(
        "a request that is not HTTP gets a problem, and the connection ends",
        arguments: [
            ("hello\r\n\r\n", 400), ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET / HTTP/9.9\r\n\r\n", 400),
            ("GET /hello HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400), ("GET /hello HTTP/1.1\r\nHost : x\r\n\r\n", 400),
            ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", 400),
            ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nab", 400),
            ("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("GET /hello HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "x", count: 20_000))\r\n\r\n", 431),
            ("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 431),
            ("GET /hello HTTP/1.1\r\nHost: x\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", 431),
            ("GET /hello HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400), ("GET /hello HTTP/1.1\r\n\r\n", 400),
            ("GET http://x/hello HTTP/1.1\r\n\r\n", 400), ("GET /hello HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        ])
    func malformed(request: String, status: Int) async throws {
        try await LiveServer.run(Self.routes) { port in
            let text = try await RawConnection.exchange(port, request)
            #expect(text.hasPrefix("HTTP/1.1 \(status) "))
            #expect(count("HTTP/1.1 ", in: text) == 1)
            #expect(text.contains("application/problem+json") && text.contains("\"instance\":\"urn:uuid:"))
            #expect(text.lowercased().contains("x-content-type-options: nosniff"))
        }
    }

    @Test(
        "a request-target in another form gets the response that HTTP requires",
        arguments: [
            ("GET http://x/hello", 200), ("OPTIONS *", 404), ("CONNECT x:443", 404), ("GET /hello%20", 404), ("GET /h\u{E4}", 400),
        ])
    func targets(target: String, status: Int) async throws {
        try await LiveServer.run(Self.routes) { port in
            let text = try await RawConnection.exchange(port, "\(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(
        "a Host field that is not a host with an optional port is rejected with 400",
        arguments: [
            "", "x y", "x/y", "user@x", "x:port", "x:123456", "x:1:2", ":80", "[::1", "[::1]x", "[1.2.3.4]", "[x]", "x<y>",
            "\u{E4}",
        ])
    func malformedHost(host: String) async throws {
        try await LiveServer.run(Self.routes) { port in
            let text = try await RawConnection.exchange(port, "GET /hello HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test(
        "a Host field with a name, an address or a port is accepted, and HTTP/1.0 does not require one",
        arguments: [
            "HTTP/1.1\r\nHost: accounts.example.com", "HTTP/1.1\r\nHost: x:8080", "HTTP/1.1\r\nHost: x:",
            "HTTP/1.1\r\nHost: 127.0.0.1:80", "HTTP/1.1\r\nhost:[::1]:8080", "HTTP/1.1\r\nHost: a_b.example", "HTTP/1.0",
        ])
    func acceptedHost(head: String) async throws {
        try await LiveServer.run(Self.routes) { port in
            let text = try await RawConnection.exchange(port, "GET /hello \(head)\r\nConnection: close\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.") && text.dropFirst(8).hasPrefix(" 200 "))
        }
    }

    @Test("malformed bytes after a request get their response after the request's response")
    func malformedSecond() async throws {
        try await LiveServer.run(Self.routes) { port in
            for second in ["hello\r\n\r\n", "GET /hello HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n" + Self.get] {
                let text = try await RawConnection.exchange(port, Self.get + second)
                #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(count("HTTP/1.1 400 Bad Request\r\n", in: text) == 1)
                #expect(count("HTTP/1.1 ", in: text) == 2)
            }
        }
    }

    @Test("nothing after the announced last request gets a response", arguments: ["close", "Close", "x, close"])
    func afterLast(value: String) async throws {
        try await LiveServer.run(Self.routes) { port in
            for further in [Self.get, "hello\r\n\r\n"] {
                let text = try await RawConnection.exchange(
                    port, "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: \(value)\r\n\r\n" + further)
                #expect(count("HTTP/1.1 ", in: text) == 1)
                #expect(text.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("a chunked body is accepted, and a malformed one is a problem")
    func chunks() async throws {
        try await LiveServer.run(Self.routes) { port in
            let good = Self.post(
                "5\r\n{\"tex\r\n8\r\nt\":\"yo\"}\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\nConnection: close\r\n")
            #expect(try await RawConnection.exchange(port, good).hasSuffix("\"yo\""))
            let bad = try await RawConnection.exchange(port, Self.post("5\r\n{\"tex\r\nzz\r\n", "Transfer-Encoding: chunked\r\n"))
            #expect(bad.hasPrefix("HTTP/1.1 400 "))
            #expect(bad.contains("application/problem+json"))
        }
    }

    @Test("the client can read the response to an oversized body even while it sends all of it", arguments: [true, false])
    func largeBody(declares: Bool) async throws {
        try await LiveServer.run(Self.routes) { port in
            let size = 1 << 20
            let body = String(repeating: "x", count: size)
            let request =
                declares
                ? Self.post(body, "Content-Length: \(size)\r\n")
                : Self.post("\(String(size, radix: 16))\r\n\(body)\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n")
            let text = try await RawConnection.exchange(port, request)
            #expect(text.hasPrefix("HTTP/1.1 413 "))
            #expect(text.contains("content-too-large"))
        }
    }

    /// The body never ends, so it must time out. A slow machine needs time to respond.
    @Test("a body that never ends is rejected with 408")
    func slowBody() async throws {
        let limits = ConnectionLimits(body: .milliseconds(100), failing: .seconds(50))
        try await LiveServer.run(Self.routes, limits: limits) { port in
            let text = try await RawConnection.exchange(port, Self.post("{", "Content-Length: 100\r\n"))
            #expect(text.hasPrefix("HTTP/1.1 408 "))
            #expect(text.contains("request-timeout") && text.lowercased().contains("x-request-id"))
        }
    }

    @Test("a header that never ends is rejected with 408")
    func slowHeader() async throws {
        try await LiveServer.run(Self.routes, limits: ConnectionLimits(head: .seconds(5))) { port in
            let text = try await RawConnection.run(port) { connection in
                try await connection.send(Self.get)
                _ = try await connection.read(until: "\"hello\"")
                try await connection.send("GET /hello HTTP/1.1\r\nHos")
                return await connection.readToEnd()
            }
            #expect(count("HTTP/1.1 408 ", in: text) == 1)
        }
    }

    @Test("an idle connection is closed")
    func idle() async throws {
        try await LiveServer.run(Self.routes, limits: ConnectionLimits(idle: .milliseconds(100))) { port in
            let text = try await RawConnection.exchange(port, Self.get)
            #expect(text.hasSuffix("\"hello\""))
        }
    }

    @Test("connections above the limit receive 503, and a closed connection makes room for another")
    func connectionLimit() async throws {
        let registry = MetricRegistry(MetricFamily.http)
        // A slow client still receives its rejection.
        let limits = ConnectionLimits(linger: .seconds(600), connections: 1)
        try await LiveServer.run(Self.routes, limits: limits, metrics: registry) { port in
            try await RawConnection.run(port) { connection in
                try await connection.send(Self.get)
                #expect(try await connection.read(until: "\"hello\"").hasPrefix("HTTP/1.1 200 "))
                let rejected = try await RawConnection.exchange(port, Self.get)
                #expect(rejected.hasPrefix("HTTP/1.1 503 "))
                #expect(rejected.contains("Retry-After: 5\r\n") && rejected.contains("\"code\":\"overloaded\""))
                #expect(registry.exposition().contains("http_connections 1\n"))
                try await connection.send(Self.get)
                _ = try await connection.read(until: "\"hello\"HTTP/1.1 200 ")
            }
            var answer = ""
            repeat { answer = try await RawConnection.exchange(port, Self.last) } while answer.hasPrefix("HTTP/1.1 503 ")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
        #expect(registry.exposition().contains("http_connections 0\n"))
        #expect(registry.exposition().contains("http_connections_rejected_total "))
    }

    @Test("the metrics server responds over its own socket")
    func metricsServer() async throws {
        let registry = MetricRegistry()
        Counter(label: "c", factory: registry).increment()
        let (ports, port) = AsyncStream<Int>.makeStream()
        let logger = Self.silent
        let server = MetricsServer(registry, address: .hostname("127.0.0.1", port: 0), logger: logger) {
            port.yield($0.localAddress?.port ?? 0)
        }
        try await LiveServer.run(server, limits: ConnectionLimits(), ports: ports, logger: logger) { port in
            let text = try await RawConnection.exchange(port, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(text.contains("\r\n\r\n# HELP c"))
        }
    }

    private static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
