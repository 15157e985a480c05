import FoundationEssentials
import Synchronization

/// Apple's side of Sign in with Apple, without HTTP: teams and people, the sheet, tokens, notifications, keys.
///
/// Every operation takes what the wire gave and answers at once; all state sits behind one lock. Only two things take time and
/// therefore are asynchronous: making the service and rotating its keys, since RSA keys are made for them. What the service
/// accepts and refuses follows the facts about Apple's service; where Apple's behaviour is not known, the stricter reading holds,
/// and ``AppleServiceSettings`` has the others.
///
/// For tests and development only: it vouches for anybody.
public final class AppleService: Sendable {
    /// `aud` of every client secret, wherever the emulator listens; `iss` of every token, unless ``EmulatorConfiguration/issuer`` is `own`.
    public static let issuer = "https://appleid.apple.com"

    /// The service's time; move it freely.
    public let clock: EmulatedClock

    let desk: Mutex<ServiceDesk>
    let keyMaker: SigningKeyMaker
    let passwordRounds: Int

    /// A service without teams or people, with its first signing keys.
    ///
    /// - Throws: when RSA keys cannot be made.
    public convenience init(
        clock: EmulatedClock, settings: AppleServiceSettings = AppleServiceSettings(), randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating
    ) async throws {
        try await self.init(
            clock: clock, settings: settings, randomness: randomness, keyMaker: keyMaker,
            passwordRounds: PasswordDigest.standardRounds)
    }

    /// The same with another cost of the accounts' passwords.
    package init(
        clock: EmulatedClock, settings: AppleServiceSettings = AppleServiceSettings(), randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating, passwordRounds: Int
    ) async throws {
        if let fault = settings.fault { throw EmulatorError(.malformed, fault) }
        var desk = ServiceDesk(state: ServiceState(settings: settings), randomness: randomness, now: clock.now)
        for _ in 0..<settings.listedKeys { try desk.install(await keyMaker.make(), rotation: .gradual) }
        self.clock = clock
        self.keyMaker = keyMaker
        self.passwordRounds = passwordRounds
        self.desk = Mutex(desk)
    }

    /// A service as it was saved.
    ///
    /// - Parameter clock: the service's time; moved by ``SavedService/clockOffset`` it goes on where the saved one was.
    /// - Throws: when the saved signing keys cannot be read.
    public convenience init(
        restoring saved: SavedService, clock: EmulatedClock, randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating
    ) async throws {
        try await self.init(
            restoring: saved, clock: clock, randomness: randomness, keyMaker: keyMaker,
            passwordRounds: PasswordDigest.standardRounds)
    }

    /// The same with another cost of the accounts' passwords, that of the saved ones included.
    package init(
        restoring saved: SavedService, clock: EmulatedClock, randomness: EmulatedRandomness = .system,
        keyMaker: SigningKeyMaker = .generating, passwordRounds: Int
    ) async throws {
        var desk = ServiceDesk(state: saved.state, randomness: randomness, now: clock.now)
        try await desk.restoreSigners()
        self.clock = clock
        self.keyMaker = keyMaker
        self.passwordRounds = passwordRounds
        self.desk = Mutex(desk)
    }

    /// Everything that a later service needs to go on, private keys included. Requests in the log are not part of it.
    public func saved() -> SavedService {
        work { desk in SavedService(state: desk.state, clockOffset: clock.offset) }
    }

    /// The settings in force.
    public var settings: AppleServiceSettings {
        work { desk in desk.state.settings }
    }

    /// Changes settings.
    ///
    /// - Throws: ``EmulatorError/Code/malformed`` when one lies outside its range; nothing is changed then.
    public func changeSettings(_ change: (inout AppleServiceSettings) -> Void) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            var settings = desk.state.settings
            change(&settings)
            if let fault = settings.fault { throw EmulatorError(.malformed, fault) }
            desk.state.settings = settings
        }
    }

    /// `iss` of every token from now on.
    public var issuer: String {
        work { desk in desk.issuer }
    }

    /// Names this address as issuer, and leads discovery there.
    func issue(as address: String) {
        work { desk in desk.ownIssuer = address }
    }

    /// Runs one operation: alone, at one moment.
    func work<Value: Sendable, Refusal: Error>(_ body: (inout ServiceDesk) throws(Refusal) -> Value) throws(Refusal) -> Value {
        try desk.withLock { desk throws(Refusal) in
            desk.now = clock.now
            return try body(&desk)
        }
    }

    /// Answers a request of the wire, and logs what came of it: an explanation, or the refusal.
    func answer<Value: Sendable>(
        _ endpoint: Endpoint, _ form: FormValues, _ operation: (inout ServiceDesk) throws(AppleServiceError) -> (Value, String)
    ) -> Result<Value, AppleServiceError> {
        work { desk in
            do throws(AppleServiceError) {
                let (value, explanation) = try operation(&desk)
                desk.log.add(endpoint, form, at: desk.now, explanation)
                return .success(value)
            } catch {
                desk.log.add(endpoint, form, at: desk.now, error)
                return .failure(error)
            }
        }
    }
}

/// What the service's lock guards: the state that is saved, and beside it what lives only while the service runs.
///
/// Its operations stand in the folders of their subjects, as extensions.
struct ServiceDesk: Sendable {
    var state: ServiceState
    var randomness: EmulatedRandomness
    /// The moment of the operation at work, set when it begins.
    var now: Date
    /// What signs, by key id; made again from the state when a saved service is restored.
    var signers: [KeyID: TokenSigner] = [:]
    var log = RequestLog()
    /// Sheets in progress; they do not outlive the process.
    var sheets = SheetRegister()
    /// Devices that wait for a code.
    var deviceSignIns = DeviceSignInRegister()
    var unknownNames = UnknownNames()

    /// `iss` of tokens and issuer of the discovery document, where it is not Apple's.
    var ownIssuer: String?

    /// `iss` of tokens and issuer of the discovery document.
    var issuer: String { ownIssuer ?? AppleService.issuer }
}

/// Everything about the service that a file keeps.
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
    var faults = FaultBoard()
}
