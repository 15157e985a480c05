/// Why a token is not accepted.
///
/// Compare ``code``; the words may change. Neither ever holds a claim or a part of the token.
public struct TokenRefusal: Error, Sendable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public let code: Code

    /// The reason in one English sentence.
    public let reason: String

    /// In how many seconds the same token may fare better; nil where it never will.
    ///
    /// Set with ``Code/keysUnavailable``, and with ``Code/unknownKey`` where Apple's keys may not be asked for again before.
    public let retryAfterSeconds: Int?

    /// Whether nothing is known against the token: Apple's keys could not be had. An answer to a person is then "later", not "no".
    public var isTemporary: Bool { code == .keysUnavailable }

    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }

    package init(_ code: Code, _ reason: String, retryAfterSeconds: Int? = nil) {
        self.code = code
        self.reason = reason
        self.retryAfterSeconds = retryAfterSeconds
    }
}
