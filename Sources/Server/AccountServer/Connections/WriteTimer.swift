import NIOCore

/// Closes a connection at once, whatever is not written yet.
struct CloseNow: Sendable {}

/// Told to the handlers behind whenever bytes come, before they are decoded.
struct BytesArrived: Sendable {}

/// Stands next to the socket. Closes a connection whose client does not take what was written within ``ConnectionLimits/reading``, and
/// delays an ordinary closing until everything is written, which a channel by itself does not wait for.
final class WriteTimer: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let limit: TimeAmount
    private var deadlines = CircularBuffer<NIODeadline>()
    private var scheduled: Scheduled<Void>?
    private var waitingClose: (mode: CloseMode, promise: EventLoopPromise<Void>?)?

    /// Closes after `limit`.
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
        // Writes are completed in their order, so the oldest deadline belongs to the one that is done.
        written.futureResult.assumeIsolated().whenComplete { _ in self.finishedWrite(context) }
        context.write(data, promise: written)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, !deadlines.isEmpty, context.channel.isActive else {
            return context.close(mode: mode, promise: promise)
        }
        if let waiting = waitingClose {
            // The wider of the two is what remains to be done.
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
