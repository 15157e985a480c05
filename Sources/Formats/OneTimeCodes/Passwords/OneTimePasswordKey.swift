internal import Crypto

/// The secret that a server and an authenticator share. Prints nothing.
public struct OneTimePasswordKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let key: SymmetricKey

    /// A key of bytes; nil for fewer than 10 (the 80 bits that the oldest authenticators were given) and more than 128, the largest
    /// block of its hash functions. RFC 4226 section 4 demands 16 and recommends 20; ``isStrong`` tells.
    public init?(_ bytes: [UInt8]) {
        guard (10...128).contains(bytes.count) else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// A new key.
    ///
    /// - Parameter generator: where its bytes come from; must be one for cryptography, as `SystemRandomNumberGenerator` is.
    public init(using generator: inout some RandomNumberGenerator, for algorithm: OneTimePasswordAlgorithm = .sha1) {
        key = SymmetricKey(data: (0..<algorithm.recommendedKeyLength).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Whether it has the 128 bits that RFC 4226 section 4 (R6) demands.
    public var isStrong: Bool { key.bitCount >= 128 }

    /// The key in Base32, to be shown to its owner once, or stored sealed.
    public var unprotectedBase32: String { Base32.encode(key.withUnsafeBytes { Array($0) }) }

    /// Nothing of the key.
    public var description: String { "one-time password key" }

    /// Nothing of the key.
    public var debugDescription: String { description }

    /// Nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The hash function of one-time passwords (RFC 6238 section 1.2). Many authenticators know SHA-1 only, whatever a URI says.
public enum OneTimePasswordAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// HMAC with SHA-1. What makes SHA-1 unfit for signatures does not touch HMAC.
    case sha1 = "SHA1"
    /// HMAC with SHA-256.
    case sha256 = "SHA256"
    /// HMAC with SHA-512.
    case sha512 = "SHA512"

    /// The length of the hash in bytes, which is the length that RFC 6238 recommends for keys.
    public var recommendedKeyLength: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    func authenticationCode(for counter: UInt64, _ key: SymmetricKey) -> [UInt8] {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * UInt64($0))) }
        return switch self {
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
        }
    }
}
