/// What a device's Settings send: who signs in, by what, and on which device.
public struct DeviceSignInRequest: Sendable {
    /// The account: what operators call it, or one of its addresses.
    public var account: String
    /// As it was typed.
    public var password: String
    /// Tells the device from every other: random, and known to the device alone.
    public var device: String
    /// What its owner calls it.
    public var deviceName: String
    /// Whether a locked account is to be unlocked. Of one that is not locked this changes nothing.
    public var unlocks: Bool

    /// A request.
    public init(account: String, password: String, device: String, deviceName: String, unlocks: Bool = false) {
        self.account = account
        self.password = password
        self.device = device
        self.deviceName = deviceName
        self.unlocks = unlocks
    }
}

/// How far a device's sign-in has come.
public enum DeviceSignIn: Sendable, Hashable {
    case signedIn(PersonIdentifier)
    /// The password is right, and the account's trusted devices show a code.
    case needsCode(AuthorizationIdentifier)
}

/// Why a device is not signed in.
public enum DeviceSignInRefusal: String, Error, Sendable, Hashable, Codable, CaseIterable {
    /// No account has this name, or another password.
    case wrongCredentials
    /// Too many wrong passwords and codes, or an operator's decision. The person can unlock it.
    case accountLocked
    case wrongCode
    /// The code was typed wrong five times, or ten minutes passed, or the password is another one by now: sign in again.
    case codeExpired
    /// A locked account was tried too often within an hour.
    case tooManyAttempts
    /// The device's identifier or name is empty, or too long.
    case unsuitableDevice
}

/// Sign-ins of devices that wait for a code. They do not outlive the process; the oldest goes when there are 1,000.
struct DeviceSignInRegister: Sendable {
    struct Waiting: Sendable {
        let id: AuthorizationIdentifier
        let device: AccountDevice
        let unlocks: Bool
        var challenge: TwoFactorChallenge
    }

    private(set) var waiting: [Waiting] = []

    subscript(_ id: AuthorizationIdentifier) -> Waiting? {
        get { waiting.first { $0.id == id } }
        set {
            guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
            if let newValue { waiting[index] = newValue } else { waiting.remove(at: index) }
        }
    }

    /// Adds one, in place of any other of the device.
    mutating func add(_ new: Waiting) {
        waiting.removeAll { $0.device.id == new.device.id }
        waiting.append(new)
        waiting.removeFirst(max(0, waiting.count - ServiceLimits.sheets))
    }

    mutating func remove(_ person: PersonIdentifier) {
        waiting.removeAll { $0.challenge.person == person }
    }
}
