import Crypto
import FoundationEssentials

/// A bearer token of 256 random bits: a session, a device, a link in a letter.
///
/// It is shown once, to its owner, through ``reveal()``; what is kept is its ``digest``.
package struct OpaqueToken: Sendable, Redacted {
    /// The size of a token in bytes: 32.
    package static let byteCount = 32

    private let bytes: SecretBytes

    /// Mints a token.
    package init(random: some RandomBytes) {
        bytes = SecretBytes(random.bytes(Self.byteCount))
    }

    /// Takes up a presented token. Refuses everything but 43 characters of base64url in their one canonical spelling, so
    /// that a token has no second text under which it could pass unrecognised.
    package init?(encoded: String) {
        // The length is looked at first, so that a long text costs nothing.
        guard encoded.utf8.count == 43, let decoded = Base64URL.decode(encoded) else { return nil }
        bytes = SecretBytes(decoded)
    }

    /// The text for the owner: 43 characters of base64url. Whoever reads it has the session.
    package func reveal() -> String {
        bytes.withBytes { Base64URL.encode($0) }
    }

    /// What the store keeps.
    package var digest: TokenDigest { TokenDigest(of: bytes) }
}

/// The SHA-256 of an ``OpaqueToken``: what the store keeps and looks up, and what opens nothing when it is stolen.
///
/// Ordinary equality suffices: nobody can steer the digest of 256 unknown random bits byte by byte.
package struct TokenDigest: Hashable, Sendable, Redacted {
    /// The size of a digest in bytes: 32.
    package static let byteCount = SHA256.byteCount

    /// The 32 bytes of the digest.
    package let bytes: [UInt8]

    /// Takes up a stored digest; refuses anything but 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The digest of a token's raw bytes.
    init(of token: SecretBytes) {
        bytes = token.withBytes { Array(SHA256.hash(data: $0)) }
    }
}
