/// A refresh token: good until the person withdraws their consent, changes the password of the Apple account or deletes it. It is kept
/// sealed, since without it consent cannot be revoked when the account here is deleted.
public struct RefreshToken: AppleSecret {
    /// The longest token in bytes. Apple's have about 64.
    public static let maximumByteCount = 2_048

    private let text: SecretText

    /// Refuses what is empty, longer than ``maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: Self.maximumByteCount) else { return nil }
        self.text = text
    }

    /// The token, for sealed storage.
    public func reveal() -> String { text.reveal() }
}
