public import FoundationEssentials
internal import Secrets

/// A bearer secret from Apple. Interpolation, debuggers and `dump` print no part of it; only ``reveal()`` returns it.
public protocol AppleSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Returns the secret, for a request or sealed storage. Never log it.
    func reveal() -> String
}

extension AppleSecret {
    /// The type's name and the word `redacted`.
    public var description: String { "\(Self.self)(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A text whose memory is cleared when the last copy is released.
struct SecretText: Sendable {
    private let bytes: SecretBytes

    init(_ text: String) {
        bytes = SecretBytes(utf8: text)
    }

    /// Returns nil unless the text has 1 to `maximum` bytes of printable ASCII without spaces, as all of Apple's values have.
    init?(checking text: String, maximum: Int) {
        // Check the length first, so that a long text costs nothing.
        guard (1...maximum).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.init(text)
    }

    func reveal() -> String {
        bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// An access token. It is valid for an hour. A token of a code exchange can only be revoked; one for user migration authorizes the
/// requests of ``UserMigration``.
public struct AccessToken: AppleSecret {
    /// The longest token in bytes. Apple's have about 64.
    public static let maximumByteCount = 2_048

    private let text: SecretText

    /// Returns nil if the text is empty, longer than ``maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: Self.maximumByteCount) else { return nil }
        self.text = text
    }

    /// Returns the token.
    public func reveal() -> String { text.reveal() }
}

/// An authorization code. It can be exchanged once, within five minutes, by the client it was issued to.
public struct AuthorizationCode: AppleSecret {
    /// The longest code in bytes. Apple's have about 64.
    public static let maximumByteCount = 2_048

    private let text: SecretText

    /// Returns nil if the text is empty, longer than ``maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: Self.maximumByteCount) else { return nil }
        self.text = text
    }

    /// Returns the code, for the token endpoint.
    public func reveal() -> String { text.reveal() }
}

/// A refresh token. It is valid until the user revokes consent, changes the password of the Apple Account, or deletes that account.
///
/// Store it sealed. The backend needs it to revoke the user's consent when it deletes the user's account.
public struct RefreshToken: AppleSecret {
    /// The longest token in bytes. Apple's have about 64.
    public static let maximumByteCount = 2_048

    private let text: SecretText

    /// Returns nil if the text is empty, longer than ``maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: Self.maximumByteCount) else { return nil }
        self.text = text
    }

    /// Returns the token, for sealed storage.
    public func reveal() -> String { text.reveal() }
}

/// A received identity token. Do not trust its contents before ``IdentityTokenVerifier`` has verified it.
public struct UnverifiedIdentityToken: AppleSecret {
    private let text: SecretText

    /// Returns nil if the text is empty, longer than ``CompactJWS/maximumByteCount`` bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let text = SecretText(checking: text, maximum: CompactJWS.maximumByteCount) else { return nil }
        self.text = text
    }

    /// Returns the token, for the verifier.
    public func reveal() -> String { text.reveal() }
}

/// A signed token that authenticates a client to Apple. ``ClientSecretSigner`` creates it.
public struct ClientSecret: AppleSecret {
    /// The client that it authenticates (`sub`).
    public let client: ClientID

    /// `iat`, in whole seconds.
    public let issuedAt: Date

    /// `exp`, in whole seconds.
    public let expiresAt: Date

    private let text: SecretText

    init(client: ClientID, issuedAt: Date, expiresAt: Date, text: String) {
        self.client = client
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.text = SecretText(text)
    }

    /// Returns the token. A program that has it can act as the client until it expires.
    public func reveal() -> String { text.reveal() }
}
