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
