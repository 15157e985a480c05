import Accounts
import CoreMetrics
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Secrets

/// Hummingbird's HTTP/1 channel within ``ConnectionLimits``.
///
/// Hummingbird's own idle timeout starts again with every byte, so that a client that drips holds a connection for as long as it likes; and
/// what a handler does is not stopped when its client goes away. Here every wait for a client has an end, and a handler's task is cancelled
/// when the connection closes.
struct BoundedChannel: ServerChildChannel {
    private let base: HTTP1Channel
    private let limits: ConnectionLimits
    private let count: ConnectionCount
    private let answer: @Sendable (Problem) -> FinalAnswer

    init(
        responder: @escaping HTTP1Channel.Responder, limits: ConnectionLimits, securityHeaders: SecurityHeaders,
        metrics: any MetricsFactory
    ) {
        let answer: @Sendable (Problem) -> FinalAnswer = { problem in
            FinalAnswer(problem, instance: RequestIdentifier(random: SystemRandomBytes()), securityHeaders: securityHeaders)
        }
        base = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ExchangeHandler(limits: limits, answer: answer)],
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                    maxHeaderFieldCount: limits.headerFields)))
        self.limits = limits
        self.answer = answer
        count = ConnectionCount(limit: limits.connections, metrics: metrics)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let isAdmitted = count.admit()
        if isAdmitted {
            let count = count
            channel.closeFuture.whenComplete { _ in count.release() }
        }
        return channel.eventLoop.makeCompletedFuture {
            if isAdmitted {
                try channel.pipeline.syncOperations.addHandler(WriteTimer(limit: limits.reading))
            } else {
                let refusal = answer(.overloaded(cause: "too many connections"))
                try channel.pipeline.syncOperations.addHandler(RefusalHandler(answer: refusal.bytes, limit: limits.linger))
            }
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(HostCheck(), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await base.handle(value: value, logger: logger) }
                group.addTask { try? await value.channel.closeFuture.get() }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
