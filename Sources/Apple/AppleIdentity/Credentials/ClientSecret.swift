public import FoundationEssentials

/// What proves to Apple which client asks: a signed token in the place of a password. Made by ``ClientSecretSigner``.
public struct ClientSecret: AppleSecret {
    /// The client it is for (`sub`).
    public let client: ClientID

    /// `iat`: a whole second.
    public let issuedAt: Date

    /// `exp`: a whole second.
    public let expiresAt: Date

    private let text: SecretText

    init(client: ClientID, issuedAt: Date, expiresAt: Date, text: String) {
        self.client = client
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.text = SecretText(text)
    }

    /// The token. Whoever has it can act as the client until it expires.
    public func reveal() -> String { text.reveal() }
}
