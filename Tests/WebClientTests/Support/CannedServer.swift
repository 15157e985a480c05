import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback that answers every request with the same bytes, whatever was asked.
struct CannedServer {
    let port: Int
    private let channel: any Channel
    private let heard: Heard

    /// What the clients sent, one text for each connection that sent a whole request head.
    var requests: [String] { heard.texts.withLock { $0 } }

    /// - Parameter answer: nil: the server never answers.
    @discardableResult
    static func serving<T>(
        _ answer: String?, address: String = "127.0.0.1", tls: TLSConfiguration? = nil,
        _ body: (CannedServer) async throws -> T
    ) async throws -> T {
        let heard = Heard()
        let context = try tls.map { try NIOSSLContext(configuration: $0) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
                    try channel.pipeline.syncOperations.addHandler(CannedAnswer(answer, heard: heard))
                }
            }
            .bind(host: address, port: 0).get()
        let server = CannedServer(port: channel.localAddress?.port ?? 0, channel: channel, heard: heard)
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    fileprivate final class Heard: Sendable {
        let texts = Mutex<[String]>([])
    }
}

private final class CannedAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String?
    private let heard: CannedServer.Heard
    private var text = ""

    init(_ answer: String?, heard: CannedServer.Heard) {
        self.answer = answer
        self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.contains("\r\n\r\n") else { return }
        heard.texts.withLock { $0.append(text) }
        text = ""
        guard let answer else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
