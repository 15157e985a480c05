/// An identity token as it came. Nothing in it may be believed before ``IdentityTokenVerifier`` has judged it.
public struct UnverifiedIdentityToken: AppleSecret {
    private let text: SecretText

    /// Refuses what is empty, longer than ``CompactJWS/maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: CompactJWS.maximumByteCount) else { return nil }
        self.text = text
    }

    /// The token, for the verifier.
    public func reveal() -> String { text.reveal() }
}
