import Crypto
import CryptoExtras
public import FoundationEssentials

/// A device that is signed in to an Apple Account. It shows the account's codes and is itself trusted.
public struct AccountDevice: Sendable, Hashable, Codable {
    /// The identifier of the device. It is a secret: a caller that knows it is treated as the device. Lists omit it.
    let id: String
    /// The name that the owner gave it.
    public let name: String
    /// The time when the device signed in.
    public let since: Date
}

/// An account's password, devices and failed attempts.
struct AccountAccess: Sendable, Codable {
    /// The digest of the password. Nil rejects every password, so that no device can sign in.
    var password: PasswordDigest?
    /// The signed-in devices, in the order of their sign-ins.
    var devices: [AccountDevice] = []
    /// The number of wrong passwords and codes since the last sign-in. Attempts in progress count until they succeed.
    var failures = 0
    /// The time of the first attempt in the current period to unlock the account, and the number of attempts since.
    private var unlockingSince: Date?
    private var unlockAttempts = 0

    init(password: PasswordDigest? = nil) {
        self.password = password
    }

    func trusts(_ device: String) -> Bool {
        devices.contains { $0.id == device }
    }

    /// Removes an attempt in progress whose password is correct. Earlier failures remain.
    mutating func undoAttempt() {
        failures = max(0, failures - 1)
    }

    mutating func add(_ device: AccountDevice) {
        devices.removeAll { $0.id == device.id }
        devices.append(device)
        devices.removeFirst(max(0, devices.count - ServiceLimits.devices))
        failures = 0
        (unlockingSince, unlockAttempts) = (nil, 0)
    }

    /// Counts an attempt to unlock a locked account. Returns false if the limit of one period is reached.
    mutating func beginUnlocking(at now: Date) -> Bool {
        if let since = unlockingSince, now < since.addingTimeInterval(ServiceLimits.unlockPeriod), now >= since {
            guard unlockAttempts < ServiceLimits.signInFailures else { return false }
            unlockAttempts += 1
        } else {
            (unlockingSince, unlockAttempts) = (now, 1)
        }
        return true
    }
}

/// Counts attempts on names without an account, so that the responses equal those for accounts. Forgets the oldest.
struct UnknownNames: Sendable {
    private var attempts: [String: Int] = [:]
    private var order: [String] = []

    /// Returns the number of earlier attempts on the name.
    mutating func count(_ name: String) -> Int {
        let count = attempts[name] ?? 0
        if count == 0 {
            order.append(name)
            if order.count > ServiceLimits.unknownNames { attempts[order.removeFirst()] = nil }
        }
        attempts[name] = count + 1
        return count
    }
}

/// A valid password of an Apple Account, by Apple's rule. Descriptions omit it.
public struct AccountPassword: Sendable, CustomStringConvertible, CustomReflectable {
    /// The rule, in one phrase.
    public static let rule = "a password must have 8 to 128 characters, with an upper-case letter, a lower-case letter and a digit"

    let text: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(_ text: String) {
        guard (8...128).contains(text.count), text.contains(where: \.isUppercase), text.contains(where: \.isLowercase),
            text.contains(where: \.isWholeNumber)
        else { return nil }
        self.text = text
    }

    /// Checks a text.
    ///
    /// - Throws: ``EmulatorError/Code/malformed`` with the rule as its reason if the text violates the rule.
    init(checking text: String) throws(EmulatorError) {
        guard let password = AccountPassword(text) else {
            throw EmulatorError(.malformed, Self.rule, at: .password)
        }
        self = password
    }

    /// The type's name, without the password.
    public var description: String { "AccountPassword(redacted)" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The stored form of a password: a key derived with PBKDF2 and HMAC-SHA256 (RFC 8018, section 5.2).
struct PasswordDigest: Sendable, Hashable, Codable {
    static let standardRounds = 210_000
    private static let byteCount = 32
    /// The maximum length of an entered password, in bytes. A longer text cannot be a password and is rejected without hashing.
    static let longestAttempt = 1_024

    private let salt: Data
    private let key: Data

    /// Derives the key, which takes time.
    ///
    /// - Throws: ``EmulatorError/Code/limit`` if the derivation fails.
    init(_ password: AccountPassword, rounds: Int) throws(EmulatorError) {
        salt = Self.randomBytes()
        guard let key = Self.derive(password.text, salt, rounds) else {
            throw EmulatorError(.limit, "hashing the password failed")
        }
        self.key = key.withUnsafeBytes { Data($0) }
    }

    private init(salt: Data, key: Data) {
        self.salt = salt
        self.key = key
    }

    /// A digest that matches no password, so that checking an unknown name takes as long as a known one.
    static let decoy = PasswordDigest(salt: randomBytes(), key: randomBytes())

    /// Returns whether the text is the password. Blocks while the key is derived. `rounds` must be the number that created the
    /// digest.
    func matches(_ text: String, rounds: Int) -> Bool {
        guard text.utf8.count <= Self.longestAttempt, let derived = Self.derive(text, salt, rounds) else { return false }
        // Compares in constant time.
        return derived == SymmetricKey(data: key)
    }

    private static func derive(_ text: String, _ salt: Data, _ rounds: Int) -> SymmetricKey? {
        try? KDF.Insecure.PBKDF2.deriveKey(
            from: Data(text.utf8), salt: salt, using: .sha256, outputByteCount: byteCount, unsafeUncheckedRounds: rounds)
    }

    private static func randomBytes() -> Data {
        Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) })
    }
}

/// A code as the user's trusted devices and the emulator's console show it.
public struct TwoFactorCode: Sendable, Hashable, Codable {
    /// The six digits.
    public let code: String
    /// The sign-in that requires it.
    public let authorization: AuthorizationIdentifier
    /// The name of the app or device that signs in.
    public let appName: String
    /// The time when it expires.
    public let expiresAt: Date
}
