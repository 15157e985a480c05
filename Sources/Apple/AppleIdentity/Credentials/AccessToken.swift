/// An access token: good for an hour, and for nothing but revocation and, one of another kind, for user migration.
public struct AccessToken: AppleSecret {
    /// The longest token in bytes. Apple's have about 64.
    public static let maximumByteCount = 2_048

    private let text: SecretText

    /// Refuses what is empty, longer than ``maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: Self.maximumByteCount) else { return nil }
        self.text = text
    }

    /// The token.
    public func reveal() -> String { text.reveal() }
}
