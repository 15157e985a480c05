import NIOCore
import NIOEmbedded
import Testing

@testable import AccountServer

/// Imitates a socket whose client does not read: holds writes until it is released.
private final class Stalled: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    var held: [EventLoopPromise<Void>?] = []
    var closed: CloseMode?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) { held.append(promise) }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        closed = mode
        context.close(mode: .all, promise: promise)
    }

    func takeOne() { held.removeFirst()?.succeed() }
}

@Suite("Clients that do not read")
struct WriteTimerTests {
    private func connection() throws -> (EmbeddedChannel, Stalled) {
        let channel = EmbeddedChannel()
        let stalled = Stalled()
        try channel.pipeline.syncOperations.addHandlers([stalled, WriteTimer(limit: .seconds(30))])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return (channel, stalled)
    }

    private func write(_ channel: EmbeddedChannel) { channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil) }

    @Test("a client that reads nothing is disconnected after the time limit, and one that reads everything is not")
    func taking() throws {
        let (channel, stalled) = try connection()
        write(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        stalled.takeOne()
        channel.embeddedEventLoop.advanceTime(by: .seconds(100))
        #expect(channel.isActive)
        write(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("each piece has its own time limit, so occasional reads do not extend it")
    func dripping() throws {
        let (channel, stalled) = try connection()
        for _ in 0..<10 { write(channel) }
        for _ in 0..<5 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(5))
            stalled.takeOne()
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }

    @Test("a close waits for pending writes, and the timer does not wait for either")
    func closing() throws {
        let (channel, stalled) = try connection()
        write(channel)
        write(channel)
        channel.close(promise: nil)
        stalled.takeOne()
        #expect(stalled.closed == nil)
        stalled.takeOne()
        #expect(stalled.closed == .all)
        let (other, otherStalled) = try connection()
        write(other)
        other.close(mode: .output, promise: nil)
        other.close(promise: nil)
        other.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(otherStalled.closed == .all)
    }

    @Test("closing now waits for nothing")
    func closingNow() throws {
        let (channel, stalled) = try connection()
        write(channel)
        channel.triggerUserOutboundEvent(CloseNow(), promise: nil)
        #expect(stalled.closed == .all)
    }

    @Test("an excess connection gets a response to any bytes and is closed")
    func rejection() throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(RejectionHandler(answer: Array("no".utf8), limit: .seconds(2)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        try channel.writeInbound(ByteBuffer(string: "GET"))
        try channel.writeInbound(ByteBuffer(string: " / HTTP/1.1"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "no"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
        let silent = EmbeddedChannel()
        try silent.pipeline.syncOperations.addHandler(RejectionHandler(answer: [], limit: .seconds(2)))
        try silent.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        silent.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!silent.isActive)
    }
}
