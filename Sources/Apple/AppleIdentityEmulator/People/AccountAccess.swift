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
