internal import JSONText

/// The result of a request: a body, or the failure.
enum AppleRequestOutcome {
    /// The body of a response with status 200.
    case success([UInt8])
    /// An error response of Apple.
    case rejection(AppleErrorCode, description: String?)
    /// Any other failure.
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
                    .throttled, "Apple limits the rate of requests.", call: call, isTemporary: true,
                    retryAfterSeconds: Self.retryAfter(response)))
        case 500...599:
            self = .failure(
                AppleIdentityError(
                    .serverFailure, "Apple's service failed with status \(response.status).", call: call, isTemporary: true,
                    retryAfterSeconds: Self.retryAfter(response)))
        case 400...499:
            if let rejection = Self.rejection(response.body) {
                self = rejection
            } else {
                fallthrough
            }
        default:
            self = .failure(
                AppleIdentityError(
                    .unexpectedStatus,
                    "The response with status \(response.status) is not from Apple; check for a proxy between this machine and Apple.",
                    call: call, isTemporary: response.status == 408))
        }
    }

    private static func rejection(_ body: [UInt8]) -> AppleRequestOutcome? {
        guard let root = try? JSONText.parse(body, limits: limits).root, let name = root["error"]?.string, !name.isEmpty else {
            return nil
        }
        let description = root["error_description"]?.string.map { ForeignText.shown($0, limit: 256) }
        return .rejection(AppleErrorCode(name), description: description?.isEmpty == true ? nil : description)
    }

    /// Returns the seconds of `Retry-After` (RFC 9110, section 10.2.3). Ignores the form with a date.
    private static func retryAfter(_ response: AppleResponse) -> Int? {
        response.header("Retry-After").flatMap { Int($0) }.flatMap { (0...86_400).contains($0) ? $0 : nil }
    }

    /// The limits of a response; Apple's are less nested.
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
            .malformedAnswer, "Apple's response does not match its documentation: \(what).", call: FailedCall(operation: operation),
            isTemporary: operation.mayBeRepeated)
    }

    /// Returns the error for a request that was not sent because of this error.
    func local(_ operation: AppleOperation) -> AppleIdentityError {
        AppleIdentityError(.localMistake, reason, call: FailedCall(operation: operation), cause: self)
    }

    /// Converts an error of a transport.
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

/// The `error` of a response (RFC 6749, section 5.2; Apple's ErrorResponse).
public struct AppleErrorCode: Sendable, Hashable, CustomStringConvertible {
    /// The errors that Apple documents.
    enum Documented: String {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
    }

    /// The name in Apple's protocol: the first 64 characters, made printable.
    public let name: String

    /// Creates the error with a name of Apple's protocol.
    public init(_ name: String) {
        self.name = ForeignText.shown(name, limit: 64)
    }

    private init(_ documented: Documented) {
        name = documented.rawValue
    }

    /// The name in Apple's protocol.
    public var description: String { name }

    /// The documented error with this name; nil for another error.
    var documented: Documented? { Documented(rawValue: name) }

    /// The request is malformed. Apple also sends it after the user revoked consent.
    public static let invalidRequest = AppleErrorCode(.invalidRequest)
    /// The client ID is unknown, or the client secret is invalid.
    public static let invalidClient = AppleErrorCode(.invalidClient)
    /// The code or token is invalid, or belongs to another client.
    public static let invalidGrant = AppleErrorCode(.invalidGrant)
    /// The client is not permitted to send this request.
    public static let unauthorizedClient = AppleErrorCode(.unauthorizedClient)
    /// Apple does not know the `grant_type`.
    public static let unsupportedGrantType = AppleErrorCode(.unsupportedGrantType)
    /// Apple does not know the `scope`.
    public static let invalidScope = AppleErrorCode(.invalidScope)
}

/// Foreign text in messages.
enum ForeignText {
    /// Returns at most `limit` scalars, with control and format characters replaced by `?`.
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
