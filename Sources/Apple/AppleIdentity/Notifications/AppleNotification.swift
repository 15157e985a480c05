public import FoundationEssentials
internal import JSONText

/// A notification that Apple has signed for one of our clients. Only ``NotificationVerifier`` makes one.
public struct AppleNotification: Sendable {
    /// What tells it from all others (`jti`). Apple may send the same one more than once.
    public let id: NotificationID

    /// The client it is for; one of ours. Several clients, even of several teams, may have one address for notifications.
    public let audience: String

    /// When Apple made it.
    public let issuedAt: Date

    /// Until when it is accepted, leeway included. Its identifier must be remembered for as long.
    public let acceptedUntil: Date

    /// When the event happened; ``issuedAt`` where Apple does not say.
    public let occurredAt: Date

    /// What happened.
    public let event: AppleEvent
}

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

/// The `events` claim, read.
struct EventClaim {
    let event: AppleEvent
    /// Nil where Apple does not say, or says something that is no time.
    let occurredAt: Date?

    /// - Parameter claim: an object, as documented, or a string that holds its JSON, as on the wire.
    init(_ claim: JSONNode) throws(AppleIdentityError) {
        var object = claim
        if let text = claim.string {
            guard let inner = try? JSONText.parse(text.utf8, limits: Self.limits).root else {
                throw .malformedEvent("events is a string that is not JSON")
            }
            object = inner
        }
        guard object.kind == .object else { throw .malformedEvent("events is \(object.kind)") }
        guard let type = object["type"]?.string, !type.isEmpty else { throw .malformedEvent("the event has no type") }
        let subject = object["sub"]?.string.flatMap(UserSubject.init)
        event = try Self.event(type, subject, object)
        occurredAt = object["event_time"]?.number?.int64.flatMap(Self.date)
    }

    private static func event(
        _ type: String, _ subject: UserSubject?, _ object: JSONNode
    ) throws(AppleIdentityError) -> AppleEvent {
        let kinds: [String: (UserSubject) -> AppleEvent] = [
            "email-enabled": { .emailEnabled(subject: $0, email: email(object)) },
            "email-disabled": { .emailDisabled(subject: $0, email: email(object)) },
            "consent-revoked": { .consentRevoked(subject: $0) },
            "account-delete": { .accountDeleted(subject: $0) },
            "account-deleted": { .accountDeleted(subject: $0) },
        ]
        guard let make = kinds[type] else { return .unknown(type: ForeignText.shown(type, limit: 64), subject: subject) }
        guard let subject else { throw .malformedEvent("the event \(type) has no subject, or one that is no subject") }
        return make(subject)
    }

    private static func email(_ object: JSONNode) -> EventEmail? {
        guard let address = object["email"]?.string, (3...320).contains(address.utf8.count),
            address.utf8.contains(UInt8(ascii: "@")),
            ForeignText.shown(address, limit: 320) == address
        else { return nil }
        return EventEmail(address: address, isPrivate: object["is_private_email"]?.claimBoolean ?? false)
    }

    /// A time in milliseconds, as on the wire, or in seconds, as documented: seconds reach the limit in the year 5138, milliseconds had
    /// it behind them in 1973.
    private static func date(_ number: Int64) -> Date? {
        guard (1...253_402_300_799_999).contains(number) else { return nil }
        return Date(timeIntervalSince1970: number < 100_000_000_000 ? Double(number) : Double(number) / 1_000)
    }

    private static let limits = JSONLimits(maximumBytes: CompactJWS.maximumByteCount, maximumDepth: 8)
}

/// The address that an event is about.
public struct EventEmail: Sendable, Hashable {
    /// The address, at most 320 characters.
    public let address: String

    /// Whether it is a relay address.
    public let isPrivate: Bool
}

/// The body of a notification: `{"payload":"…"}` and nothing besides.
struct NotificationEnvelope {
    /// The largest body in bytes: a signed message at its largest, every byte of it escaped, is beyond what Apple sends.
    static let maximumByteCount = 32_768

    let payload: CompactJWS

    init(_ body: [UInt8]) throws(AppleIdentityError) {
        let root: JSONNode
        do {
            root = try JSONText.parse(body, limits: JSONLimits(maximumBytes: Self.maximumByteCount, maximumDepth: 4)).root
        } catch {
            throw .malformedBody("it is not JSON (\(error.code.rawValue) at byte \(error.position.offset))")
        }
        guard let members = root.members.map(Array.init) else { throw .malformedBody("it is \(root.kind)") }
        guard members.count == 1, let only = members.first, only.isNamed("payload"), let text = only.value.string else {
            throw .malformedBody("it is not an object with the one member payload, a string")
        }
        payload = try CompactJWS(text)
    }
}

extension AppleIdentityError {
    fileprivate static func malformedBody(_ what: String) -> AppleIdentityError {
        AppleIdentityError(.malformedBody, "The body is no notification: \(what).")
    }

    static func malformedEvent(_ what: String) -> AppleIdentityError {
        AppleIdentityError(.malformedEvent, "The notification cannot be read: \(what).")
    }
}

/// What tells one notification from all others.
public struct NotificationID: Sendable, Hashable {
    /// The identifier, at most 255 characters.
    public let text: String

    /// Refuses what is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = text
    }
}
