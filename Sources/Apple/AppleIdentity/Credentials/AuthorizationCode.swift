/// An authorization code: good once, for five minutes, for the client it was issued to.
public struct AuthorizationCode: AppleSecret {
    /// The longest code in bytes. Apple's have about 64.
    public static let maximumByteCount = 2_048

    private let text: SecretText

    /// Refuses what is empty, longer than ``maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: Self.maximumByteCount) else { return nil }
        self.text = text
    }

    /// The code, for the token endpoint.
    public func reveal() -> String { text.reveal() }
}
