package import Crypto
import FoundationEssentials

/// A bearer token of 256 random bits, for a session, a device or a link in a message.
///
/// It is shown once to its owner through ``reveal()``. The store keeps its ``digest``.
package struct OpaqueToken: Sendable, Redacted {
    /// The size of a token in bytes: 32.
    package static let byteCount = 32

    private let bytes: SecretBytes

    /// Generates a token.
    package init(random: some RandomBytes) {
        bytes = SecretBytes(random.bytes(Self.byteCount))
    }

    /// Parses a presented token. Returns nil unless it is 43 characters of canonical base64url, so that no second text represents
    /// the same token.
    package init?(encoded: String) {
        // The length is checked first, so that a long text costs nothing.
        guard encoded.utf8.count == 43, let decoded = Base64URL.decode(encoded) else { return nil }
        bytes = SecretBytes(decoded)
    }

    /// Returns the text for the owner: 43 characters of base64url. A client with this text has the session.
    package func reveal() -> String {
        bytes.withBytes { Base64URL.encode($0) }
    }

    /// The digest that the store keeps.
    package var digest: TokenDigest { TokenDigest(of: bytes) }
}

/// The SHA-256 of an ``OpaqueToken``, which the store keeps and looks up. A stolen digest gives no access.
///
/// Ordinary equality is sufficient: an attacker cannot choose the digest of 256 unknown random bits byte by byte.
package struct TokenDigest: Hashable, Sendable, Redacted {
    /// The size of a digest in bytes: 32.
    package static let byteCount = SHA256.byteCount

    /// The 32 bytes of the digest.
    package let bytes: [UInt8]

    /// Restores a stored digest. Returns nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Computes the digest of a token's raw bytes.
    init(of token: SecretBytes) {
        bytes = token.withBytes { Array(SHA256.hash(data: $0)) }
    }

    /// Computes the digest of random bytes that identify a secret as a token does.
    package init(of bytes: [UInt8]) {
        self.bytes = Array(SHA256.hash(data: bytes))
    }

    /// Wraps an authentication code, which has the same size.
    package init(_ code: HMAC<SHA256>.MAC) {
        bytes = Array(code)
    }
}
