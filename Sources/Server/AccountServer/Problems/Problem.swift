package import AccountPages
package import HTTPTypes
package import JSONText

/// An error response, as a handler throws it. The detail is for the client, and the cause is for the log only.
package struct Problem: Error, Sendable {
    /// The kind of the problem.
    package let code: ProblemCode
    /// One or two sentences for the user about this occurrence. Responses with a 5xx status other than 503 omit it. Without a detail,
    /// the document has the text of ``texts`` or of the code, if there is one.
    package var detail: String?
    /// The sentences of ``detail`` as texts of the catalogs; empty for a detail that is in English only.
    package var texts: [AccountPages.FormError.Reason]
    /// The problems of individual parts of the request.
    package var errors: [FieldProblem]
    /// The time after which a retry makes sense, sent in whole seconds, rounded up, at least 1.
    package var retryAfter: Duration?
    /// Additional header fields of the response, such as `Allow` or `WWW-Authenticate`.
    package var headers: HTTPFields
    /// Additional members of the document.
    package var members: [(String, JSONValue)]
    /// The cause, for the log only.
    package var cause: String?

    /// Creates a problem.
    package init(
        _ code: ProblemCode, detail: String? = nil, texts: [AccountPages.FormError.Reason] = [], errors: [FieldProblem] = [],
        retryAfter: Duration? = nil, headers: HTTPFields = [:],
        members: [(String, JSONValue)] = [], cause: String? = nil
    ) {
        self.code = code
        self.detail = detail
        self.texts = texts
        self.errors = errors
        self.retryAfter = retryAfter
        self.headers = headers
        self.members = members
        self.cause = cause
    }

    /// Returns 401 for a request without valid credentials, with the challenge that RFC 9110, section 15.5.2, requires.
    package static func unauthenticated(challenge: String = bearerChallenge) -> Problem {
        Problem(.unauthenticated, headers: [.wwwAuthenticate: challenge])
    }

    /// Returns 429 for an exhausted budget.
    package static func tooManyRequests(retryAfter: Duration, detail: String? = nil) -> Problem {
        var problem = Problem(.tooManyRequests, detail: detail, retryAfter: retryAfter)
        if detail == nil { problem.texts = [.text(.tooManyRequestsAdvice)] + problem.retryTexts }
        return problem
    }

    /// Returns 503 for an overloaded server.
    package static func overloaded(retryAfter: Duration = .seconds(5), cause: String? = nil) -> Problem {
        var problem = Problem(.overloaded, retryAfter: retryAfter, cause: cause)
        problem.texts = [.text(.unavailableAdvice)] + problem.retryTexts
        return problem
    }

    /// The default challenge of a 401 response (RFC 6750, section 3).
    package static let bearerChallenge = #"Bearer realm="latchkey""#
}

extension Problem {
    /// Whether the same request may succeed later: the budget is exhausted, the server is overloaded, or another change was
    /// concurrent.
    package var isRetryable: Bool { [.tooManyRequests, .overloaded, .conflict].contains(code) }

    /// The status of the response.
    package var status: HTTPResponse.Status { code.status }

    /// ``retryAfter`` in whole seconds, rounded up, at least 1.
    package var retryAfterSeconds: Int64? {
        retryAfter.map { max(1, $0.components.seconds + ($0.components.attoseconds > 0 ? 1 : 0)) }
    }

    /// When to try again, for the user.
    fileprivate var retryTexts: [AccountPages.FormError.Reason] {
        retryAfterSeconds.map { [.message(ErrorPage.retry(after: Int($0)))] } ?? []
    }

    /// All header fields that the response must have, in any representation.
    var answerHeaders: HTTPFields {
        var headers = headers
        if let seconds = retryAfterSeconds { headers[.retryAfter] = String(seconds) }
        if status == .unauthorized, headers[.wwwAuthenticate] == nil { headers[.wwwAuthenticate] = Self.bearerChallenge }
        return headers
    }
}

/// A problem of one part of a request: an element of the member `errors` of a problem document.
package struct FieldProblem: Hashable, Sendable {
    /// The position of the part.
    package enum Place: Hashable, Sendable {
        /// A path within a JSON body (RFC 6901), as the member `pointer`.
        case pointer(JSONPointer)
        /// The name of a form field, as the member `field`.
        case field(String)
        /// The name of a query parameter, as the member `parameter`.
        case parameter(String)
    }

    /// The position of the part.
    package let place: Place
    /// A stable code of ``JSONReadingError``, ``FormError`` or ``ProblemCode``.
    package let code: String
    /// One sentence for the user. It never quotes a value.
    package let message: String

    /// Creates a problem of the part at `place`.
    package init(_ place: Place, code: String, message: String) {
        self.place = place
        self.code = code
        self.message = message
    }
}

extension Problem {
    /// Returns the problem document (RFC 9457, section 3).
    ///
    /// In addition to the members of the RFC it has `code`, and the additional members of its kind. `errors` lists the errors of
    /// the input, each with `pointer`, `field` or `parameter`, `code` and `message`. `retryAfter` is in seconds.
    package func document(instance: RequestIdentifier) -> JSONValue {
        var members = JSONObject([
            ("type", .string(code.type)),
            ("title", .string(code.title)),
            ("status", .integer(status.code)),
            ("code", .string(code.rawValue)),
        ])
        if let detail, disclosesDetail { members["detail"] = .string(detail) }
        members["instance"] = .string("urn:uuid:\(instance)")
        if !errors.isEmpty, disclosesDetail { members["errors"] = .array(errors.map(\.document)) }
        for (name, value) in self.members { members[name] = value }
        if let retryAfterSeconds { members["retryAfter"] = .integer(retryAfterSeconds) }
        return .object(members)
    }

    /// Whether the client may see details. An internal error discloses none, even if a detail was set by mistake.
    private var disclosesDetail: Bool { status.code < 500 || status == .serviceUnavailable }
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
