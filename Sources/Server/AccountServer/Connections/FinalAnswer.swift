import Accounts
import HTTPTypes
import JSONText

/// The last response on a connection whose request never reaches a handler: the header and body of a problem document.
struct FinalAnswer: Sendable {
    let head: HTTPResponse
    let body: [UInt8]

    /// The document of `problem` for the request or connection `instance`.
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
