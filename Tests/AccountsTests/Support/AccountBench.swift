import AccountStoreSQLite
import InternetAddresses
import PasswordHashing
import PasswordStrength
import Secrets
import Synchronization
import Testing

@testable import Accounts

/// An account service with a new store and a hasher without cost, with all effects observable.
struct AccountBench: Sendable {
    let stores: RecordingStores
    let hasher: FakeHasher
    let service: AccountService
    private let log: EventLog

    init(
        throttles: ThrottlePolicy = ThrottlePolicy(), lifetimes: SessionLifetimes = SessionLifetimes(),
        secondFactorRequirement: SecondFactorRequirement = SecondFactorRequirement(), passkeyPolicy: PasskeyPolicy? = nil,
        mail: MailSealer? = nil, eventTargets: [EventTargetName] = [], store: SQLiteAccountStore? = nil
    ) throws {
        stores = RecordingStores(try store ?? SQLiteAccountStore.inMemory())
        hasher = try FakeHasher()
        let log = EventLog()
        self.log = log
        let random = PredictableRandomBytes(seed: 1)
        service = AccountService(
            stores: stores, hasher: hasher, passwordPolicy: Self.policy, throttles: throttles, lifetimes: lifetimes,
            secondFactorRequirement: secondFactorRequirement, passkeyPolicy: passkeyPolicy, budgetKeys: Self.budgetKeys,
            mail: mail, eventTargets: eventTargets, random: random, report: log.append)
    }

    /// The start time of the tests.
    static let start = Timestamp(seconds: 1_800_000_000)
    static let password = "velvet-otter 41 harbour"
    static let policy = PasswordPolicy(commonPasswords: CommonPasswords(), estimator: StrengthEstimator())
    static let budgetKeys = BudgetKeys(
        key: MasterKey.random(PredictableRandomBytes(seed: 2)).authenticationKey(for: KeyPurpose("budgets")))

    static let home = Client(address: IPAddress(v4: 0xC000_0201), deviceName: "Anna's phone")
    static let elsewhere = Client(address: IPAddress(v4: 0xC633_6407), deviceName: nil)

    /// Returns a client in the network with this number.
    static func unknownClient(_ number: Int) -> Client {
        Client(address: IPAddress(v4: 0x0A00_0000 + UInt32(number)), deviceName: nil)
    }

    /// Exhausts the budget of a name from many networks, because one network alone cannot.
    func exhaust(_ name: String = "anna.k") async throws {
        for number in 0..<40 { #expect(try await signIn(name, password: "wrong", from: Self.unknownClient(number)).isRejected) }
    }

    /// The events that were reported to the operator, in order.
    var reported: [AuditEventKind] { log.kinds }

    func register(
        _ name: String = "anna.k", password: String = password, from client: Client = home, at now: Timestamp = start
    ) async throws -> RegistrationOutcome {
        try await service.register(
            Registration(userName: name, password: Password(password), client: client), now: now)
    }

    /// Returns a registered account.
    func account(_ name: String = "anna.k", at now: Timestamp = start) async throws -> SignedIn {
        try #require(try await register(name, at: now).signedIn)
    }

    func signIn(
        _ name: String = "anna.k", password: String = password, device: OpaqueToken? = nil, from client: Client = elsewhere,
        at now: Timestamp = start
    ) async throws -> SignInOutcome {
        try await service.signIn(
            SignIn(userName: name, password: Password(password), deviceToken: device, client: client), now: now)
    }

    func session(
        _ token: OpaqueToken, from client: Client = home, at now: Timestamp = start
    ) async throws -> ActiveSession? {
        try await service.session(for: token, address: client.address, now: now)
    }

    func changePassword(
        of active: ActiveSession, from current: String = password, to new: String, at now: Timestamp = start
    ) async throws -> PasswordChangeOutcome {
        try await service.changePassword(
            PasswordChange(new: Password(new), current: Password(current), client: Self.home), of: active, now: now)
    }

    func events(of signedIn: SignedIn) async throws -> [AuditEventKind] {
        try await service.events(of: signedIn.active, before: nil, limit: 1_000).map(\.kind)
    }
}

/// Collects events from all tasks that report them.
private final class EventLog: Sendable {
    private let events = Mutex<[AuditEvent]>([])

    var kinds: [AuditEventKind] { events.withLock { $0.map(\.kind) } }

    func append(_ event: AuditEvent) {
        events.withLock { $0.append(event) }
    }
}
