public import FoundationEssentials
internal import Secrets

/// A text of Apple's that opens something for whoever has it. It prints nothing: not when interpolated, not in a debugger, not
/// under `dump`; only ``reveal()`` gives it.
public protocol AppleSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself, for the wire or for sealed storage. Never log it.
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

/// A text in memory that is cleared when the last copy goes away.
struct SecretText: Sendable {
    private let bytes: SecretBytes

    init(_ text: String) {
        bytes = SecretBytes(utf8: text)
    }

    /// A text of 1 to `maximum` bytes of printable ASCII without spaces, which all of Apple's are; else nil.
    init?(checking text: String, maximum: Int) {
        // The length first, so that a long text costs nothing.
        guard (1...maximum).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.init(text)
    }

    func reveal() -> String {
        bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

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

    /// The token. A holder of the token can act as the client until it expires.
    public func reveal() -> String { text.reveal() }
}
