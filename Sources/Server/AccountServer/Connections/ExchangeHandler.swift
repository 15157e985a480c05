import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Limits the time of the client's side of an exchange, and closes connections so that the client can read the last response. Its
/// position is after the HTTP decoder. ``ExchangeState`` has the rules.
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let answer: @Sendable (Problem) -> FinalAnswer
    private var state = ExchangeState()
    private var alarm: Alarm?
    private var forcedClosing: Scheduled<Void>?
    private var pendingFailure: Problem?
    private var hostFinding: HostCheck.Finding?
    private var isDiscarding = false
    private var discarded = 0

    /// The maximum number of bytes that are read and discarded after the last response.
    private static let maximumDiscarded = 1 << 20

    /// Applies `limits`. `answer` creates the responses to requests that never reach a handler.
    init(limits: ConnectionLimits, answer: @escaping @Sendable (Problem) -> FinalAnswer) {
        self.limits = limits
        self.answer = answer
    }

    func handlerAdded(context: ChannelHandlerContext) {
        alarm = Alarm(on: context.eventLoop, longestSleep: TimeAmount(limits.head)) { self.expired(context) }
        if context.channel.isActive { apply(state.opened()) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        alarm?.end()
        alarm = nil
        forcedClosing?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        apply(state.opened())
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.end()
        forcedClosing?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head = part, !state.acceptsRequests { isDiscarding = true }
        guard !state.isEnding, !isDiscarding else { return discard(part, context) }
        switch part {
        case .head where hostFinding != nil:
            let detail = hostFinding?.detail
            hostFinding = nil
            return fail(with: Problem(.badRequest, detail: detail), context)
        case .head(let head): apply(state.requestBegan(closes: head.headerFields.requestsClose))
        case .body: break
        case .end: apply(state.requestEnded())
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Later handlers may have stopped reading, but bytes to discard must still be read.
        if state.isEnding { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is BytesArrived:
            apply(state.bytesArrived())
            return
        case let finding as HostCheck.Finding:
            hostFinding = finding
            return
        case ChannelEvent.inputClosed where state.isEnding:
            context.close(promise: nil)
        case ChannelEvent.inputClosed where state.openRequests > 0:
            // A client that disconnects abandons its request, and its handler can stop. A client that closes only its sending
            // side is treated the same, as most proxies do.
            context.triggerUserOutboundEvent(CloseNow(), promise: nil)
        case is ChannelShouldQuiesceEvent:
            state.closeAfterResponse()
            forcedClosing = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.shutdown)) {
                context.triggerUserOutboundEvent(CloseNow(), promise: nil)
            }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard !state.isEnding, !isDiscarding else { return }
        fail(
            with: Problem(error == .headerOverflow ? .headerFieldsTooLarge : .badRequest, cause: String(describing: error)), context
        )
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !state.isEnding else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            if pendingFailure == nil, state.responseBegan() { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            if let problem = pendingFailure, state.openRequests == 1 {
                pendingFailure = nil
                finish(with: problem, context)
            } else {
                apply(state.responseEnded())
                if state.isEnding { closeOutput(context) }
            }
        }
    }

    /// Handles malformed input, after which nothing more can be read.
    private func fail(with problem: Problem, _ context: ChannelHandlerContext) {
        let acceptsRequests = state.acceptsRequests
        switch state.parserFailed() {
        case .answer: finish(with: problem, context)
        case .answerLater:
            isDiscarding = true
            // After `Connection: close`, the client expects no further response.
            if acceptsRequests { pendingFailure = problem }
        case .notifyHandler: context.fireErrorCaught(problem)
        }
    }

    private func discard(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        guard case .body(let buffer) = part else { return }
        discarded += buffer.readableBytes
        if discarded > Self.maximumDiscarded { context.close(promise: nil) }
    }

    private func apply(_ change: ExchangeState.TimerChange) {
        switch change {
        case .keep: return
        case .stop: alarm?.stop()
        case .start(let timer): alarm?.set(in: TimeAmount(limits[timer]))
        }
    }

    private func expired(_ context: ChannelHandlerContext) {
        let (expiry, change) = state.expired()
        apply(change)
        switch expiry {
        case .close: context.triggerUserOutboundEvent(CloseNow(), promise: nil)
        case .answer: finish(with: Problem(.requestTimeout), context)
        case .failRequest: context.fireErrorCaught(Problem(.requestTimeout))
        }
    }

    /// Responds to a request that never reached a handler, and ends the connection.
    private func finish(with problem: Problem, _ context: ChannelHandlerContext) {
        let answer = answer(problem)
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        apply(state.end())
        closeOutput(context)
    }

    /// Closes the sending side after all writes. The client's side stays open for ``ConnectionLimits/linger``, because after
    /// closing both the system would drop the response as soon as more bytes arrive.
    private func closeOutput(_ context: ChannelHandlerContext) {
        context.flush()
        context.close(mode: .output, promise: nil)
        context.read()
    }
}

extension ConnectionLimits {
    fileprivate subscript(timer: ExchangeState.Timer) -> Duration {
        switch timer {
        case .opening, .head: head
        case .body: body
        case .idle: idle
        case .failure: failing
        case .linger: linger
        }
    }
}

extension HTTPFields {
    /// Whether the client announces that this is its last request (RFC 9112, section 9.6).
    fileprivate var requestsClose: Bool {
        self[values: .connection].contains { value in
            value.lowercased().split(separator: ",").contains {
                $0.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" } == "close"
            }
        }
    }
}
