public import FoundationEssentials

/// An Apple account: a person who can sign in.
public struct AppleAccount: Sendable, Hashable, Codable, Identifiable {
    /// How operators name the account.
    public let id: PersonIdentifier
    /// First name; may be empty.
    public var givenName: String
    /// Last name; may be empty.
    public var familyName: String
    /// The account's address; nil only for Work & School accounts, whose tokens then carry none (facts 1.4).
    public var email: String?
    /// Further addresses of the account, at most 10: the person can give an app one of them in place of ``email``.
    public var otherEmails: [String] = []
    /// Sign in with Apple needs two-factor authentication; an account without it is refused.
    public var hasTwoFactor: Bool
    /// Below the age of consent: the native credential says `child`.
    public var isUnderAge: Bool
    /// `org_id` of a Work & School account, whose `email_verified` is false; nil for a personal account.
    public var organization: String?
    /// What a device says about this person when first asked.
    public var realUserStatus: RealUserStatus
    /// Locked accounts cannot sign in until they are unlocked; nothing else changes.
    public var isLocked: Bool
    /// When the account was made.
    public let createdAt: Date
    /// When the account's password was last changed; refresh tokens from before are dead.
    public internal(set) var passwordChangedAt: Date?

    /// Every address, the first one first.
    public var emails: [String] { (email.map { [$0] } ?? []) + otherEmails }

    /// First and last name as people say them; the id where both are empty.
    var fullName: String {
        let parts = [givenName, familyName].filter { !$0.isEmpty }
        return parts.isEmpty ? id.rawValue : parts.joined(separator: " ")
    }
}

extension AppleAccount {
    /// Accounts of older files have one address at most.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(PersonIdentifier.self, forKey: .id)
        givenName = try values.decode(String.self, forKey: .givenName)
        familyName = try values.decode(String.self, forKey: .familyName)
        email = try values.decodeIfPresent(String.self, forKey: .email)
        otherEmails = try values.decodeIfPresent([String].self, forKey: .otherEmails) ?? []
        hasTwoFactor = try values.decode(Bool.self, forKey: .hasTwoFactor)
        isUnderAge = try values.decode(Bool.self, forKey: .isUnderAge)
        organization = try values.decodeIfPresent(String.self, forKey: .organization)
        realUserStatus = try values.decode(RealUserStatus.self, forKey: .realUserStatus)
        isLocked = try values.decode(Bool.self, forKey: .isLocked)
        createdAt = try values.decode(Date.self, forKey: .createdAt)
        passwordChangedAt = try values.decodeIfPresent(Date.self, forKey: .passwordChangedAt)
    }
}

/// What is asked about a new Apple account; checked by ``AppleService/addPerson(_:)``.
public struct AppleAccountDraft: Sendable, Hashable, Codable {
    /// How operators will name it; made from the first name when nil.
    public var id: PersonIdentifier?
    /// At most 100 bytes.
    public var givenName: String
    /// At most 100 bytes.
    public var familyName: String
    /// An address; may be nil only with an organization.
    public var email: String?
    /// As ``AppleAccount/otherEmails``.
    public var otherEmails: [String]
    /// As ``AppleAccount/hasTwoFactor``.
    public var hasTwoFactor: Bool
    /// As ``AppleAccount/isUnderAge``.
    public var isUnderAge: Bool
    /// `org_id` of a Work & School account.
    public var organization: String?
    /// As ``AppleAccount/realUserStatus``.
    public var realUserStatus: RealUserStatus
    /// As ``AppleAccount/isLocked``.
    public var isLocked: Bool

    /// A draft of a personal account with two-factor authentication, unless said otherwise.
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

/// What the device says about a new user: `real_user_status`, native sign-in only, first sign-in only (facts 1.4).
public enum RealUserStatus: Int, Sendable, Hashable, Codable, CaseIterable {
    case unsupported = 0
    case unknown = 1
    case likelyReal = 2
}

/// How the emulator's operators name an Apple account, such as `anna`. Never on the wire of the service.
public struct PersonIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a person's id has 1 to 40 lower-case letters, digits and hyphens"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard (1...40).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return nil }
        self.rawValue = rawValue
    }
}

/// The `sub` of a person for a team: six digits, a dot, 32 hexadecimal digits, a dot, four digits (facts 1.4).
///
/// The same for every app of the team, and unchanged after revocation and a new consent. Transfer identifiers have the same form.
public struct Subject: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a subject has six digits, a dot, 32 lower-case hexadecimal digits, a dot, and four digits"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
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

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness, timeOfDay: String) {
        self.rawValue = "00\(randomness.digits(4)).\(randomness.hex(32)).\(timeOfDay)"
    }
}
