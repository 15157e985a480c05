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

/// What is wrong with one part of a request: an element of the member `errors` of a problem document.
package struct FieldProblem: Hashable, Sendable {
    /// Where the part stands.
    package enum Place: Hashable, Sendable {
        /// A path within a JSON body (RFC 6901), as the member `pointer`.
        case pointer(JSONPointer)
        /// The name of a form field, as the member `field`.
        case field(String)
        /// The name of a query parameter, as the member `parameter`.
        case parameter(String)
    }

    /// Where.
    package let place: Place
    /// A stable code: that of ``JSONReadingError``, ``FormError`` or ``ProblemCode``.
    package let code: String
    /// One sentence for a person. Never quotes a value.
    package let message: String

    /// Says that the part at `place` has the problem `code`.
    package init(_ place: Place, code: String, message: String) {
        self.place = place
        self.code = code
        self.message = message
    }
}

extension Problem {
    /// The problem document (RFC 9457 section 3).
    ///
    /// Besides the members of the RFC it has `code`; where there is something to say, `errors` with elements of `pointer`,
    /// `field` or `parameter`, `code` and `message`; `retryAfter` in seconds; and what its kind has besides.
    package func document(instance: RequestIdentifier) -> JSONValue {
        var members = JSONObject([
            ("type", .string(code.type)),
            ("title", .string(code.title)),
            ("status", .integer(status.code)),
            ("code", .string(code.rawValue)),
        ])
        if let detail, mayBeTold { members["detail"] = .string(detail) }
        members["instance"] = .string("urn:uuid:\(instance)")
        if !errors.isEmpty, mayBeTold { members["errors"] = .array(errors.map(\.document)) }
        for (name, value) in self.members { members[name] = value }
        if let retryAfterSeconds { members["retryAfter"] = .integer(retryAfterSeconds) }
        return .object(members)
    }

    /// An internal error says nothing about the inside, even where a detail was set by mistake.
    private var mayBeTold: Bool { status.code < 500 || code == .overloaded }
}

extension FieldProblem {
    fileprivate var document: JSONValue {
        let (name, value) =
            switch place {
            case .pointer(let pointer): ("pointer", pointer.text)
            case .field(let field): ("field", field)
            case .parameter(let parameter): ("parameter", parameter)
            }
        return .object(JSONObject([(name, .string(value)), ("code", .string(code)), ("message", .string(message))]))
    }
}
