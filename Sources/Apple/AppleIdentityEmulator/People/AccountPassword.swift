import Crypto
import CryptoExtras
import FoundationEssentials

/// A password that an Apple account may have. The rule is Apple's; printing shows nothing of it.
public struct AccountPassword: Sendable, CustomStringConvertible, CustomReflectable {
    /// The rule in one phrase.
    public static let rule = "a password has 8 to 128 characters, among them an upper-case letter, a lower-case letter and a digit"

    let text: String

    /// The password, or nil when the text breaks the rule.
    public init?(_ text: String) {
        guard (8...128).contains(text.count), text.contains(where: \.isUppercase), text.contains(where: \.isLowercase),
            text.contains(where: \.isWholeNumber)
        else { return nil }
        self.text = text
    }

    /// - Throws: ``EmulatorRefusal/Code/malformed`` with the rule.
    init(checking text: String) throws(EmulatorRefusal) {
        guard let password = AccountPassword(text) else { throw EmulatorRefusal(.malformed, Self.rule) }
        self = password
    }

    /// Nothing of the password.
    public var description: String { "AccountPassword(redacted)" }

    /// Nothing of the password.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What is kept of a password: a key that PBKDF2 with HMAC-SHA256 derives from it (RFC 8018, section 5.2).
struct PasswordDigest: Sendable, Hashable, Codable {
    private static let rounds = 210_000
    private static let byteCount = 32
    /// In bytes: longer texts are not looked at, since no password is as long.
    static let longestAttempt = 1_024

    private let salt: Data
    private let key: Data

    /// Takes as long as the algorithm.
    ///
    /// - Throws: ``EmulatorRefusal/Code/limit`` where the key cannot be derived.
    init(_ password: AccountPassword) throws(EmulatorRefusal) {
        salt = Self.randomBytes()
        guard let key = Self.derive(password.text, salt) else { throw EmulatorRefusal(.limit, "the password cannot be hashed") }
        self.key = key.withUnsafeBytes { Data($0) }
    }

    private init(salt: Data, key: Data) {
        self.salt = salt
        self.key = key
    }

    /// Matches no password: an unknown name takes as long as a known one.
    static let decoy = PasswordDigest(salt: randomBytes(), key: randomBytes())

    /// Blocks for as long as the algorithm takes.
    func matches(_ text: String) -> Bool {
        guard text.utf8.count <= Self.longestAttempt, let derived = Self.derive(text, salt) else { return false }
        // Compares in constant time.
        return derived == SymmetricKey(data: key)
    }

    private static func derive(_ text: String, _ salt: Data) -> SymmetricKey? {
        try? KDF.Insecure.PBKDF2.deriveKey(
            from: Data(text.utf8), salt: salt, using: .sha256, outputByteCount: byteCount, rounds: rounds)
    }

    private static func randomBytes() -> Data {
        Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) })
    }
}
