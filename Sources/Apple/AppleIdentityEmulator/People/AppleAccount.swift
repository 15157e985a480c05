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
