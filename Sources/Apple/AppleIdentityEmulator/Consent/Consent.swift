import FoundationEssentials

/// One person's consent to one group of apps.
struct Consent: Sendable, Codable {
    let person: PersonIdentifier
    /// The primary App ID that leads the group.
    let primary: ClientIdentifier
    /// The team that has the group now.
    var team: TeamIdentifier
    let since: Date
    let sharedName: Bool
    /// Nil when no address was asked for, or the account has none.
    let email: EmailChoice?
    /// Which of the account's addresses; nil: the first.
    var address: String?
    /// The client of the latest sign-in.
    var lastClient: ClientIdentifier
    /// A consent that was revoked stays known, so that a device can be told so; a new one replaces it.
    var revokedAt: Date?
}
