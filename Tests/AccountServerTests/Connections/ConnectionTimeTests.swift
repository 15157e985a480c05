import Accounts
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Secrets
import Testing

@testable import AccountServer

/// Imitates a socket that can be half-closed, which an embedded channel cannot.
private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = NIOAny

    private(set) var reads = 0

    func read(context: ChannelHandlerContext) {
        reads += 1
        context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .all { context.close(promise: promise) } else { promise?.succeed() }
    }
}

/// A connection without a socket whose clock the test moves. Bytes enter before the decoder, and parts leave after it.
private struct TimedConnection {
    let channel = EmbeddedChannel()
    let socket = HalfClosing()
    var isOpen: Bool { channel.isActive }

    init(_ limits: ConnectionLimits = ConnectionLimits()) throws {
        let handler = ExchangeHandler(limits: limits) { problem in
            FinalAnswer(problem, instance: RequestIdentifier(random: SystemRandomBytes()), securityHeaders: SecurityHeaders())
        }
        try channel.pipeline.syncOperations.addHandlers([socket, WriteTimer(limit: limits.reading), handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    func bytes() { channel.pipeline.fireUserInboundEventTriggered(BytesArrived()) }

    func request(_ parts: HTTPRequestPart...) throws {
        for part in parts {
            try channel.writeInbound(part)
        }
    }

    func respond(_ parts: HTTPResponsePart...) throws {
        for part in parts { try channel.writeOutbound(part) }
    }

    func advance(_ duration: Duration) { channel.embeddedEventLoop.advanceTime(by: TimeAmount(duration)) }

    /// Returns the sent parts without bodies.
    func sent() throws -> [String] {
        var sent: [String] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            switch part {
            case .head(let head): sent.append("\(head.status.code) \(head.headerFields[.connection] ?? "")")
            case .body: break
            case .end: sent.append("end")
            }
        }
        return sent
    }

    static let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/"))
    static let byte = HTTPRequestPart.body(ByteBuffer(string: "x"))
    static let ok = HTTPResponsePart.head(HTTPResponse(status: .ok))
}

@Suite("Time limits for clients")
struct ConnectionTimeTests {
    @Test("a slow header is rejected with 408 after its time limit, and a header within the limit is accepted")
    func head() throws {
        let slow = try TimedConnection()
        for _ in 0..<9 {
            slow.bytes()
            slow.advance(.seconds(1))
        }
        #expect(slow.isOpen)
        slow.advance(.seconds(1))
        #expect(try slow.sent() == ["408 close", "end"])
        let prompt = try TimedConnection()
        prompt.advance(.seconds(9))
        try prompt.request(TimedConnection.head, .end(nil))
        prompt.advance(.seconds(60))
        #expect(prompt.isOpen)
        #expect(try prompt.sent() == [])
    }

    @Test("a silent connection is closed without a response")
    func silence() throws {
        let connection = try TimedConnection()
        connection.advance(.seconds(10))
        #expect(!connection.isOpen)
        #expect(try connection.sent() == [])
    }

    @Test("a slow body makes its request fail with a response, and the connection ends")
    func body() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head)
        for _ in 0..<29 {
            try connection.request(TimedConnection.byte)
            connection.advance(.seconds(1))
        }
        #expect(throws: Never.self) { try connection.channel.throwIfErrorCaught() }
        connection.advance(.seconds(1))
        #expect(throws: Problem.self) { try connection.channel.throwIfErrorCaught() }
        try connection.respond(.head(HTTPResponse(status: .requestTimeout)), .end(nil))
        #expect(try connection.sent() == ["408 close", "end"])
        connection.advance(.seconds(2))
        #expect(!connection.isOpen)
    }

    @Test("a handler that does not respond to a failed request is not waited for, even if the body ends")
    func failedBody() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head)
        connection.advance(.seconds(30))
        #expect(throws: Problem.self) { try connection.channel.throwIfErrorCaught() }
        try connection.request(.end(nil))
        connection.advance(.seconds(1))
        #expect(!connection.isOpen)
    }

    @Test("a handler has no time limit once the request is complete")
    func handling() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head, TimedConnection.byte, .end(nil))
        connection.advance(.seconds(600))
        try connection.respond(TimedConnection.ok, .end(nil))
        #expect(connection.isOpen)
        #expect(try connection.sent() == ["200 ", "end"])
    }

    @Test("an idle connection is closed after its time limit, after any exchange")
    func idle() throws {
        let connection = try TimedConnection()
        for _ in 0..<3 {
            try connection.request(TimedConnection.head, .end(nil))
            try connection.respond(TimedConnection.ok, .end(nil))
            connection.advance(.seconds(29))
            #expect(connection.isOpen)
        }
        connection.advance(.seconds(1))
        #expect(!connection.isOpen)
    }

    @Test("the first byte of another request starts the header's time limit, and later bytes do not restart it")
    func furtherHead() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head, .end(nil))
        try connection.respond(TimedConnection.ok, .end(nil))
        _ = try connection.sent()
        connection.advance(.seconds(29))
        for _ in 0..<9 {
            connection.bytes()
            connection.advance(.seconds(1))
        }
        #expect(try connection.sent() == [])
        connection.advance(.seconds(1))
        #expect(try connection.sent() == ["408 close", "end"])
    }

    @Test("a response before the end of the request ends the connection, and later bytes are discarded")
    func earlyAnswer() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head, TimedConnection.byte)
        _ = try connection.channel.readInbound(as: HTTPRequestPart.self)
        _ = try connection.channel.readInbound(as: HTTPRequestPart.self)
        try connection.respond(TimedConnection.ok, .end(nil))
        #expect(try connection.sent() == ["200 close", "end"])
        #expect(connection.isOpen)
        try connection.request(TimedConnection.byte, .end(nil), TimedConnection.head)
        #expect(try connection.channel.readInbound(as: HTTPRequestPart.self) == nil)
        // Later handlers do not read any more, but bytes to discard must still be read.
        let reads = connection.socket.reads
        connection.channel.pipeline.fireChannelReadComplete()
        #expect(connection.socket.reads == reads + 1)
        connection.advance(.seconds(2))
        #expect(!connection.isOpen)
    }

    @Test("a flood of bytes after the last response is cut off")
    func flood() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head)
        try connection.respond(TimedConnection.ok, .end(nil))
        let piece = HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1 << 19))
        try connection.request(piece, piece)
        #expect(connection.isOpen)
        try connection.request(TimedConnection.byte)
        #expect(!connection.isOpen)
    }

    @Test(
        "the connection is closed after the response if the client asks for it",
        arguments: ["close", "Close", "keep-alive, close", "x ,CLOSE "])
    func closing(value: String) throws {
        let connection = try TimedConnection()
        let head = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/", headerFields: [.connection: value])
        try connection.request(.head(head), .end(nil))
        try connection.respond(TimedConnection.ok, .end(nil))
        #expect(try connection.sent() == ["200 close", "end"])
        connection.advance(.seconds(2))
        #expect(!connection.isOpen)
    }

    @Test("a client that disconnects during its request is closed, and the channel handles one that disconnects when idle")
    func hangingUp() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head, .end(nil))
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!connection.isOpen)
        let idle = try TimedConnection()
        idle.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(idle.isOpen)
    }

    @Test("a shutdown completes responses, announces the close, and closes the remaining connections after its time limit")
    func shutdown() throws {
        let connection = try TimedConnection()
        try connection.request(TimedConnection.head, .end(nil))
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try connection.respond(TimedConnection.ok)
        #expect(try connection.sent() == ["200 close"])
        while try connection.channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try connection.request(TimedConnection.head, .end(nil))
        #expect(try connection.channel.readInbound(as: HTTPRequestPart.self) == nil)
        connection.advance(.seconds(9))
        try connection.respond(.body(ByteBuffer(string: "x")))
        #expect(connection.isOpen)
        connection.advance(.seconds(1))
        #expect(!connection.isOpen)
    }
}
