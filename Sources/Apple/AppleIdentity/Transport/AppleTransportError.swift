/// Why there is no answer from Apple.
public struct AppleTransportError: Error, Sendable, CustomStringConvertible {
    /// The reason in one English sentence; no part of the request.
    public let reason: String

    /// Whether the same request may succeed later: an unreachable host rather than a certificate that is not trusted.
    public let isRetryable: Bool

    /// Whether the answer was larger than ``AppleResponse/maximumByteCount`` and was not read to its end.
    public let isOversize: Bool

    /// No answer, for this reason.
    public init(_ reason: String, isRetryable: Bool) {
        self.reason = reason
        self.isRetryable = isRetryable
        isOversize = false
    }

    private init() {
        reason = "The answer has more than \(AppleResponse.maximumByteCount) bytes."
        isRetryable = false
        isOversize = true
    }

    /// An answer that was cut off because of its size.
    public static let oversize = AppleTransportError()

    /// The reason.
    public var description: String { reason }
}
