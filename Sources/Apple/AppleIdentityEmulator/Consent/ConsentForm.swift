/// What the sheet asks before it continues.
public struct ConsentForm: Sendable, Hashable {
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
