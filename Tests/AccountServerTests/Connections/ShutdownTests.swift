import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Testing

@testable import AccountServer

@Suite("Operations that are not waited for", .timeLimit(.minutes(20)))
struct ShutdownTests {
    /// Returns handlers that never end, in several ways; `ended` receives a value when one is stopped.
    private func routes(_ ended: AsyncStream<String>.Continuation) -> [Route] {
        [
            Route(.get, "/stream") { _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        defer { ended.yield("stream") }
                        while true { try await writer.write(ByteBuffer(repeating: UInt8(ascii: "x"), count: 65_536)) }
                    })
            },
            Route(.get, "/silent") { _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        defer { ended.yield("silent") }
                        try await writer.write(ByteBuffer(string: "begun"))
                        try await Task.sleep(for: .seconds(86_400))
                    })
            },
            Route(.get, "/wait") { _ in
                defer { ended.yield("wait") }
                try await Task.sleep(for: .seconds(86_400))
                return .noContent
            },
            Route(.get, "/quick") { _ in .noContent },
        ]
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

    @Test(
        "a shutdown ends within its limit despite an endless response, whether the client reads it or not",
        arguments: ["/silent", "/stream"])
    func endlessResponse(path: String) async throws {
        let (ends, ended) = AsyncStream<String>.makeStream()
        try await LiveServer.run(routes(ended), limits: ConnectionLimits(shutdown: .milliseconds(200))) { port in
            let (begun, begins) = AsyncStream<Void>.makeStream()
            Task {
                try? await RawConnection.run(port) { connection in
                    try await connection.send(Self.get(path))
                    _ = try await connection.read(until: path == "/silent" ? "begun" : "xxx")
                    begins.yield()
                    // The client neither reads nor disconnects before the server gives up.
                    for await _ in ends { break }
                }
            }
            for await _ in begun { break }
        }
    }

    @Test("a group's shutdown and its cancellation are limited")
    func group() {
        var configuration = ServiceGroupConfiguration(
            services: [any Service](), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        configuration.bound(by: ConnectionLimits(shutdown: .seconds(7)), cancellation: .seconds(3))
        #expect(configuration.maximumGracefulShutdownDuration == .seconds(7))
        #expect(configuration.maximumCancellationDuration == .seconds(3))
    }

    @Test("a shutdown closes idle connections at once and completes requests in progress")
    func draining() async throws {
        let (_, ended) = AsyncStream<String>.makeStream()
        let (arrived, arrives) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let slow = Route(.get, "/slow") { _ in
            arrives.yield()
            for await _ in released { break }
            return .content(Array("done".utf8), type: "text/plain")
        }
        // With this limit, the test would time out if anything waited for it.
        let limits = ConnectionLimits(shutdown: .seconds(600))
        let answers = AsyncStream<String>.makeStream()
        try await LiveServer.run(routes(ended) + [slow], limits: limits) { port in
            Task {
                let text = try? await RawConnection.exchange(port, Self.get("/slow"))
                answers.continuation.yield(text ?? "nothing")
            }
            Task {
                let text = try? await RawConnection.run(port) { connection in
                    try await connection.send(Self.get("/quick"))
                    _ = try await connection.read(until: "HTTP/1.1 204")
                    arrives.yield()
                    return await connection.readToEnd()
                }
                answers.continuation.yield(text ?? "nothing")
                // The shutdown has closed the idle connection; now the slow request may complete.
                release.yield()
            }
            var iterator = arrived.makeAsyncIterator()
            for _ in 0..<2 { await iterator.next() }
        }
        var iterator = answers.stream.makeAsyncIterator()
        #expect(await iterator.next()?.hasPrefix("HTTP/1.1 204 ") == true)
        let slowAnswer = await iterator.next()
        #expect(slowAnswer?.hasSuffix("done") == true)
        #expect(slowAnswer?.lowercased().contains("connection: close") == true)
    }

    @Test("a handler is cancelled when its client disconnects", arguments: ["/wait", "/silent"])
    func abandoned(path: String) async throws {
        let (ends, ended) = AsyncStream<String>.makeStream()
        try await LiveServer.run(routes(ended)) { port in
            try await RawConnection.run(port) { connection in
                try await connection.send(Self.get("/quick") + Self.get(path))
                _ = try await connection.read(until: "HTTP/1.1 204")
            }
            var iterator = ends.makeAsyncIterator()
            #expect(await iterator.next() == String(path.dropFirst()))
        }
    }

    @Test("a client that does not read its response is disconnected")
    func notReading() async throws {
        let (ends, ended) = AsyncStream<String>.makeStream()
        try await LiveServer.run(routes(ended), limits: ConnectionLimits(reading: .milliseconds(200))) { port in
            try await RawConnection.run(port) { connection in
                try await connection.send(Self.get("/stream"))
                var iterator = ends.makeAsyncIterator()
                #expect(await iterator.next() == "stream")
            }
        }
    }
}
