import FoundationEssentials
import NIOPosix

extension AppleService {
    /// Signs a device in: the password, and on an account with two-factor authentication a code, unless the device is trusted already.
    ///
    /// Wrong passwords and codes count together. After ``ServiceLimits/signInFailures`` in a row the account is locked. A name that no account has is answered as a
    /// wrong password is, and takes as long.
    public func signInDevice(_ request: DeviceSignInRequest) async -> Result<DeviceSignIn, DeviceSignInRefusal> {
        let answer = await attempt(request.account, request.password, unlocks: request.unlocks) {
            (desk, person) throws(DeviceSignInRefusal) -> DeviceSignIn in
            try desk.signIn(request, person)
        }
        work { desk in desk.log.add(request, at: desk.now, answer) }
        return answer
    }

    /// Types the code that the account's trusted devices show for a sign-in of a device.
    public func enterDeviceCode(_ code: String, for id: AuthorizationIdentifier) -> Result<DeviceSignIn, DeviceSignInRefusal> {
        work { desk in
            do throws(DeviceSignInRefusal) {
                return .success(try desk.enterDeviceCode(code, id))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whether this is the account's password, for a device that is signed in and has nothing else to tell its owner by. Wrong ones count as at a sign-in.
    public func checkPassword(_ password: String, of person: PersonIdentifier) async -> Result<Void, DeviceSignInRefusal> {
        await attempt(person.rawValue, password, unlocks: false) { (desk, person) throws(DeviceSignInRefusal) in
            // What was counted before it was known to be right is taken back, and nothing else: codes are guessed at with the right password.
            desk.state.people.access[person]?.takeBackAttempt()
        }
    }

    /// Signs a device out. It shows no codes any more, and is asked for one when it comes back.
    public func signOutDevice(_ device: String, of person: PersonIdentifier) {
        work { desk in desk.state.people.access[person]?.devices.removeAll { $0.id == device } }
    }

    /// The devices that are signed in to the account, in the order of their sign-ins.
    public func devices(of person: PersonIdentifier) -> [AccountDevice] {
        work { desk in desk.state.people.access[person]?.devices ?? [] }
    }

    /// The codes that one trusted device shows: those of other devices and of browsers. Empty for a device that is not signed in to the account.
    public func codes(for person: PersonIdentifier, shownBy device: String) -> [TwoFactorCode] {
        work { desk in
            guard desk.state.people.access[person]?.trusts(device) == true else { return [] }
            return desk.codes(for: person, exceptOf: device)
        }
    }

    /// Counts the attempt, looks at the password away from the cooperative threads, and goes on where it is right.
    private func attempt<Value: Sendable>(
        _ name: String, _ password: String, unlocks: Bool,
        _ proceed: @Sendable (inout ServiceDesk, PersonIdentifier) throws(DeviceSignInRefusal) -> Value
    ) async -> Result<Value, DeviceSignInRefusal> {
        do throws(DeviceSignInRefusal) {
            let (person, digest) = try work { desk throws(DeviceSignInRefusal) in try desk.beginAttempt(name, unlocks: unlocks) }
            let isRight =
                (try? await NIOThreadPool.singleton.runIfActive { [passwordRounds] in
                    digest.matches(password, rounds: passwordRounds)
                }) ?? false
            let value = try work { desk throws(DeviceSignInRefusal) -> Value in
                guard let person else { throw .wrongCredentials }
                // The password may be another one by now.
                guard isRight, desk.state.people.access[person]?.password == digest else {
                    desk.lockIfNeeded(person)
                    throw .wrongCredentials
                }
                return try proceed(&desk, person)
            }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }
}

extension ServiceDesk {
    /// The account of this name, or with this address.
    func account(called name: String) -> AppleAccount? {
        if let id = PersonIdentifier(name), let account = state.people.accounts[id] { return account }
        let address = name.lowercased()
        let accounts = state.people.accounts.values.sorted { $0.id < $1.id }
        return accounts.first { $0.email?.lowercased() == address }
            ?? accounts.first { $0.otherEmails.contains { $0.lowercased() == address } }
    }

    /// What trusted devices show.
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

    /// Counts an attempt before anything is looked at: attempts at the same time are as many as others.
    ///
    /// - Returns: the account, nil for an unknown name, and the digest to compare the password with.
    fileprivate mutating func beginAttempt(
        _ name: String, unlocks: Bool
    ) throws(DeviceSignInRefusal) -> (person: PersonIdentifier?, digest: PasswordDigest) {
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

    /// The password was right.
    fileprivate mutating func signIn(
        _ request: DeviceSignInRequest, _ person: PersonIdentifier
    ) throws(DeviceSignInRefusal) -> DeviceSignIn {
        guard (1...ServiceLimits.nameBytes).contains(request.device.utf8.count), !request.deviceName.isEmpty,
            PlainName.isSuitable(request.deviceName)
        else { throw .unsuitableDevice }
        guard let account = state.people.accounts[person], let access = state.people.access[person] else {
            throw .wrongCredentials
        }
        guard !account.isLocked || request.unlocks else { throw .accountLocked }
        let device = AccountDevice(id: request.device, name: request.deviceName, since: now)
        guard account.hasTwoFactor, !access.trusts(request.device) else { return complete(person, device) }
        // The right password alone forgives nothing that was wrong before.
        state.people.access[person]?.takeBackAttempt()
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
    ) throws(DeviceSignInRefusal) -> DeviceSignIn {
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
///
/// An expected refusal, not an EmulatorError: the device receives its raw value and decides by it.
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
