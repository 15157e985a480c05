public import FoundationEssentials
internal import JSONText

/// A verified notification that Apple signed for an accepted client. Only ``NotificationVerifier`` creates one.
public struct AppleNotification: Sendable {
    /// The identifier (`jti`). Apple may send the same notification more than once.
    public let id: NotificationID

    /// The client that the notification is for: one of the policy's audiences. Several clients, even of different teams, can share
    /// a notification URL.
    public let audience: String

    /// The time at which Apple created the notification.
    public let issuedAt: Date

    /// The time until which a verifier accepts the notification, including the leeway. Remember ``id`` until then.
    public let acceptedUntil: Date

    /// The time of the event. Equals ``issuedAt`` if the event has no valid time.
    public let occurredAt: Date

    /// The event.
    public let event: AppleEvent
}

/// An event that Apple reports.
public enum AppleEvent: Sendable, Hashable {
    /// The user re-enabled forwarding of e-mail from the relay address.
    case emailEnabled(subject: UserSubject, email: EventEmail?)
    /// The user stopped forwarding of e-mail from the relay address. Messages to it are lost.
    case emailDisabled(subject: UserSubject, email: EventEmail?)
    /// The user revoked consent. End the sessions that depend on it. The subject stays the same if the user returns.
    case consentRevoked(subject: UserSubject)
    /// The user deleted the Apple Account. Apple's type is `account-delete` or `account-deleted`.
    case accountDeleted(subject: UserSubject)
    /// An event type that this version does not know. Acknowledge and log it.
    ///
    /// - Parameter type: the first 64 characters of the type, made printable.
    case unknown(type: String, subject: UserSubject?)

    /// The user of the event.
    public var subject: UserSubject? {
        switch self {
        case .emailEnabled(let subject, _), .emailDisabled(let subject, _), .consentRevoked(let subject),
            .accountDeleted(let subject):
            subject
        case .unknown(_, let subject): subject
        }
    }

    /// The type of the event. If a type has two spellings, this is the older one.
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

/// The parsed `events` claim.
struct EventClaim {
    let event: AppleEvent
    /// The time of the event. Nil if it is missing or malformed.
    let occurredAt: Date?

    /// - Parameter claim: an object, as Apple documents it, or a string that contains its JSON, as Apple sends it.
    init(_ claim: JSONNode) throws(AppleIdentityError) {
        var object = claim
        if let text = claim.string {
            guard let inner = try? JSONText.parse(text.utf8, limits: Self.limits).root else {
                throw .malformedEvent("events is a string without JSON")
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
        guard let subject else { throw .malformedEvent("the subject of the event \(type) is missing or malformed") }
        return make(subject)
    }

    private static func email(_ object: JSONNode) -> EventEmail? {
        guard let address = object["email"]?.string, (3...320).contains(address.utf8.count),
            address.utf8.contains(UInt8(ascii: "@")),
            ForeignText.shown(address, limit: 320) == address
        else { return nil }
        return EventEmail(address: address, isPrivate: object["is_private_email"]?.claimBoolean ?? false)
    }

    /// Converts a time in milliseconds, as Apple sends it, or in seconds, as Apple documents it. Values below the limit are
    /// seconds, which reach it in the year 5138. Other values are milliseconds, which passed it in 1973.
    private static func date(_ number: Int64) -> Date? {
        guard (1...253_402_300_799_999).contains(number) else { return nil }
        return Date(timeIntervalSince1970: number < 100_000_000_000 ? Double(number) : Double(number) / 1_000)
    }

    private static let limits = JSONLimits(maximumBytes: CompactJWS.maximumByteCount, maximumDepth: 8)
}

/// The e-mail address of an event.
public struct EventEmail: Sendable, Hashable {
    /// The address; at most 320 characters.
    public let address: String

    /// Whether it is a relay address.
    public let isPrivate: Bool
}

/// The body of a notification: exactly `{"payload":"…"}`.
struct NotificationEnvelope {
    /// The largest body, in bytes. A signed message of the largest size would exceed it if every byte were escaped, but Apple sends
    /// no such body.
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
            throw .malformedBody("it is not an object with one member, a string named payload")
        }
        payload = try CompactJWS(text)
    }
}

extension AppleIdentityError {
    fileprivate static func malformedBody(_ what: String) -> AppleIdentityError {
        AppleIdentityError(.malformedBody, "The body is not a notification: \(what).")
    }

    static func malformedEvent(_ what: String) -> AppleIdentityError {
        AppleIdentityError(.malformedEvent, "The notification is malformed: \(what).")
    }
}

/// The identifier of a notification.
public struct NotificationID: Sendable, Hashable {
    /// The identifier; at most 255 characters.
    public let text: String

    /// Returns nil if the text is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = text
    }
}
