public import FoundationEssentials
import PersonNames

/// An Apple Account of a user.
public struct AppleAccount: Sendable, Hashable, Codable, Identifiable {
    /// The identifier that operators use.
    public let id: PersonIdentifier
    /// The first name; may be empty.
    public var givenName: String
    /// The last name; may be empty.
    public var familyName: String
    /// The account's first address; nil only for Work & School accounts, whose tokens then have no address.
    public var email: String?
    /// The further addresses, at most 10, which the user can give to an app instead of ``email``.
    public var otherEmails: [String] = []
    /// Whether two-factor authentication is on. Sign in with Apple requires it.
    public var hasTwoFactor: Bool
    /// Whether the user is below the age of consent. The native credential then has the age range `child`.
    public var isUnderAge: Bool
    /// The `org_id` of a Work & School account, whose `email_verified` is false; nil for a personal account.
    public var organization: String?
    /// The status of the user that a device reports at the first sign-in.
    public var realUserStatus: RealUserStatus
    /// Whether the account is locked. A locked account cannot sign in; nothing else changes.
    public var isLocked: Bool
    /// The time when the account was created.
    public let createdAt: Date
    /// The time when the password last changed. Older refresh tokens are revoked.
    public internal(set) var passwordChangedAt: Date?

    /// All addresses, starting with ``email``.
    public var emails: [String] { (email.map { [$0] } ?? []) + otherEmails }

    /// The first and last name; the ID if both are empty.
    var fullName: String {
        let name = FullName(given: givenName, family: familyName).text
        return name.isEmpty ? id.rawValue : name
    }
}

/// The properties of a new Apple Account, checked by ``AppleService/addPerson(_:)``.
public struct AppleAccountDraft: Sendable, Hashable, Codable {
    /// The identifier that operators use; nil derives it from the first name.
    public var id: PersonIdentifier?
    /// The first name, at most 100 bytes; may be empty.
    public var givenName: String
    /// The last name, at most 100 bytes; may be empty.
    public var familyName: String
    /// An address; nil is allowed only with an organization.
    public var email: String?
    /// The further addresses; see ``AppleAccount/otherEmails``.
    public var otherEmails: [String]
    /// Whether two-factor authentication is on; see ``AppleAccount/hasTwoFactor``.
    public var hasTwoFactor: Bool
    /// Whether the user is below the age of consent; see ``AppleAccount/isUnderAge``.
    public var isUnderAge: Bool
    /// The `org_id` of a Work & School account.
    public var organization: String?
    /// The status that a device reports; see ``AppleAccount/realUserStatus``.
    public var realUserStatus: RealUserStatus
    /// Whether the account is locked; see ``AppleAccount/isLocked``.
    public var isLocked: Bool

    /// Creates a draft, by default of a personal account with two-factor authentication.
    public init(
        id: PersonIdentifier? = nil, givenName: String, familyName: String, email: String?, otherEmails: [String] = [],
        hasTwoFactor: Bool = true,
        isUnderAge: Bool = false, organization: String? = nil, realUserStatus: RealUserStatus = .likelyReal, isLocked: Bool = false
    ) {
        self.id = id
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.otherEmails = otherEmails
        self.hasTwoFactor = hasTwoFactor
        self.isUnderAge = isUnderAge
        self.organization = organization
        self.realUserStatus = realUserStatus
        self.isLocked = isLocked
    }
}

/// The status of a new user that a device reports: `real_user_status`, at the first native sign-in only.
public enum RealUserStatus: Int, Sendable, Hashable, Codable, CaseIterable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}

/// The operators' identifier of an Apple Account, such as `anna`. The service's protocol never contains it.
public struct PersonIdentifier: CheckedText {
    /// The rule, in one phrase.
    public static let rule = "an account's id must have 1 to 40 lower-case letters, digits and hyphens"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(rawValue: String) {
        guard (1...40).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return nil }
        self.rawValue = rawValue
    }
}

/// The `sub` of a user in a team: six digits, a dot, 32 hexadecimal digits, a dot, four digits.
///
/// The same in every app of the team, and unchanged after a revocation. Transfer identifiers have the same form.
public struct Subject: CheckedText {
    /// The rule, in one phrase.
    public static let rule = "a subject must have six digits, a dot, 32 lower-case hexadecimal digits, a dot, and four digits"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard rawValue.utf8.count == 44, parts.count == 3, parts[0].utf8.count == 6, parts[1].utf8.count == 32,
            parts[0].utf8.allSatisfy(Self.isDigit), parts[2].utf8.allSatisfy(Self.isDigit),
            parts[1].utf8.allSatisfy({ Self.isDigit($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte)
    }

    /// Creates a random subject.
    init(drawnFrom randomness: inout EmulatedRandomness, timeOfDay: String) {
        self.rawValue = "00\(randomness.digits(4)).\(randomness.hex(32)).\(timeOfDay)"
    }
}
