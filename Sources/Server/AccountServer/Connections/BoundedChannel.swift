import Accounts
package import CoreMetrics
package import Hummingbird
package import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Secrets
import Synchronization

/// Hummingbird's HTTP/1 channel with ``ConnectionLimits``.
///
/// Hummingbird's idle timeout restarts with every byte, so a client that sends slowly can hold a connection indefinitely, and a
/// handler continues after its client disconnects. This channel limits every wait for a client and cancels the handler's task
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
                let rejection = answer(.overloaded(cause: "too many connections"))
                try channel.pipeline.syncOperations.addHandler(RejectionHandler(answer: rejection.bytes, limit: limits.linger))
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

extension HTTPServerBuilder {
    /// Returns an HTTP/1.1 server with `limits`. Its responses to requests that never reach a handler are problem documents with
    /// `securityHeaders`. `metrics` receives the numbers of open and rejected connections.
    package static func bounded(
        _ limits: ConnectionLimits = ConnectionLimits(), securityHeaders: SecurityHeaders = SecurityHeaders(),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            BoundedChannel(responder: responder, limits: limits, securityHeaders: securityHeaders, metrics: metrics)
        }
    }
}

extension ApplicationConfiguration {
    /// Returns the configuration for ``HTTPServerBuilder/bounded(_:securityHeaders:)``: it listens on `address` and stops
    /// accepting connections above the limit of rejections.
    package static func bounded(_ limits: ConnectionLimits = ConnectionLimits(), address: BindAddress) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: address,
            availableConnectionsDelegate: MaximumAvailableConnections(limits.connections + limits.rejections))
    }
}

/// Runs tasks on the event loop of the connection whose requests they handle.
///
/// By default, tasks run on Swift's own threads. Every request then moves to another thread and its response back, and both wait
/// for a processor while passwords are being hashed. On the event loop, a request is read, handled and written without a thread
/// switch. Handlers must therefore not block: hashing has separate threads, and disk and network operations suspend.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The number of open connections of all event loops.
final class ConnectionCount: Sendable {
    private let limit: Int
    private let count = Mutex(0)
    private let open: any MeterHandler
    private let rejected: any CounterHandler

    /// Admits up to `limit` connections and reports them to `metrics`.
    init(limit: Int, metrics: any MetricsFactory) {
        self.limit = limit
        open = metrics.makeMeter(label: "http_connections", dimensions: [])
        rejected = metrics.makeCounter(label: "http_connections_rejected_total", dimensions: [])
    }

    /// Counts a connection. Returns false, without counting it, if the limit is reached.
    func admit() -> Bool {
        let isAdmitted = count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        if isAdmitted { open.increment(by: 1) } else { rejected.increment(by: 1) }
        return isAdmitted
    }

    /// Removes a closed connection from the count.
    func release() {
        count.withLock { $0 -= 1 }
        open.decrement(by: 1)
    }
}
