import NIOCore

/// An event that closes a connection at once, without waiting for pending writes.
struct CloseNow: Sendable {}

/// An event that later handlers receive when bytes arrive, before decoding.
struct BytesArrived: Sendable {}

/// Closes a connection whose client does not read written bytes within ``ConnectionLimits/reading``. Also delays a normal close
/// until all writes are complete, which a channel does not do itself. Its position is next to the socket.
final class WriteTimer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limit: TimeAmount
    private var deadlines = CircularBuffer<NIODeadline>()
    private var scheduled: Scheduled<Void>?
    private var waitingClose: (mode: CloseMode, promise: EventLoopPromise<Void>?)?

    /// Closes the connection if a write takes longer than `limit`.
    init(limit: Duration) {
        self.limit = TimeAmount(limit)
    }

    func handlerRemoved(context: ChannelHandlerContext) { scheduled?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(BytesArrived())
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        scheduled?.cancel()
        waitingClose?.promise?.succeed()
        waitingClose = nil
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        deadlines.append(context.eventLoop.now + limit)
        if scheduled == nil { schedule(context) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.cascade(to: promise)
        // Writes complete in order, so the oldest deadline belongs to the completed write.
        written.futureResult.assumeIsolated().whenComplete { _ in self.finishedWrite(context) }
        context.write(data, promise: written)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, !deadlines.isEmpty, context.channel.isActive else {
            return context.close(mode: mode, promise: promise)
        }
        if let waiting = waitingClose {
            // The wider of the two modes applies.
            promise?.futureResult.cascade(to: waiting.promise)
            waitingClose = (waiting.mode == .all || mode == .all ? .all : .output, promise ?? waiting.promise)
        } else {
            waitingClose = (mode, promise)
        }
        context.flush()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is CloseNow else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: promise)
    }

    private func finishedWrite(_ context: ChannelHandlerContext) {
        deadlines.removeFirst()
        guard deadlines.isEmpty, let (mode, promise) = waitingClose else { return }
        waitingClose = nil
        context.close(mode: mode, promise: promise)
    }

    private func schedule(_ context: ChannelHandlerContext) {
        guard let deadline = deadlines.first else {
            scheduled = nil
            return
        }
        scheduled = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            if let oldest = self.deadlines.first, oldest <= context.eventLoop.now {
                context.close(promise: nil)
            } else {
                self.schedule(context)
            }
        }
    }
}
