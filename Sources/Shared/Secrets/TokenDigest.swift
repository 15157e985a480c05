import Crypto
import FoundationEssentials

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
