public import FoundationEssentials

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
