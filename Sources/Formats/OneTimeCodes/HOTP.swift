internal import Crypto

/// Counter-based one-time passwords (RFC 4226).
public struct HOTP: Sendable {
    /// The shared secret.
    public let key: OneTimePasswordKey

    /// The hash function.
    public let algorithm: OneTimePasswordAlgorithm

    /// The number of digits of a password: 6, 7 or 8.
    public let digits: Int

    /// The maximum look-ahead. Each additional counter increases an attacker's chance to guess a password.
    public static let largestLookAhead = 100

    /// Creates a password generator. Returns nil unless a password has 6, 7 or 8 digits (RFC 4226 section 5.3, R4).
    public init?(_ key: OneTimePasswordKey, algorithm: OneTimePasswordAlgorithm = .sha1, digits: Int = 6) {
        guard (6...8).contains(digits) else { return nil }
        self.key = key
        self.algorithm = algorithm
        self.digits = digits
    }

    /// Returns the password for a counter, with leading zeros (section 5.3).
    public func password(_ counter: UInt64) -> String { String(decoding: passwordBytes(counter), as: UTF8.self) }

    /// Verifies a password and returns the counter to store, which is one more than that of the password. Storing it prevents
    /// reuse. Returns nil if the password is wrong.
    ///
    /// - Parameters:
    ///   - candidate: The typed password. Spaces are ignored.
    ///   - counter: The lowest counter whose password has not been used.
    ///   - lookAhead: The number of passwords that may have been skipped (section 7.4), at most ``largestLookAhead``.
    public func nextCounter(accepting candidate: String, from counter: UInt64, lookAhead: Int = 0) -> UInt64? {
        let last = counter.addingReportingOverflow(UInt64(min(max(lookAhead, 0), Self.largestLookAhead)))
        guard !last.overflow, last.partialValue < .max, let found = find(candidate, in: counter...last.partialValue) else {
            return nil
        }
        return found + 1
    }

    /// Returns the lowest counter in a range with this password. The time depends only on the length of the range, not on the
    /// result.
    func find(_ candidate: String, in counters: ClosedRange<UInt64>) -> UInt64? {
        let typed = candidate.utf8.filter { $0 != UInt8(ascii: " ") }
        guard typed.count == digits else { return nil }
        var found: UInt64?
        for counter in counters.reversed() where isEqual(typed, passwordBytes(counter)) { found = counter }
        return found
    }

    private func passwordBytes(_ counter: UInt64) -> [UInt8] {
        let code = algorithm.authenticationCode(for: counter, key.key)
        // Dynamic truncation: the last four bits are the offset of the four bytes to use.
        let offset = Int(code[code.count - 1] & 0x0F)
        var value = code[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        var password = [UInt8](repeating: 0, count: digits)
        for index in password.indices.reversed() {
            password[index] = UInt8(ascii: "0") + UInt8(value % 10)
            value /= 10
        }
        return password
    }
}

/// Compares two passwords in a time that depends only on their length. Not inlined, so that the optimizer cannot use a caller's
/// knowledge of one side to exit early. Defined here because no dependency of this library provides it.
@inline(never)
private func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
}

/// The secret that a server and an authenticator share. Its descriptions omit the secret.
public struct OneTimePasswordKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let key: SymmetricKey

    /// Creates a key. Returns nil for fewer than 10 bytes, the key size of the oldest authenticators, and for more than 128, the
    /// largest block of the hash functions. RFC 4226 section 4 requires 16 bytes and recommends 20; see ``isStrong``.
    public init?(_ bytes: [UInt8]) {
        guard (10...128).contains(bytes.count) else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// Generates a key.
    ///
    /// - Parameter generator: A cryptographically secure source, such as `SystemRandomNumberGenerator`.
    public init(using generator: inout some RandomNumberGenerator, for algorithm: OneTimePasswordAlgorithm = .sha1) {
        key = SymmetricKey(data: (0..<algorithm.recommendedKeyLength).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Whether the key has the 128 bits that RFC 4226 section 4 (R6) requires.
    public var isStrong: Bool { key.bitCount >= 128 }

    /// The key in Base32, to show to its owner once or to store encrypted.
    public var unprotectedBase32: String { Base32.encode(key.withUnsafeBytes { Array($0) }) }

    /// A constant description without the key.
    public var description: String { "one-time password key" }

    /// A constant description without the key.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` does not print the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The hash function of one-time passwords (RFC 6238 section 1.2). Many authenticators support only SHA-1 and ignore the URI.
public enum OneTimePasswordAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// HMAC with SHA-1. The collision attacks on SHA-1 do not affect HMAC.
    case sha1 = "SHA1"
    /// HMAC with SHA-256.
    case sha256 = "SHA256"
    /// HMAC with SHA-512.
    case sha512 = "SHA512"

    /// The length of the hash in bytes. RFC 6238 recommends keys of this length.
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
