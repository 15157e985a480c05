import Crypto
import CryptoExtras
public import FoundationEssentials

/// A device that is signed in to an Apple account. It shows the account's codes, and is asked for none itself.
public struct AccountDevice: Sendable, Hashable, Codable {
    /// Identifies the device. It is a secret: a caller that knows it is treated as the device, and no list contains it.
    let id: String
    /// What its owner calls it.
    public let name: String
    /// When it signed in.
    public let since: Date
}

/// What opens an account, and how often it was tried without success.
struct AccountAccess: Sendable, Codable {
    /// Nil: every password is rejected, so no device can sign in.
    var password: PasswordDigest?
    /// In the order of their sign-ins.
    var devices: [AccountDevice] = []
    /// Wrong passwords and codes since the last sign-in. Attempts under way count until they have succeeded.
    var failures = 0
    /// When the first attempt of the latest ones to unlock the account was made, and how many there were since.
    private var unlockingSince: Date?
    private var unlockAttempts = 0

    init(password: PasswordDigest? = nil) {
        self.password = password
    }

    func trusts(_ device: String) -> Bool {
        devices.contains { $0.id == device }
    }

    /// An attempt under way has turned out to be right, and proves no more than the password.
    mutating func takeBackAttempt() {
        failures = max(0, failures - 1)
    }

    mutating func add(_ device: AccountDevice) {
        devices.removeAll { $0.id == device.id }
        devices.append(device)
        devices.removeFirst(max(0, devices.count - ServiceLimits.devices))
        failures = 0
        (unlockingSince, unlockAttempts) = (nil, 0)
    }

    /// Returns false where a locked account was tried as often as it may be in one period.
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

/// How often names that no account has were tried, so that they are answered as those of accounts are. The oldest is forgotten.
struct UnknownNames: Sendable {
    private var attempts: [String: Int] = [:]
    private var order: [String] = []

    /// How often the name was tried before.
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

    /// - Throws: ``EmulatorError/Code/malformed`` with the rule.
    init(checking text: String) throws(EmulatorError) {
        guard let password = AccountPassword(text) else { throw EmulatorError(.malformed, Self.rule) }
        self = password
    }

    /// Nothing of the password.
    public var description: String { "AccountPassword(redacted)" }

    /// Nothing of the password.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What is kept of a password: a key that PBKDF2 with HMAC-SHA256 derives from it (RFC 8018, section 5.2).
struct PasswordDigest: Sendable, Hashable, Codable {
    static let standardRounds = 210_000
    private static let byteCount = 32
    /// In bytes: longer texts are not looked at, since no password is as long.
    static let longestAttempt = 1_024

    private let salt: Data
    private let key: Data

    /// Takes as long as the algorithm.
    ///
    /// - Throws: ``EmulatorError/Code/limit`` where the key cannot be derived.
    init(_ password: AccountPassword, rounds: Int) throws(EmulatorError) {
        salt = Self.randomBytes()
        guard let key = Self.derive(password.text, salt, rounds) else {
            throw EmulatorError(.limit, "the password cannot be hashed")
        }
        self.key = key.withUnsafeBytes { Data($0) }
    }

    private init(salt: Data, key: Data) {
        self.salt = salt
        self.key = key
    }

    /// Matches no password: an unknown name takes as long as a known one.
    static let decoy = PasswordDigest(salt: randomBytes(), key: randomBytes())

    /// Blocks for as long as the algorithm takes. `rounds` are those that the digest was made with.
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

/// A code as it appears on a person's trusted devices, and so in the emulator's console.
public struct TwoFactorCode: Sendable, Hashable, Codable {
    /// Six digits.
    public let code: String
    /// The sign-in that asked for it.
    public let authorization: AuthorizationIdentifier
    /// What the device says is asking.
    public let appName: String
    /// It is refused from then on.
    public let expiresAt: Date
}
