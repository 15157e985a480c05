internal import FoundationEssentials
internal import JSONText

/// The `events` claim, read.
struct EventClaim {
    let event: AppleEvent
    /// Nil where Apple does not say, or says something that is no time.
    let occurredAt: Date?

    /// - Parameter claim: an object, as documented, or a string that holds its JSON, as on the wire.
    init(_ claim: JSONNode) throws(NotificationRefusal) {
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
    ) throws(NotificationRefusal) -> AppleEvent {
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
