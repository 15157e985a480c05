package import HTTPTypes
package import JSONText

/// A problem to be answered with, as a handler throws it: what the outside is told, and apart from it what the log is told.
package struct Problem: Error, Sendable {
    /// The kind.
    package let code: ProblemCode
    /// One or two sentences on this occurrence, for the person at the other end. Left out of answers with a 5xx status other
    /// than 503.
    package var detail: String?
    /// What is wrong with the parts of the request.
    package var errors: [FieldProblem]
    /// After how long another attempt makes sense; sent in whole seconds, rounded up, at least 1.
    package var retryAfter: Duration?
    /// Further header fields of the answer, such as `Allow` or `WWW-Authenticate`.
    package var headers: HTTPFields
    /// Members of the document besides those that every problem has.
    package var members: [(String, JSONValue)]
    /// What happened, for the log alone.
    package var cause: String?

    /// A problem of the kind `code`.
    package init(
        _ code: ProblemCode, detail: String? = nil, errors: [FieldProblem] = [], retryAfter: Duration? = nil,
        headers: HTTPFields = [:],
        members: [(String, JSONValue)] = [], cause: String? = nil
    ) {
        self.code = code
        self.detail = detail
        self.errors = errors
        self.retryAfter = retryAfter
        self.headers = headers
        self.members = members
        self.cause = cause
    }

    /// 401 for a request without usable credentials, with the challenge that RFC 9110 section 15.5.2 demands.
    package static func unauthenticated(challenge: String = bearerChallenge, detail: String? = nil) -> Problem {
        Problem(.unauthenticated, detail: detail, headers: [.wwwAuthenticate: challenge])
    }

    /// 429: a budget is used up.
    package static func tooManyRequests(retryAfter: Duration, detail: String? = nil) -> Problem {
        Problem(.tooManyRequests, detail: detail, retryAfter: retryAfter)
    }

    /// 503: the server cannot take this on now.
    package static func overloaded(retryAfter: Duration = .seconds(5), cause: String? = nil) -> Problem {
        Problem(.overloaded, retryAfter: retryAfter, cause: cause)
    }

    /// The challenge of an answer with status 401 that names no other (RFC 6750 section 3).
    package static let bearerChallenge = #"Bearer realm="latchkey""#
}

extension Problem {
    /// Whether the same request may succeed later: a budget is used up, the server is busy, or another change came in between.
    package var asksToComeBack: Bool { [.tooManyRequests, .overloaded, .conflict].contains(code) }

    /// The status of the answer.
    package var status: HTTPResponse.Status { code.status }

    /// ``retryAfter`` in whole seconds, rounded up, at least 1.
    package var retryAfterSeconds: Int64? {
        retryAfter.map { max(1, $0.components.seconds + ($0.components.attoseconds > 0 ? 1 : 0)) }
    }

    /// Every header field that the answer must carry, whoever renders it.
    var answerHeaders: HTTPFields {
        var headers = headers
        if let seconds = retryAfterSeconds { headers[.retryAfter] = String(seconds) }
        if status == .unauthorized, headers[.wwwAuthenticate] == nil { headers[.wwwAuthenticate] = Self.bearerChallenge }
        return headers
    }
}
