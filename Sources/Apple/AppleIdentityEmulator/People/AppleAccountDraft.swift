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
