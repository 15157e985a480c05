/// Why Apple's service did not do what it was asked: it could not be reached, it failed, or it refused.
public struct AppleServiceError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: Sendable, Hashable {
        /// Nothing was sent, because something on this side is wrong: ``AppleServiceError/cause`` is a ``CredentialError``.
        case localMistake
        /// There was no answer: ``AppleServiceError/cause`` is what the transport threw.
        case noAnswer
        /// The task was cancelled.
        case cancelled
        /// The answer has more than ``AppleResponse/maximumByteCount`` bytes.
        case oversizeAnswer
        /// A status of 500 or above.
        case serverFailure(status: Int)
        /// Status 429: too much was asked.
        case throttled
        /// Any other status that is no answer to what was asked, redirects among them.
        case unexpectedStatus(Int)
        /// Status 200, but the answer is not what Apple documents.
        case malformedAnswer
        /// Apple refused, and said so.
        case refused(AppleRefusal)
    }

    /// The kind of failure, for programs.
    public let code: Code

    /// What was asked.
    public let operation: AppleOperation

    /// What happened, in one English sentence; no code, token or secret.
    public let reason: String

    /// What Apple's `error_description` says, at most 256 characters.
    public let appleDescription: String?

    /// What may be wrong on this side, the likeliest first; see ``RefusalDiagnosis``. Empty unless Apple refused.
    public let diagnosis: [RefusalCause]

    /// What it rests on.
    public let cause: (any Error)?

    /// Whether the same request may succeed later, without anything being changed.
    ///
    /// False for a code whose exchange got an answer that cannot be read: the code is spent.
    public let isRetryable: Bool

    /// For how many seconds Apple asked to be left alone, at most a day.
    public let retryAfterSeconds: Int?

    init(
        _ code: Code, _ operation: AppleOperation, _ reason: String, appleDescription: String? = nil,
        diagnosis: [RefusalCause] = [],
        cause: (any Error)? = nil, isRetryable: Bool, retryAfterSeconds: Int? = nil
    ) {
        self.code = code
        self.operation = operation
        self.reason = reason
        self.appleDescription = appleDescription
        self.diagnosis = diagnosis
        self.cause = cause
        self.isRetryable = isRetryable
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Whether Apple refused with this name.
    public func isRefusal(_ refusal: AppleRefusal) -> Bool { code == .refused(refusal) }
}

extension AppleServiceError: CustomStringConvertible {
    /// The reason, what Apple says, and the likeliest cause with its remedy.
    public var description: String {
        var text = reason
        if let appleDescription { text += " Apple says: \(appleDescription)" }
        if let first = diagnosis.first { text += " \(first.explanation) \(first.remedy)" }
        return text
    }
}
