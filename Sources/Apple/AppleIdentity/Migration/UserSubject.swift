/// A person as one team knows them: the `sub` of identity tokens.
public struct UserSubject: Sendable, Hashable {
    /// The longest in bytes (OpenID Connect Core 1.0, section 2).
    public static let maximumByteCount = 255

    /// The subject.
    public let text: String

    /// Refuses what is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard (1...Self.maximumByteCount).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}
