import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestKit

/// A mail server in the test's process. It follows one script for each connection, faults included.
struct ScriptedServer: Sendable {
    /// An action of the server after the condition of its step.
    enum Action: Sendable {
        /// Sends text and CRLF.
        case reply(String)
        /// Sends only these bytes.
        case raw(String)
        /// Performs the TLS handshake.
        case startTLS
        case close
        /// Does nothing more. Clocks that wait for this then expire.
        case silence
    }

    /// A condition and the actions after it.
    struct Step: Sendable {
        /// The beginning of the line, or nil for the connection itself. `.` is the end of the content.
        let after: String?
        let actions: [Action]
    }

    let port: Int
    /// The lines that each connection received, and the content of messages as one line each.
    let heard: Watched<[[String]]>
    /// Whether the server performed ``Action/silence``.
    let isSilent: Watched<Bool>

    /// Runs a server during the call. Connections after the last script are closed at once.
    @discardableResult
    static func serving<Result>(
        _ scripts: [Step]..., tls: TLSConfiguration? = nil, startTLS: TLSConfiguration? = nil,
        _ body: (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let first = try tls.map { try NIOSSLContext(configuration: $0) }
        let later = try startTLS.map { try NIOSSLContext(configuration: $0) }
        let waiting = Mutex(scripts)
        let (heard, isSilent) = (Watched<[[String]]>([]), Watched(false))
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let first { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: first)) }
                    let script = waiting.withLock { $0.isEmpty ? [Step(after: nil, actions: [.close])] : $0.removeFirst() }
                    let number = heard.change { lines in
                        lines.append([])
                        return lines.count - 1
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        ScriptedConnection(script, tls: later, hears: { line in heard.change { $0[number].append(line) } }) {
                            isSilent.value = true
                        })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = ScriptedServer(port: channel.localAddress?.port ?? 0, heard: heard, isSilent: isSilent)
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }
}

private final class ScriptedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var script: ArraySlice<ScriptedServer.Step>
    private let tls: NIOSSLContext?
    private let hears: @Sendable (String) -> Void
    private let falls: @Sendable () -> Void
    private var text = ""
    private var readsContent = false

    init(
        _ script: [ScriptedServer.Step], tls: NIOSSLContext?, hears: @escaping @Sendable (String) -> Void,
        fallsSilent: @escaping @Sendable () -> Void
    ) {
        self.script = script[...]
        self.tls = tls
        self.hears = hears
        falls = fallsSilent
    }

    func channelActive(context: ChannelHandlerContext) {
        if script.first?.after == nil { perform(script.removeFirst().actions, context) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        while let end = text.firstRange(of: readsContent ? "\r\n.\r\n" : "\r\n") {
            let line = String(text[..<end.lowerBound])
            text = String(text[end.upperBound...])
            hears(line)
            let isExpected = readsContent ? script.first?.after == "." : script.first?.after.map { line.hasPrefix($0) } == true
            readsContent = false
            guard isExpected else { return context.close(promise: nil) }
            perform(script.removeFirst().actions, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ actions: [ScriptedServer.Action], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .reply(let text):
                readsContent = text.hasPrefix("354")
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
            case .raw(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
            case .startTLS:
                guard let tls else { return context.close(promise: nil) }
                try? context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
            case .close: context.close(promise: nil)
            case .silence: falls()
            }
        }
    }
}

extension ScriptedServer.Step {
    static func greeting(_ actions: ScriptedServer.Action...) -> Self { Self(after: nil, actions: actions) }

    static func on(_ command: String, _ actions: ScriptedServer.Action...) -> Self { Self(after: command, actions: actions) }

    static func on(_ command: String, _ reply: String) -> Self { Self(after: command, actions: [.reply(reply)]) }
}
