internal import Crypto

/// One-time passwords by a counter (RFC 4226).
public struct HOTP: Sendable {
    /// The shared secret.
    public let key: OneTimePasswordKey

    /// The hash function.
    public let algorithm: OneTimePasswordAlgorithm

    /// How many digits a password has: 6, 7 or 8.
    public let digits: Int

    /// The furthest that a counter may have run ahead of the server's; each step ahead is one more chance for who guesses.
    public static let largestLookAhead = 100

    /// Passwords of a key; nil for other than 6, 7 or 8 digits (RFC 4226 section 5.3, R4).
    public init?(_ key: OneTimePasswordKey, algorithm: OneTimePasswordAlgorithm = .sha1, digits: Int = 6) {
        guard (6...8).contains(digits) else { return nil }
        self.key = key
        self.algorithm = algorithm
        self.digits = digits
    }

    /// The password of a counter, with its leading zeros (section 5.3).
    public func password(_ counter: UInt64) -> String { String(decoding: passwordBytes(counter), as: UTF8.self) }

    /// The counter to store where a password is right: one more than the password's, so that it is not taken again. Nil where it is
    /// wrong.
    ///
    /// - Parameters:
    ///   - candidate: what was typed; spaces are left out.
    ///   - counter: the lowest counter whose password was not used.
    ///   - lookAhead: how many passwords may have been skipped (section 7.4), at most ``largestLookAhead``.
    public func nextCounter(accepting candidate: String, from counter: UInt64, lookAhead: Int = 0) -> UInt64? {
        let last = counter.addingReportingOverflow(UInt64(min(max(lookAhead, 0), Self.largestLookAhead)))
        guard !last.overflow, last.partialValue < .max, let found = find(candidate, in: counter...last.partialValue) else {
            return nil
        }
        return found + 1
    }

    /// The lowest counter of a range whose password this is. The time it takes depends on the range alone, not on where, or
    /// whether, it is found.
    func find(_ candidate: String, in counters: ClosedRange<UInt64>) -> UInt64? {
        let typed = candidate.utf8.filter { $0 != UInt8(ascii: " ") }
        guard typed.count == digits else { return nil }
        var found: UInt64?
        for counter in counters.reversed() where isEqual(typed, passwordBytes(counter)) { found = counter }
        return found
    }

    private func passwordBytes(_ counter: UInt64) -> [UInt8] {
        let code = algorithm.authenticationCode(for: counter, key.key)
        // Dynamic truncation: the last four bits say where four bytes are taken from.
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

/// Whether two passwords are equal, in a time that depends on their length alone. Never inlined, so that what a caller knows about
/// one side lets the optimizer leave the loop early. Written here because this library depends on none that has it.
@inline(never)
private func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
}

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
