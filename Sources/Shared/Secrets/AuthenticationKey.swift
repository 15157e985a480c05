import Crypto
import FoundationEssentials

/// A key for tags that only its holder can make or check: HMAC-SHA256 (RFC 2104), 32 bytes a tag.
package struct AuthenticationKey: Sendable, Redacted {
    private let key: SymmetricKey

    init(_ key: SymmetricKey) {
        self.key = key
    }

    /// The 32-byte tag of `message`.
    package func tag(for message: some Collection<UInt8>) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(message), using: key))
    }

    /// Whether `tag` is the whole tag of `message`, compared in constant time. A shortened tag is refused.
    package func isValid(_ tag: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        constantTimeEquals(tag, self.tag(for: message))
    }
}
