public import FoundationEssentials

/// A user's consent to a group of apps.
struct Consent: Sendable, Codable {
    let person: PersonIdentifier
    /// The primary App ID that leads the group.
    let primary: ClientID
    /// The team that currently owns the group.
    var team: TeamID
    let since: Date
    let sharedName: Bool
    /// The choice about the email address; nil if no address was requested, or the account has none.
    let email: EmailChoice?
    /// The chosen address of the account; nil for the first.
    var address: String?
    /// The client of the last sign-in.
    var lastClient: ClientID
    /// The time of the revocation; nil for a current consent. A revoked consent is kept, so that devices can be notified; a new one
    /// replaces it.
    var revokedAt: Date?
}

/// The user's choices on the sheet. Ignored after the first consent.
public struct ConsentChoices: Sendable, Hashable, Codable {
    /// The edited first name, at most 100 bytes; nil keeps the account's.
    public var givenName: String?
    /// The edited last name, at most 100 bytes; nil keeps the account's.
    public var familyName: String?
    /// The choice to share or hide the address.
    public var email: EmailChoice
    /// The address of the account to share or forward to; nil for the first.
    public var address: String?

    /// Creates choices, by default the account's name and address.
    public init(givenName: String? = nil, familyName: String? = nil, email: EmailChoice = .share, address: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.address = address
    }
}

/// The form that the sheet shows before it continues.
public struct ConsentForm: Sendable, Hashable, Encodable {
    /// Omits the account, which a device knows.
    private enum CodingKeys: CodingKey {
        case isFirst, asksName, asksEmail, givenName, familyName, email, emails
    }

    /// The account that signs in.
    public let account: AccountChoice
    /// Whether this is the first authorization for the group. Later the sheet only asks to continue, and choices are ignored.
    public let isFirst: Bool
    /// Whether the sheet shows the name for editing.
    public let asksName: Bool
    /// Whether the sheet asks about the address; false for an account without one.
    public let asksEmail: Bool
    /// The account's first name.
    public let givenName: String
    /// The account's last name.
    public let familyName: String
    /// The address that would be shared.
    public let email: String?
    /// All addresses of the account, starting with ``email``.
    public let emails: [String]
}

/// An entry of the list "Apps using your Apple Account".
public struct ConsentSummary: Sendable, Hashable, Encodable {
    /// The primary App ID that leads the group.
    public let primary: ClientID
    /// The group's name.
    public let appName: String
    /// The team that owns the group.
    public let team: TeamID
    /// The user's subject in that team.
    public let subject: Subject
    /// The time when the user consented.
    public let since: Date
    /// Whether the user shared a name.
    public let sharedName: Bool
    /// The choice about the address; nil if none was requested or the account has none.
    public let email: EmailChoice?
    /// The address that the team received.
    public let address: String?
    /// Whether the relay address forwards mail; nil without a relay address.
    public let forwards: Bool?
    /// The address to which the relay address forwards mail; nil without a relay address.
    public let forwardsTo: String?
}

/// A user's choice about the e-mail address.
public enum EmailChoice: String, Sendable, Hashable, Codable, CaseIterable {
    /// The account's own address.
    case share
    /// A relay address of the team.
    case hide
}

/// All consents. The limits on accounts and clients bound their number.
struct ConsentLedger: Sendable, Codable {
    private var consents: [PersonIdentifier: [ClientID: Consent]] = [:]

    /// Returns the current consent.
    func active(of person: PersonIdentifier, for primary: ClientID) -> Consent? {
        latest(of: person, for: primary).flatMap { $0.revokedAt == nil ? $0 : nil }
    }

    /// Returns the current or revoked consent.
    func latest(of person: PersonIdentifier, for primary: ClientID) -> Consent? {
        consents[person]?[primary]
    }

    /// Returns a user's current consents, by group.
    func active(of person: PersonIdentifier) -> [Consent] {
        (consents[person] ?? [:]).values.filter { $0.revokedAt == nil }.sorted { $0.primary < $1.primary }
    }

    /// Returns the current consents to a group.
    func active(for primary: ClientID) -> [Consent] {
        consents.values.compactMap { $0[primary] }.filter { $0.revokedAt == nil }.sorted { $0.person < $1.person }
    }

    mutating func put(_ consent: Consent) {
        consents[consent.person, default: [:]][consent.primary] = consent
    }

    mutating func remove(_ person: PersonIdentifier) {
        consents[person] = nil
    }
}
