internal import JSONText

/// What an answer comes to: a body to read, or the failure it stands for.
enum AppleAnswer {
    /// The body of a 200 within the cap.
    case success([UInt8])
    /// Apple's own refusal.
    case refusal(AppleRefusal, description: String?)
    /// Anything else.
    case failure(AppleIdentityError)

    init(_ response: AppleResponse, to operation: AppleOperation) {
        guard response.body.count <= AppleResponse.maximumByteCount else {
            self = .failure(.oversize(operation))
            return
        }
        let call = AppleIdentityError.FailedCall(operation: operation, status: response.status)
        switch response.status {
        case 200: self = .success(response.body)
        case 429:
            self = .failure(
                AppleIdentityError(
                    .throttled, "Apple asks for fewer requests.", call: call, isTemporary: true,
                    retryAfterSeconds: Self.retryAfter(response)))
        case 500...599:
            self = .failure(
                AppleIdentityError(
                    .serverFailure, "Apple's service failed with status \(response.status).", call: call, isTemporary: true,
                    retryAfterSeconds: Self.retryAfter(response)))
        case 400...499:
            if let refusal = Self.refusal(response.body) {
                self = refusal
            } else {
                fallthrough
            }
        default:
            self = .failure(
                AppleIdentityError(
                    .unexpectedStatus,
                    "The answer has status \(response.status) and is none of Apple's; is something between this machine and Apple?",
                    call: call, isTemporary: response.status == 408))
        }
    }

    private static func refusal(_ body: [UInt8]) -> AppleAnswer? {
        guard let root = try? JSONText.parse(body, limits: limits).root, let name = root["error"]?.string, !name.isEmpty else {
            return nil
        }
        let description = root["error_description"]?.string.map { ForeignText.shown($0, limit: 256) }
        return .refusal(AppleRefusal(name), description: description?.isEmpty == true ? nil : description)
    }

    /// The seconds of `Retry-After` (RFC 9110, section 10.2.3); a date is not looked at.
    private static func retryAfter(_ response: AppleResponse) -> Int? {
        response.header("Retry-After").flatMap { Int($0) }.flatMap { (0...86_400).contains($0) ? $0 : nil }
    }

    /// Deeper than any answer of Apple's.
    static let limits = JSONLimits(maximumBytes: AppleResponse.maximumByteCount, maximumDepth: 8)
}

extension AppleIdentityError {
    static func oversize(_ operation: AppleOperation, cause: (any Error)? = nil) -> AppleIdentityError {
        AppleIdentityError(
            .oversizeAnswer, oversizeAnswer.reason, call: FailedCall(operation: operation), cause: cause,
            isTemporary: operation.mayBeRepeated)
    }

    static func malformed(_ operation: AppleOperation, _ what: String) -> AppleIdentityError {
        AppleIdentityError(
            .malformedAnswer, "Apple's answer is not as documented: \(what).", call: FailedCall(operation: operation),
            isTemporary: operation.mayBeRepeated)
    }

    /// A mistake on this side, for which nothing was sent.
    func local(_ operation: AppleOperation) -> AppleIdentityError {
        AppleIdentityError(.localMistake, reason, call: FailedCall(operation: operation), cause: self)
    }

    /// What a transport threw.
    init(_ error: any Error, sending operation: AppleOperation) {
        let call = FailedCall(operation: operation)
        switch error {
        case let error as AppleIdentityError where error.code == .oversizeAnswer: self = .oversize(operation, cause: error)
        case let error as AppleIdentityError:
            self.init(
                .noAnswer, "Apple did not answer. \(error.reason)", call: call, cause: error, isTemporary: error.isTemporary)
        case is CancellationError:
            self.init(.cancelled, "The request was cancelled.", call: call, cause: error, isTemporary: true)
        default: self.init(.noAnswer, "Apple did not answer.", call: call, cause: error, isTemporary: true)
        }
    }
}

/// The `error` of an answer (RFC 6749, section 5.2; Apple's ErrorResponse).
public enum AppleRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The request is malformed. Also seen where the person has withdrawn their consent.
    case invalidRequest
    /// The client or its secret is not known.
    case invalidClient
    /// The code or token is not good, or not this client's.
    case invalidGrant
    /// The client may not ask this.
    case unauthorizedClient
    /// `grant_type` is not one that Apple knows.
    case unsupportedGrantType
    /// `scope` is not one that Apple knows.
    case invalidScope
    /// Another one, at most 64 printable characters of it.
    case other(String)

    /// A refusal by its name on the wire.
    public init(_ name: String) {
        self = Self.known.first { $0.name.hasSameBytes(as: name) } ?? .other(ForeignText.shown(name, limit: 64))
    }

    /// The name on the wire.
    public var name: String {
        switch self {
        case .invalidRequest: "invalid_request"
        case .invalidClient: "invalid_client"
        case .invalidGrant: "invalid_grant"
        case .unauthorizedClient: "unauthorized_client"
        case .unsupportedGrantType: "unsupported_grant_type"
        case .invalidScope: "invalid_scope"
        case .other(let name): name
        }
    }

    /// The name on the wire.
    public var description: String { name }

    /// Those that Apple documents.
    static let known: [AppleRefusal] = [
        .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
    ]
}

/// Text of others in our messages.
enum ForeignText {
    /// At most `limit` scalars, those that a terminal or a reader would obey replaced by `?`.
    static func shown(_ text: String, limit: Int) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: shown += "?"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
