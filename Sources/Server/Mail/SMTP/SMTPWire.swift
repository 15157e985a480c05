internal import InternetAddresses
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
internal import WebClient

/// A connection to a server, which sends one command at a time and receives its reply.
struct SMTPWire: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<SMTPReplyHandler>
    private let server: SMTPServer
    /// Nil for a server without encryption.
    private let tls: NIOSSLContext?
    private let timeouts: SMTPTimeouts
    private let clock: any Clock<Duration>

    /// Connects. Performs the handshake if TLS precedes the greeting.
    static func connect(
        to server: SMTPServer, timeouts: SMTPTimeouts, clock: any Clock<Duration>
    ) async throws(MailFault) -> SMTPWire {
        do {
            let host = server.address?.description ?? server.host.description
            // Reads the system's certificate authorities, which would block the event loop.
            let tls = server.security == .loopback ? nil : try NIOSSLContext(configuration: server.trust.configuration())
            let (channel, handler) = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(timeouts.connecting))
                .connect(host: host, port: server.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = SMTPReplyHandler(on: channel.eventLoop)
                        try channel.pipeline.syncOperations.addHandler(handler)
                        if server.security == .implicitTLS { try addTLS(tls, to: channel, for: server) }
                        return (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
                    }
                }
            let wire = SMTPWire(channel: channel, handler: handler, server: server, tls: tls, timeouts: timeouts, clock: clock)
            if server.security == .implicitTLS { try await wire.awaitHandshake() }
            return wire
        } catch {
            throw MailFault(error)
        }
    }

    /// Waits for the server's first reply.
    func greeting() async throws(MailFault) -> SMTPReply {
        try await wait(.greeting) { $0.greeting.futureResult }
    }

    /// Sends one command, and returns the reply.
    func send(_ command: String) async throws(MailFault) -> SMTPReply {
        precondition(!command.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "the types of arguments exclude line ends")
        let bytes = ByteBuffer(string: command + "\r\n")
        return try await wait(.command) { handler in handler.write(bytes).flatMap { $0 } }
    }

    /// Sends the message. Returns a function that waits for the reply. After this method returns, the server may have the message.
    func send(content: ByteBuffer) async throws(MailFault) -> (() async throws(MailFault) -> SMTPReply) {
        let reply = try await wait(.content) { $0.write(content) }
        return { () async throws(MailFault) -> SMTPReply in try await wait(.completion) { _ in reply } }
    }

    /// Performs the handshake after the server accepted STARTTLS. Bytes that arrive before the handshake are a fault, and are never parsed as
    /// replies.
    func startTLS() async throws(MailFault) {
        do {
            let (channel, server, tls) = (channel, server, tls)
            try await channel.eventLoop.submit { [handler] in
                if let fault = handler.value.fault { throw fault }
                try Self.addTLS(tls, to: channel, for: server)
            }.get()
        } catch {
            throw MailFault(error)
        }
        try await awaitHandshake()
    }

    func close() async {
        try? await channel.close()
    }

    private func awaitHandshake() async throws(MailFault) {
        try await wait(.handshake) { $0.handshake.futureResult }
    }

    /// Calls `start` on the event loop, and waits for its result. At the time limit of the phase, or if the task is cancelled, the connection
    /// fails; ``Swift/Duration/afterCancellation`` later if the server may have the message.
    private func wait<Result: Sendable>(
        _ phase: SMTPPhase, _ start: @escaping @Sendable (SMTPReplyHandler) -> EventLoopFuture<Result>
    ) async throws(MailFault) -> Result {
        let result = channel.eventLoop.flatSubmit { [handler] in start(handler.value) }
        do {
            return try await withTaskCancellationHandler {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        try await clock.sleep(for: timeouts.limit(of: phase))
                        fail(.timedOut(phase), in: phase)
                    }
                    defer { group.cancelAll() }
                    return try await result.get()
                }
            } onCancel: {
                guard phase == .completion else { return fail(.cancelled, in: phase) }
                Task {
                    try? await clock.sleep(for: .afterCancellation)
                    fail(.cancelled, in: phase)
                }
            }
        } catch {
            throw MailFault(error)
        }
    }

    private func fail(_ fault: MailFault, in phase: SMTPPhase) {
        channel.eventLoop.execute { [handler] in handler.value.fail(fault, in: phase) }
    }

    private static func addTLS(_ context: NIOSSLContext?, to channel: any Channel, for server: SMTPServer) throws {
        guard let context else { throw MailFault.encryptionMissing }
        // An IP address is not a server name (RFC 6066 section 3). NIOSSL then verifies that the certificate is for the address.
        let name = server.host.address == nil ? server.host.description : nil
        let handler = try NIOSSLClientHandler(context: context, serverHostname: name)
        try channel.pipeline.syncOperations.addHandler(handler, position: .first)
    }
}

/// Passes each reply to the command that waits for it. A reply without a waiting command fails the connection.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let greeting: EventLoopPromise<SMTPReply>
    let handshake: EventLoopPromise<Void>
    private(set) var fault: MailFault?
    private var parser = SMTPReplyParser()
    private var waiting: EventLoopPromise<SMTPReply>?
    private var channel: (any Channel)?

    init(on loop: any EventLoop) {
        greeting = loop.makePromise()
        handshake = loop.makePromise()
        waiting = greeting
    }

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
    }

    /// Writes bytes and returns the reply to them. A reply is expected from the moment when all bytes are written.
    func write(_ bytes: ByteBuffer) -> EventLoopFuture<EventLoopFuture<SMTPReply>> {
        guard let channel, fault == nil else { return greeting.futureResult.eventLoop.makeFailedFuture(fault ?? .closed) }
        return channel.writeAndFlush(bytes).assumeIsolated().flatMapErrorThrowing { [self] error in
            throw fault ?? MailFault(error)
        }.flatMapThrowing { [self] in
            if let fault { throw fault }
            let reply = channel.eventLoop.makePromise(of: SMTPReply.self)
            waiting = reply
            return reply.futureResult
        }.nonisolated()
    }

    /// Fails the connection in a phase; not if all bytes of the content were written meanwhile, because the next phase has its own limit.
    func fail(_ fault: MailFault, in phase: SMTPPhase) {
        if phase == .content, waiting != nil { return }
        fail(fault)
    }

    private func fail(_ fault: MailFault) {
        guard self.fault == nil else { return }
        self.fault = fault
        greeting.fail(fault)
        handshake.fail(fault)
        waiting?.fail(fault)
        waiting = nil
        channel?.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil else { return }
        guard let waiting else { return fail(.malformedReply(.textAfterReply)) }
        do throws(SMTPReplyFault) {
            guard let reply = try parser.feed(unwrapInboundIn(data).readableBytesView) else { return }
            self.waiting = nil
            waiting.succeed(reply)
        } catch {
            fail(.malformedReply(error))
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { handshake.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(.closed)
        context.fireChannelInactive()
    }

    /// Fails the pending replies. SwiftNIO calls this even if the connection was never opened.
    func handlerRemoved(context: ChannelHandlerContext) {
        fail(.closed)
        channel = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(MailFault(error))
    }
}

extension MailFault {
    /// Converts an error of the network.
    init(_ error: any Error) {
        switch error {
        case let fault as MailFault: self = fault
        // The connection ended without the end of TLS, usually because the server ended.
        case NIOSSLError.uncleanShutdown: self = .closed
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = .untrusted
        case is CancellationError: self = .cancelled
        case ChannelError.connectTimeout, is NIOConnectionError: self = .unreachable
        default: self = .closed
        }
    }
}
