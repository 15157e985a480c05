public import FoundationEssentials

/// One person's consent to one group of apps.
struct Consent: Sendable, Codable {
    let person: PersonIdentifier
    /// The primary App ID that leads the group.
    let primary: ClientID
    /// The team that has the group now.
    var team: TeamID
    let since: Date
    let sharedName: Bool
    /// Nil when no address was asked for, or the account has none.
    let email: EmailChoice?
    /// Which of the account's addresses; nil: the first.
    var address: String?
    /// The client of the latest sign-in.
    var lastClient: ClientID
    /// A consent that was revoked stays known, so that a device can be told so; a new one replaces it.
    var revokedAt: Date?
}

/// What the person decided on the sheet. Ignored when the consent is not the first.
public struct ConsentChoices: Sendable, Hashable, Codable {
    /// The first name as edited, at most 100 bytes; nil leaves it as the account has it.
    public var givenName: String?
    /// The last name as edited, at most 100 bytes; nil leaves it as the account has it.
    public var familyName: String?
    /// Share or hide the address.
    public var email: EmailChoice
    /// Which of the account's addresses is shared, or forwarded to; nil: the first.
    public var address: String?

    /// The account's own name and address, unless said otherwise.
    public init(givenName: String? = nil, familyName: String? = nil, email: EmailChoice = .share, address: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.address = address
    }
}

/// What the sheet asks before it continues.
public struct ConsentForm: Sendable, Hashable, Encodable {
    /// A device knows whose sheet it is: the account is not encoded.
    private enum CodingKeys: CodingKey {
        case isFirst, asksName, asksEmail, givenName, familyName, email, emails
    }

    /// Who is signing in.
    public let account: AccountChoice
    /// Whether this is the first authorization of the group; later the sheet only says continue, and choices are ignored.
    public let isFirst: Bool
    /// Whether the name is asked for, and may be edited.
    public let asksName: Bool
    /// Whether an address is asked for; false for accounts that have none.
    public let asksEmail: Bool
    /// The first name as the account has it.
    public let givenName: String
    /// The last name as the account has it.
    public let familyName: String
    /// The address that would be shared.
    public let email: String?
    /// Every address of the account, that one first. The person may choose another.
    public let emails: [String]
}

/// One entry of the list "Apps using your Apple Account", with what the person may change there.
public struct ConsentSummary: Sendable, Hashable, Encodable {
    /// The primary App ID that leads the group.
    public let primary: ClientID
    /// The group's name.
    public let appName: String
    /// The team that has the group.
    public let team: TeamID
    /// The person as that team knows them.
    public let subject: Subject
    /// When the consent was given.
    public let since: Date
    /// Whether a name was given.
    public let sharedName: Bool
    /// What was decided about the address; nil when none was asked for or the account has none.
    public let email: EmailChoice?
    /// The address that the team was given.
    public let address: String?
    /// Whether mail to the relay address is forwarded; nil when there is none.
    public let forwards: Bool?
    /// Where mail to the relay address goes; nil without a relay address.
    public let forwardsTo: String?
}

/// What a person decided about the e-mail address on the sheet.
public enum EmailChoice: String, Sendable, Hashable, Codable, CaseIterable {
    /// The account's own address.
    case share
    /// A relay address of the team.
    case hide
}

/// Who has consented to what. Bounded by the caps on people and clients.
struct ConsentLedger: Sendable, Codable {
    private var consents: [PersonIdentifier: [ClientID: Consent]] = [:]

    /// The consent in force.
    func active(of person: PersonIdentifier, for primary: ClientID) -> Consent? {
        latest(of: person, for: primary).flatMap { $0.revokedAt == nil ? $0 : nil }
    }

    /// The consent in force, or the revoked one.
    func latest(of person: PersonIdentifier, for primary: ClientID) -> Consent? {
        consents[person]?[primary]
    }

    /// The person's consents in force, by group.
    func active(of person: PersonIdentifier) -> [Consent] {
        (consents[person] ?? [:]).values.filter { $0.revokedAt == nil }.sorted { $0.primary < $1.primary }
    }

    /// The consents in force for a group.
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
