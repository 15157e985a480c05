/// What happened at Apple.
public enum AppleEvent: Sendable, Hashable {
    /// The person lets the relay forward e-mail to them again.
    case emailEnabled(subject: UserSubject, email: EventEmail?)
    /// The person stopped the relay from forwarding e-mail to them: whatever is sent is lost.
    case emailDisabled(subject: UserSubject, email: EventEmail?)
    /// The person withdrew their consent: end the sessions that rest on it. They stay the same person if they return.
    case consentRevoked(subject: UserSubject)
    /// The person deleted the Apple account. Apple spells this `account-delete` and `account-deleted`.
    case accountDeleted(subject: UserSubject)
    /// An event that did not exist when this was written. Acknowledge and log it.
    ///
    /// - Parameter type: at most 64 printable characters of it.
    case unknown(type: String, subject: UserSubject?)

    /// Whom it is about.
    public var subject: UserSubject? {
        switch self {
        case .emailEnabled(let subject, _), .emailDisabled(let subject, _), .consentRevoked(let subject),
            .accountDeleted(let subject):
            subject
        case .unknown(_, let subject): subject
        }
    }

    /// The type, in its older spelling where there are two.
    public var type: String {
        switch self {
        case .emailEnabled: "email-enabled"
        case .emailDisabled: "email-disabled"
        case .consentRevoked: "consent-revoked"
        case .accountDeleted: "account-delete"
        case .unknown(let type, _): type
        }
    }
}
