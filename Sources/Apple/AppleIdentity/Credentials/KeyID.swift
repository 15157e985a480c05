/// The identifier of a private key for Sign in with Apple: 10 capital letters and digits, the `kid` of client secrets.
///
/// Apple names the downloaded file after it: `AuthKey_ABC123DEFG.p8`.
public struct KeyID: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let text: String

    /// Refuses everything but 10 characters of `A`–`Z` and `0`–`9`; nothing is repaired.
    public init(_ text: String) throws(CredentialError) {
        self.text = try TenCharacters.check(text, name: "key ID", length: .keyIDLength, character: .keyIDCharacter)
    }

    /// The identifier.
    public var description: String { text }
}
