internal import JSONText

/// What an answer comes to: a body to read, or the failure it stands for.
enum AppleAnswer {
    /// The body of a 200 within the cap.
    case success([UInt8])
    /// Apple's own refusal.
    case refusal(AppleRefusal, description: String?)
    /// Anything else.
    case failure(AppleServiceError)

    init(_ response: AppleResponse, to operation: AppleOperation) {
        guard response.body.count <= AppleResponse.maximumByteCount else {
            self = .failure(.oversize(operation))
            return
        }
        switch response.status {
        case 200: self = .success(response.body)
        case 429:
            self = .failure(
                AppleServiceError(
                    .throttled, operation, "Apple asks for fewer requests.", isRetryable: true,
                    retryAfterSeconds: Self.retryAfter(response)))
        case 500...599:
            self = .failure(
                AppleServiceError(
                    .serverFailure(status: response.status), operation, "Apple's service failed with status \(response.status).",
                    isRetryable: true, retryAfterSeconds: Self.retryAfter(response)))
        case 400...499:
            if let refusal = Self.refusal(response.body) {
                self = refusal
            } else {
                fallthrough
            }
        default:
            self = .failure(
                AppleServiceError(
                    .unexpectedStatus(response.status), operation,
                    "The answer has status \(response.status) and is none of Apple's; is something between this machine and Apple?",
                    isRetryable: response.status == 408))
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

extension AppleServiceError {
    static func oversize(_ operation: AppleOperation, cause: (any Error)? = nil) -> AppleServiceError {
        AppleServiceError(
            .oversizeAnswer, operation, "The answer has more than \(AppleResponse.maximumByteCount) bytes.", cause: cause,
            isRetryable: operation.mayBeRepeated)
    }

    static func malformed(_ operation: AppleOperation, _ what: String) -> AppleServiceError {
        AppleServiceError(
            .malformedAnswer, operation, "Apple's answer is not as documented: \(what).", isRetryable: operation.mayBeRepeated)
    }

    /// What a transport threw.
    init(_ error: any Error, sending operation: AppleOperation) {
        switch error {
        case let error as AppleTransportError where error.isOversize: self = .oversize(operation, cause: error)
        case let error as AppleTransportError:
            self.init(
                .noAnswer, operation, "Apple did not answer. \(error.reason)", cause: error, isRetryable: error.isRetryable)
        case is CancellationError:
            self.init(.cancelled, operation, "The request was cancelled.", cause: error, isRetryable: true)
        default: self.init(.noAnswer, operation, "Apple did not answer.", cause: error, isRetryable: true)
        }
    }
}
