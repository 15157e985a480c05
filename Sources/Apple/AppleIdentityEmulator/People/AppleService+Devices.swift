import FoundationEssentials
import NIOPosix

extension AppleService {
    /// Signs a device in with the password and, on an account with two-factor authentication, a code unless the device is already
    /// trusted.
    ///
    /// Wrong passwords and codes count together. After ``ServiceLimits/signInFailures`` in a row the account is locked. An unknown
    /// name gets the same response as a wrong password, and takes as long.
    public func signInDevice(_ request: DeviceSignInRequest) async -> Result<DeviceSignIn, DeviceSignInRejection> {
        let answer = await attempt(request.account, request.password, unlocks: request.unlocks) {
            (core, person) throws(DeviceSignInRejection) -> DeviceSignIn in
            try core.signIn(request, person)
        }
        work { core in core.log.add(request, at: core.now, answer) }
        return answer
    }

    /// Enters the code that the account's trusted devices show for a device's sign-in.
    public func enterDeviceCode(_ code: String, for id: AuthorizationIdentifier) -> Result<DeviceSignIn, DeviceSignInRejection> {
        work { core in
            do throws(DeviceSignInRejection) {
                return .success(try core.enterDeviceCode(code, id))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Checks the account's password for a signed-in device that has no other way to authenticate its owner. Wrong passwords count
    /// as in a sign-in.
    public func checkPassword(_ password: String, of person: PersonIdentifier) async -> Result<Void, DeviceSignInRejection> {
        await attempt(person.rawValue, password, unlocks: false) { (core, person) throws(DeviceSignInRejection) in
            // Removes only this attempt: earlier failures may be guessed codes after a correct password.
            core.state.people.access[person]?.undoAttempt()
        }
    }

    /// Signs a device out. It no longer shows codes, and its next sign-in requires one.
    public func signOutDevice(_ device: String, of person: PersonIdentifier) {
        work { core in core.state.people.access[person]?.devices.removeAll { $0.id == device } }
    }

    /// Returns the signed-in devices of an account, in the order of their sign-ins.
    public func devices(of person: PersonIdentifier) -> [AccountDevice] {
        work { core in core.state.people.access[person]?.devices ?? [] }
    }

    /// Returns the codes that a trusted device shows: those for other devices and browsers. Empty if the device is not signed in to
    /// the account.
    public func codes(for person: PersonIdentifier, shownBy device: String) -> [TwoFactorCode] {
        work { core in
            guard core.state.people.access[person]?.trusts(device) == true else { return [] }
            return core.codes(for: person, exceptOf: device)
        }
    }

    /// Returns the mail that the relay forwarded to the user of a trusted device, newest first. Empty if the device is not signed in
    /// to the account.
    ///
    /// - Parameter id: the number after which messages are returned.
    public func mail(for person: PersonIdentifier, shownBy device: String, after id: Int = 0) -> [RelayedMail] {
        let isTrusted = work { core in core.state.people.access[person]?.trusts(device) == true }
        return isTrusted ? mail(of: person, after: id) : []
    }

    /// Counts the attempt, checks the password off the cooperative thread pool, and continues if it is correct.
    private func attempt<Value: Sendable>(
        _ name: String, _ password: String, unlocks: Bool,
        _ proceed: @Sendable (inout ServiceCore, PersonIdentifier) throws(DeviceSignInRejection) -> Value
    ) async -> Result<Value, DeviceSignInRejection> {
        do throws(DeviceSignInRejection) {
            let (person, digest) = try work { core throws(DeviceSignInRejection) in try core.beginAttempt(name, unlocks: unlocks) }
            let isRight =
                (try? await NIOThreadPool.singleton.runIfActive { [passwordRounds] in
                    digest.matches(password, rounds: passwordRounds)
                }) ?? false
            let value = try work { core throws(DeviceSignInRejection) -> Value in
                guard let person else { throw .wrongCredentials }
                // The password may have changed in the meantime.
                guard isRight, core.state.people.access[person]?.password == digest else {
                    core.lockIfNeeded(person)
                    throw .wrongCredentials
                }
                return try proceed(&core, person)
            }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }
}

extension ServiceCore {
    /// Returns the account with this ID or address.
    func account(called name: String) -> AppleAccount? {
        if let id = PersonIdentifier(name), let account = state.people.accounts[id] { return account }
        let address = name.lowercased()
        let accounts = state.people.accounts.values.sorted { $0.id < $1.id }
        return accounts.first { $0.email?.lowercased() == address }
            ?? accounts.first { $0.otherEmails.contains { $0.lowercased() == address } }
    }

    /// Returns the codes on trusted devices.
    func codes(for person: PersonIdentifier, exceptOf device: String? = nil) -> [TwoFactorCode] {
        let ofDevices = deviceSignIns.waiting.filter { waiting in
            waiting.challenge.person == person && waiting.device.id != device && now < waiting.challenge.expiresAt
        }.map { waiting in
            TwoFactorCode(
                code: waiting.challenge.code, authorization: waiting.id, appName: waiting.device.name,
                expiresAt: waiting.challenge.expiresAt)
        }
        return sheets.codes(for: person, now: now) + ofDevices
    }

    /// Counts an attempt before checking the password, so that concurrent attempts count too.
    ///
    /// - Returns: the account, nil for an unknown name, and the digest to compare the password with.
    fileprivate mutating func beginAttempt(
        _ name: String, unlocks: Bool
    ) throws(DeviceSignInRejection) -> (person: PersonIdentifier?, digest: PasswordDigest) {
        let limit = ServiceLimits.signInFailures
        guard let account = account(called: name) else {
            let before = unknownNames.count(String(name.lowercased().prefix(PasswordDigest.longestAttempt)))
            guard before < limit || unlocks else { throw .accountLocked }
            guard before < 2 * limit else { throw .tooManyAttempts }
            return (nil, .decoy)
        }
        var access = state.people.access[account.id] ?? AccountAccess()
        if account.isLocked {
            guard unlocks else { throw .accountLocked }
            guard access.beginUnlocking(at: now) else { throw .tooManyAttempts }
        } else {
            guard access.failures < limit else { throw .accountLocked }
        }
        access.failures += 1
        state.people.access[account.id] = access
        return (account.id, access.password ?? .decoy)
    }

    fileprivate mutating func lockIfNeeded(_ person: PersonIdentifier) {
        guard (state.people.access[person]?.failures ?? 0) >= ServiceLimits.signInFailures else { return }
        state.people.accounts[person]?.isLocked = true
        deviceSignIns.remove(person)
    }

    /// Continues after a correct password.
    fileprivate mutating func signIn(
        _ request: DeviceSignInRequest, _ person: PersonIdentifier
    ) throws(DeviceSignInRejection) -> DeviceSignIn {
        guard (1...ServiceLimits.nameBytes).contains(request.device.utf8.count), !request.deviceName.isEmpty,
            PlainName.isSuitable(request.deviceName)
        else { throw .unsuitableDevice }
        guard let account = state.people.accounts[person], let access = state.people.access[person] else {
            throw .wrongCredentials
        }
        guard !account.isLocked || request.unlocks else { throw .accountLocked }
        let device = AccountDevice(id: request.device, name: request.deviceName, since: now)
        guard account.hasTwoFactor, !access.trusts(request.device) else { return complete(person, device) }
        // A correct password alone does not clear earlier failures.
        state.people.access[person]?.undoAttempt()
        let id = AuthorizationIdentifier(drawnFrom: &randomness)
        deviceSignIns.add(
            .init(
                id: id, device: device, unlocks: request.unlocks,
                challenge: TwoFactorChallenge(
                    person: person, code: randomness.digits(6), expiresAt: now.addingTimeInterval(SheetRegister.codeLifetime))))
        return .needsCode(id)
    }

    fileprivate mutating func enterDeviceCode(
        _ code: String, _ id: AuthorizationIdentifier
    ) throws(DeviceSignInRejection) -> DeviceSignIn {
        guard var waiting = deviceSignIns[id], now < waiting.challenge.expiresAt else {
            deviceSignIns[id] = nil
            throw .codeExpired
        }
        let person = waiting.challenge.person
        guard let account = state.people.accounts[person] else { throw .codeExpired }
        guard !account.isLocked || waiting.unlocks else { throw .accountLocked }
        guard code.filter({ $0 != " " && $0 != "-" }) == waiting.challenge.code else {
            waiting.challenge.attemptsLeft -= 1
            let isOver = waiting.challenge.attemptsLeft == 0
            deviceSignIns[id] = isOver ? nil : waiting
            state.people.access[person, default: AccountAccess()].failures += 1
            if !account.isLocked { lockIfNeeded(person) }
            throw isOver ? .codeExpired : .wrongCode
        }
        deviceSignIns[id] = nil
        return complete(person, waiting.device)
    }

    private mutating func complete(_ person: PersonIdentifier, _ device: AccountDevice) -> DeviceSignIn {
        state.people.access[person]?.add(device)
        state.people.accounts[person]?.isLocked = false
        return .signedIn(person)
    }
}

/// The request of a device's settings to sign in.
public struct DeviceSignInRequest: Sendable {
    /// The account's ID or one of its addresses.
    public var account: String
    /// The password, as entered.
    public var password: String
    /// A random identifier that only the device knows.
    public var device: String
    /// The name that the owner gave the device.
    public var deviceName: String
    /// Whether to unlock a locked account. Has no effect on other accounts.
    public var unlocks: Bool

    /// Creates a request.
    public init(account: String, password: String, device: String, deviceName: String, unlocks: Bool = false) {
        self.account = account
        self.password = password
        self.device = device
        self.deviceName = deviceName
        self.unlocks = unlocks
    }
}

/// The state of a device's sign-in.
public enum DeviceSignIn: Sendable, Hashable {
    case signedIn(PersonIdentifier)
    /// The password is correct, and the account's trusted devices show a code.
    case needsCode(AuthorizationIdentifier)
}

/// The reason why a device's sign-in is rejected.
///
/// An expected result, not an ``EmulatorError``: the device receives its raw value.
public struct DeviceSignInRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// The raw value.
    public let rawValue: String

    /// The message for users and logs.
    let words: String

    private init(_ rawValue: String, _ words: String) {
        self.rawValue = rawValue
        self.words = words
    }

    /// The raw value.
    public var description: String { rawValue }

    /// No account has this name, or the password is wrong.
    public static let wrongCredentials = DeviceSignInRejection("wrongCredentials", "the Apple Account or the password is incorrect")
    /// The account was locked by too many wrong passwords and codes, or by an operator. The user can unlock it.
    public static let accountLocked = DeviceSignInRejection("accountLocked", "the Apple Account is locked")
    /// The code is wrong.
    public static let wrongCode = DeviceSignInRejection("wrongCode", "the verification code is incorrect")
    /// The code was entered wrong five times, ten minutes passed, or the password changed. Sign in again.
    public static let codeExpired = DeviceSignInRejection("codeExpired", "the verification code has expired: sign in again")
    /// The limit of attempts to unlock the account within an hour is reached.
    public static let tooManyAttempts = DeviceSignInRejection(
        "tooManyAttempts", "too many attempts to unlock the account: wait an hour")
    /// The device's identifier or name is empty or too long.
    public static let unsuitableDevice = DeviceSignInRejection(
        "unsuitableDevice", "a device's identifier and name must each have 1 to \(ServiceLimits.nameBytes) bytes")
}

/// Device sign-ins that wait for a code, in memory only. If there are more than 1,000, the oldest is removed.
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

    /// Adds a sign-in and removes any other of the same device.
    mutating func add(_ new: Waiting) {
        waiting.removeAll { $0.device.id == new.device.id }
        waiting.append(new)
        waiting.removeFirst(max(0, waiting.count - ServiceLimits.sheets))
    }

    mutating func remove(_ person: PersonIdentifier) {
        waiting.removeAll { $0.challenge.person == person }
    }
}
