/// An account as the sheet lists it.
public struct AccountChoice: Sendable, Hashable, Identifiable {
    /// The account.
    public let id: PersonIdentifier
    /// First and last name.
    public let name: String
    /// The account's address, if it has one.
    public let email: String?
}
