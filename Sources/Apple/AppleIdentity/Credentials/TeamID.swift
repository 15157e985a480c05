/// The identifier of a developer team: 10 capital letters and digits, as the membership page of the developer account shows it.
public struct TeamID: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let text: String

    /// Refuses everything but 10 characters of `A`–`Z` and `0`–`9`; nothing is repaired.
    public init(_ text: String) throws(CredentialError) {
        self.text = try TenCharacters.check(text, name: "team ID", length: .teamIDLength, character: .teamIDCharacter)
    }

    /// The identifier.
    public var description: String { text }
}
