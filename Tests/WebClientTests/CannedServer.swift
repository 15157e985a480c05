import InternetAddresses
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import WebClient

/// A server on loopback that responds to every request with the same bytes.
struct CannedServer {
    let port: Int
    private let channel: any Channel
    private let heard: Heard

    /// The clients' data, one text for each connection that sent a complete request head.
    var requests: [String] { heard.texts.withLock { $0 } }

    /// - Parameters:
    ///   - answer: nil for a server that never responds.
    ///   - closes: false for a server that keeps its connections after the answer.
    @discardableResult
    static func serving<T>(
        _ answer: String?, address: String = "127.0.0.1", tls: TLSConfiguration? = nil, closes: Bool = true,
        _ body: (CannedServer) async throws -> T
    ) async throws -> T {
        let heard = Heard()
        let context = try tls.map { try NIOSSLContext(configuration: $0) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
                    try channel.pipeline.syncOperations.addHandler(CannedAnswer(answer, closes: closes, heard: heard))
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
    private let closes: Bool
    private let heard: CannedServer.Heard
    private var text = ""

    init(_ answer: String?, closes: Bool, heard: CannedServer.Heard) {
        self.answer = answer
        self.closes = closes
        self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.contains("\r\n\r\n") else { return }
        heard.texts.withLock { $0.append(text) }
        text = ""
        guard let answer else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        if closes { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Returns the listed results in turn; the last one repeats.
final class FixedResolver: HostResolver {
    private let answers: [[IPAddress]]
    private let asked = Mutex(0)

    var lookUps: Int { asked.withLock { $0 } }

    init(_ answers: [String]...) throws {
        self.answers = try answers.map { try $0.map { try IPAddress($0) } }
    }

    func addresses(of host: String) async -> [IPAddress] {
        let index = asked.withLock { count in
            count += 1
            return count - 1
        }
        return answers[min(index, answers.count - 1)]
    }
}

extension WebLimits {
    /// For machines under heavy load.
    static let patient = WebLimits(connecting: .seconds(600), total: .seconds(600))
}
