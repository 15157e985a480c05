import FoundationEssentials
import Synchronization

/// Apple's side of Sign in with Apple, without HTTP: teams and users, the sheet, tokens, notifications, keys.
///
/// Every operation accepts the parameters of a request and returns immediately. One lock guards the state. Only creating the
/// service and rotating its keys are asynchronous, because they generate RSA keys. The service accepts and rejects what Apple's
/// service is known to accept and reject. Where Apple's behaviour is unknown, the stricter variant is the default, and
/// ``AppleServiceSettings`` has the others.
///
/// For tests and development only: it confirms any identity.
public final class AppleService: Sendable {
    /// The `aud` of every client secret, wherever the emulator listens, and the `iss` of every token unless
    /// ``EmulatorConfiguration/issuer`` is `own`.
    public static let issuer = "https://appleid.apple.com"

    /// The service's clock.
    public let clock: EmulatedClock

    let core: Mutex<ServiceCore>
    let keyMaker: SigningKeyMaker
    let passwordRounds: Int

    /// Creates a service without teams or users, with its first signing keys.
    ///
    /// - Throws: an error if generating RSA keys fails.
    public convenience init(
        clock: EmulatedClock, settings: AppleServiceSettings = AppleServiceSettings(), randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating
    ) async throws {
        try await self.init(
            clock: clock, settings: settings, randomness: randomness, keyMaker: keyMaker,
            passwordRounds: PasswordDigest.standardRounds)
    }

    /// Creates a service with another cost of password hashing.
    package init(
        clock: EmulatedClock, settings: AppleServiceSettings = AppleServiceSettings(), randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating, passwordRounds: Int
    ) async throws {
        if let fault = settings.fault { throw EmulatorError(.malformed, fault) }
        var core = ServiceCore(state: ServiceState(settings: settings), randomness: randomness, now: clock.now)
        for _ in 0..<settings.listedKeys { try core.install(await keyMaker.make(), rotation: .gradual) }
        self.clock = clock
        self.keyMaker = keyMaker
        self.passwordRounds = passwordRounds
        self.core = Mutex(core)
    }

    /// Restores a saved service.
    ///
    /// - Parameter clock: the service's clock. Move it by ``SavedService/clockOffset`` to continue at the saved time.
    /// - Throws: an error if the saved signing keys are malformed.
    public convenience init(
        restoring saved: SavedService, clock: EmulatedClock, randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating
    ) async throws {
        try await self.init(
            restoring: saved, clock: clock, randomness: randomness, keyMaker: keyMaker,
            passwordRounds: PasswordDigest.standardRounds)
    }

    /// Restores a saved service with another cost of password hashing, which must be that of its passwords.
    package init(
        restoring saved: SavedService, clock: EmulatedClock, randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating, passwordRounds: Int
    ) async throws {
        var core = ServiceCore(state: saved.state, randomness: randomness, now: clock.now)
        try await core.restoreSigners()
        self.clock = clock
        self.keyMaker = keyMaker
        self.passwordRounds = passwordRounds
        self.core = Mutex(core)
    }

    /// Returns the state that restores the service, including private keys. It does not contain the request log.
    public func saved() -> SavedService {
        work { core in SavedService(state: core.state, clockOffset: clock.offset) }
    }

    /// The current settings.
    public var settings: AppleServiceSettings {
        work { core in core.state.settings }
    }

    /// Changes settings.
    ///
    /// - Throws: ``EmulatorError/Code/malformed`` if a value is out of range, and the errors of `change`. The settings are then unchanged.
    public func changeSettings(
        _ change: (inout AppleServiceSettings) throws(EmulatorError) -> Void
    ) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            var settings = core.state.settings
            try change(&settings)
            if let fault = settings.fault { throw EmulatorError(.malformed, fault) }
            core.state.settings = settings
        }
    }

    /// The `iss` of new tokens.
    public var issuer: String {
        work { core in core.issuer }
    }

    /// Uses this URL as the issuer, and in the discovery document.
    func issue(as address: String) {
        work { core in core.ownIssuer = address }
    }

    /// Runs one operation under the lock, at one time of the clock.
    func work<Value: Sendable, Rejection: Error>(_ body: (inout ServiceCore) throws(Rejection) -> Value) throws(Rejection) -> Value
    {
        try core.withLock { core throws(Rejection) in
            core.now = clock.now
            return try body(&core)
        }
    }

    /// Processes a request and logs an explanation of the result.
    func answer<Value: Sendable>(
        _ endpoint: Endpoint, _ form: FormValues, _ operation: (inout ServiceCore) throws(AppleServiceError) -> (Value, String)
    ) -> Result<Value, AppleServiceError> {
        work { core in
            do throws(AppleServiceError) {
                let (value, explanation) = try operation(&core)
                core.log.add(endpoint, form, at: core.now, explanation)
                return .success(value)
            } catch {
                core.log.add(endpoint, form, at: core.now, error)
                return .failure(error)
            }
        }
    }
}

/// The state under the service's lock: the saved state, and the state that exists only while the service runs.
///
/// The folders of the features contain its operations as extensions.
struct ServiceCore: Sendable {
    var state: ServiceState
    var randomness: EmulatedRandomness
    /// The time of the current operation, set when it begins.
    var now: Date
    /// The signing keys by key ID; recreated from the state of a saved service.
    var signers: [KeyID: TokenSigner] = [:]
    var log = RequestLog()
    /// The open sheets, in memory only.
    var sheets = SheetRegister()
    /// The device sign-ins that wait for a code.
    var deviceSignIns = DeviceSignInRegister()
    var unknownNames = UnknownNames()

    /// The issuer of tokens and discovery, if it is not Apple's.
    var ownIssuer: String?

    /// The issuer of tokens and discovery.
    var issuer: String { ownIssuer ?? AppleService.issuer }
}

/// The part of the state that is saved.
struct ServiceState: Sendable, Codable {
    var settings: AppleServiceSettings
    var teams = TeamRegister()
    var people = PeopleRegister()
    var consents = ConsentLedger()
    var codes = CodeLedger()
    var tokens = TokenLedger()
    var keys = KeyRing()
    var transfers = TransferLedger()
    var outbox = Outbox()
    var faults = ActiveFaults()
    var mail = MailRegister()
}
