import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The SMTP listener of the relay.
final class RelayListener: Service {
    private struct Connections {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let service: AppleService
    private let host: String
    private let port: Int
    private let limits: RelayLimits
    private let announce: @Sendable (Int) -> Void
    private let connections = Mutex(Connections())

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 lets the system choose.
    ///   - announce: called once with the port, when the relay listens.
    init(
        _ service: AppleService, host: String, port: Int, limits: RelayLimits = RelayLimits(),
        announce: @escaping @Sendable (Int) -> Void
    ) {
        self.service = service
        self.host = host
        self.port = port
        self.limits = limits
        self.announce = announce
    }

    /// Listens until the task is cancelled or a shutdown begins, then closes all connections.
    ///
    /// - Throws: `IOError` if the port is unavailable.
    func run() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = RelayHandler(
                        RelayConversation(service, limits: limits), closing: limits.closing, isRejected: !admit(channel))
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(host: host, port: port).get()
        announce(server.localAddress?.port ?? 0)
        _ = await withTaskCancellationOrGracefulShutdownHandler {
            try? await server.closeFuture.get()
        } onCancelOrGracefulShutdown: {
            server.close(promise: nil)
        }
        let open = connections.withLock { connections in
            connections.isClosed = true
            return Array(connections.channels.values)
        }
        for channel in open { channel.close(promise: nil) }
    }

    /// Counts a connection until it is closed. Returns false at the limit.
    private func admit(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdmitted = connections.withLock { connections in
            guard !connections.isClosed, connections.channels.count < limits.connections else { return false }
            connections.channels[id] = channel
            return true
        }
        if isAdmitted {
            channel.closeFuture.whenComplete { [self] _ in
                connections.withLock { $0.channels[id] = nil }
            }
        }
        return isAdmitted
    }
}

/// Connects a conversation with its channel, and ends it at its time limits.
private final class RelayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var conversation: RelayConversation
    private let closing: Duration
    private let isRejected: Bool
    private var deadline: Scheduled<Void>?

    init(_ conversation: RelayConversation, closing: Duration, isRejected: Bool) {
        self.conversation = conversation
        self.closing = closing
        self.isRejected = isRejected
    }

    func channelActive(context: ChannelHandlerContext) {
        perform(isRejected ? conversation.rejectConnection() : [.reply(conversation.greeting)], context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        perform(conversation.receive(unwrapInboundIn(data).readableBytesView), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ effects: [RelayConversation.Effect], _ context: ChannelHandlerContext) {
        guard !effects.isEmpty else { return }
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(conversation.timeLimit)) {
            self.perform(self.conversation.expire(), context)
        }
        for effect in effects {
            switch effect {
            case .reply(let reply):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply.description)), promise: nil)
            case .close: close(context)
            }
        }
    }

    /// Closes the connection after the client had time to read the last reply. Closing at once, with unread bytes of the client,
    /// could discard that reply.
    private func close(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(closing)) { context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
    }
}
