import Accounts
import PasswordHashing
import Secrets
import Testing

/// The start of a case: an empty store, a fixed time, and values that are the same in every run.
struct ConformanceScene: Sendable {
    let stores: any AccountStores
    /// Makes the store a restored copy of itself.
    let restore: @Sendable () async throws -> Void
    let random = PredictableRandomBytes(seed: 2)
    private var hasMail = false
    private var eventTargets: [EventTargetName] = []

    init(stores: any AccountStores, restore: @escaping @Sendable () async throws -> Void) {
        self.stores = stores
        self.restore = restore
    }

    /// The same scene, whose events queue notices.
    var sending: ConformanceScene {
        var scene = self
        scene.hasMail = true
        return scene
    }

    /// Returns the same scene, whose events are delivered to these targets.
    func delivering(to targets: [EventTargetName]) -> ConformanceScene {
        var scene = self
        scene.eventTargets = targets
        return scene
    }

    /// The start time: 2023-11-14T22:13:20Z.
    static let start = Timestamp(seconds: 1_700_000_000)
    var start: Timestamp { Self.start }

    func digest() throws -> TokenDigest {
        try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount)))
    }

    func account(_ name: String, at moment: Timestamp = start) -> Account {
        Account(
            id: AccountID(random: random), userName: UserName(stored: name), createdAt: moment, passwordChangedAt: moment)
    }

    func event(_ kind: AuditEventKind, _ account: AccountID?, at moment: Timestamp = start) -> AuditEvent {
        AuditEvent(
            id: AuditEventID(random: random), kind: kind, account: account, at: moment, client: .telephone,
            notices: hasMail ? sealer : nil, targets: eventTargets)
    }

    /// Seals under the same key each time.
    private var sealer: MailSealer {
        let master = MasterKey.random(PredictableRandomBytes(seed: 3))
        return MailSealer(keys: MasterKeys(current: master).sealingKeys(for: .mail), random: random)
    }

    /// Returns a session that is about to open, with the default lifetimes of ``SessionLifetimes`` and its own device.
    func opening(
        of account: AccountID, at moment: Timestamp = start, replacing replaced: TokenDigest? = nil,
        kind: AuditEventKind = .signedIn
    ) throws -> SessionOpening {
        let session = Session(
            id: SessionID(random: random), account: account, createdAt: moment, lastUsedAt: moment, authenticatedAt: moment,
            expiry: SessionExpiry(idle: moment + .days(14), absolute: moment + .days(90)), client: .telephone,
            lastAddress: Client.telephone.address)
        return SessionOpening(
            session: session, digest: try digest(),
            device: Device(account: account, digest: try digest(), lastUsedAt: moment), replacedDevice: replaced,
            event: event(kind, account, at: moment))
    }

    func renewal(of session: SessionID, at moment: Timestamp = start) throws -> SessionRenewal {
        SessionRenewal(session: session, digest: try digest(), authenticatedAt: moment)
    }

    func replacement(
        of registered: Registered, version: Int? = nil, by renewal: SessionRenewal? = nil, hash: StoredHash = .second,
        at moment: Timestamp = start + .minutes(1)
    ) throws -> PasswordReplacement {
        PasswordReplacement(
            account: registered.account.id, version: version ?? registered.version, hash: try hash.value(),
            renewal: try renewal ?? self.renewal(of: registered.opening.session.id, at: moment), at: moment,
            event: event(.passwordChanged, registered.account.id, at: moment))
    }

    func signingKey(_ id: String, createdAt moment: Timestamp = start) -> SealedSigningKey {
        SealedSigningKey(
            id: id, sealed: random.bytes(64), createdAt: moment, signsUntil: moment + .days(30),
            verifiesUntil: moment + .days(31))
    }

    func budgetKey() -> BudgetKey {
        BudgetKey(bytes: random.bytes(32))
    }
}

/// A message of the queue, opened.
struct SentMail: Hashable {
    let recipient: AccountAddressID
    let to: EmailAddress
    let content: AccountMail

    init(_ content: AccountMail, to address: AccountAddress) {
        (recipient, to, self.content) = (address.id, address.address, content)
    }

    fileprivate init(_ mail: QueuedMail, opened: OutgoingMail) {
        (recipient, to, content) = (mail.recipient, opened.to, opened.content)
    }
}

extension ConformanceScene {
    /// Takes all mail from the queue, and returns the messages of ``sending`` in the order in which they were queued.
    func takeMail(at moment: Timestamp = start) async throws -> [SentMail] {
        let waiting = try await stores.waitingMail(limit: 100)
        for job in try await claim(.mail, at: moment, limit: 100) { try #require(try await stores.abandon(job)) }
        #expect(try await stores.countJobs(.mail) == 0)
        return waiting.compactMap { waiting in sealer.open(waiting.mail).map { SentMail(waiting.mail, opened: $0) } }
    }
}

extension SessionStore {
    /// Opens a session for an attempt that was charged to no budget.
    func open(_ opening: SessionOpening, passwordVersion: Int) async throws -> SessionOpeningOutcome {
        try await open(opening, passwordVersion: passwordVersion, refunding: [])
    }
}

/// An account that a case created, with the written values.
struct Registered: Sendable {
    let account: Account
    let opening: SessionOpening
    /// The version of its password in the store.
    let version: Int
}

extension ConformanceScene {
    /// Creates an account. Fails the case if that is not possible.
    @discardableResult
    func register(_ name: String, hash: StoredHash = .first, at moment: Timestamp = start) async throws -> Registered {
        let account = account(name, at: moment)
        let opening = try opening(of: account.id, at: moment, kind: .accountCreated)
        try #require(try await stores.create(account, hash: try hash.value(), opening: opening) == .created)
        let version = try #require(try await stores.credential(of: account.id)).version
        return Registered(account: account, opening: opening, version: version)
    }

    /// Opens another session of the account. Fails the case if that is not possible.
    @discardableResult
    func signIn(
        _ registered: Registered, at moment: Timestamp = start, replacing replaced: TokenDigest? = nil
    ) async throws -> SessionOpening {
        let opening = try opening(of: registered.account.id, at: moment, replacing: replaced)
        try #require(try await stores.open(opening, passwordVersion: registered.version) == .opened)
        return opening
    }

    /// Returns whether the token opens a session at that time.
    func opens(_ digest: TokenDigest, at moment: Timestamp = start) async throws -> Bool {
        try await stores.session(digest, now: moment) != nil
    }

    /// Returns whether the new token opens the session.
    func opens(_ renewal: SessionRenewal) async throws -> Bool {
        try await session(renewal) != nil
    }

    /// Returns the session that the new token opens.
    func session(_ renewal: SessionRenewal, at moment: Timestamp = start) async throws -> StoredSession? {
        try await stores.session(renewal.digest, now: moment)
    }

    /// Returns whether the device is known, whenever it was last used.
    func knows(_ device: Device) async throws -> Bool {
        try await stores.device(device.digest, usedSince: Timestamp(milliseconds: 0)) != nil
    }

    /// Returns the kinds of the account's events, newest first.
    func eventKinds(of account: AccountID) async throws -> [AuditEventKind] {
        try await stores.events(of: account, before: nil, limit: 1_000).map(\.kind)
    }

    /// Runs `attempt` this many times concurrently, and returns the results.
    func race<Outcome: Sendable>(
        _ count: Int = 64, _ attempt: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        // A store that opens connections on demand opens them here. Otherwise the first connection would complete the whole race
        // before the second one is open.
        _ = try await atOnce(count) { _ in
            try await stores.recordUse(
                of: SessionID(random: random), at: Self.start, idleExpiry: Self.start, address: Client.telephone.address)
        }
        return try await atOnce(count, attempt)
    }

    private func atOnce<Outcome: Sendable>(
        _ count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for index in 0..<count { group.addTask { try await attempt(index) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
