/// Why a body is not a notification of Apple's to us.
public enum NotificationRefusal: Error, Sendable, CustomStringConvertible {
    /// The body is not `{"payload":"…"}`; in words.
    case malformedBody(String)
    /// The signed message in it is not Apple's, not for us, or not valid now.
    case token(TokenRefusal)
    /// The message is Apple's and for us, but what it tells cannot be read; in words.
    case malformedEvent(String)

    /// The kind of refusal, for programs: `malformed-body`, `malformed-event`, or a code of ``TokenRefusal``.
    public var code: String {
        switch self {
        case .malformedBody: "malformed-body"
        case .token(let refusal): "\(refusal.code)"
        case .malformedEvent: "malformed-event"
        }
    }

    /// Whether nothing is known against the message: Apple's keys could not be had. Answer with a status of 500 or above, and Apple
    /// sends it again.
    public var isTemporary: Bool {
        if case .token(let refusal) = self { refusal.isTemporary } else { false }
    }

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .malformedBody(let reason): "The body is no notification: \(reason)."
        case .token(let refusal): refusal.reason
        case .malformedEvent(let reason): "The notification cannot be read: \(reason)."
        }
    }
}
