import Accounts
import HTTPTypes
import JSONText
import NIOCore

/// The last response on a connection whose request never reaches a handler: the header and body of a problem document.
struct FinalAnswer: Sendable {
    let head: HTTPResponse
    let body: [UInt8]

    /// Creates the problem document for the request or connection `instance`.
    init(_ problem: Problem, instance: RequestIdentifier, securityHeaders: SecurityHeaders) {
        body = problem.document(instance: instance).bytes()
        var fields = problem.answerHeaders
        fields[.contentType] = "application/problem+json"
        fields[.contentLength] = String(body.count)
        fields[.connection] = "close"
        fields[.requestIdentifier] = instance.description
        securityHeaders.complete(&fields)
        head = HTTPResponse(status: problem.status, headerFields: fields)
    }

    /// The response as HTTP/1.1 text, for a connection without an encoder.
    var bytes: [UInt8] {
        var text = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
        for field in head.headerFields { text += "\(field.name.rawName): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8) + body
    }
}

/// Responds to the first bytes of an excess connection with 503, without parsing them, and closes it. Its position is next to the
/// socket, so nothing reaches the HTTP decoder.
final class RejectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: [UInt8]
    private let limit: TimeAmount
    private var scheduled: Scheduled<Void>?
    private var isAnswered = false

    /// Responds with the bytes `answer` and closes after `limit` at the latest.
    init(answer: [UInt8], limit: Duration) {
        self.answer = answer
        self.limit = TimeAmount(limit)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        scheduled = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { scheduled?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        isAnswered = true
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.read() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
