#if PostgreSQL
import AccountStoreConformance
import Accounts
import InternetAddresses
import PasswordHashing
import Secrets
import Testing

/// An account with one session, as these tests need many of them.
struct Person: Sendable {
    let account: Account
    let opening: SessionOpening
    let hash: PasswordHash

    /// - Parameter random: two people from one source differ.
    init(_ name: String, random: PredictableRandomBytes) throws {
        let now = Timestamp(seconds: 1_700_000_000)
        let client = Client(address: .loopback, deviceName: "Telephone")
        account = Account(
            id: AccountID(random: random), userName: UserName(stored: name), createdAt: now, passwordChangedAt: now)
        let session = Session(
            id: SessionID(random: random), account: account.id, createdAt: now, lastUsedAt: now, authenticatedAt: now,
            expiry: SessionExpiry(idle: now + .seconds(3_600), absolute: now + .seconds(7_200)), client: client,
            lastAddress: client.address)
        let digests = try (0..<2).map { _ in try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount))) }
        opening = SessionOpening(
            session: session, digest: digests[0],
            device: Device(account: account.id, digest: digests[1], lastUsedAt: now), replacedDevice: nil,
            event: AuditEvent(
                id: AuditEventID(random: random), kind: .accountCreated, account: account.id, at: now, client: client))
        hash = try PasswordHash(
            phc: "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    }
}

extension AccountStore where Self: SessionStore {
    /// Creates the person's account, and fails the test where the name is taken.
    func create(_ person: Person) async throws {
        try #require(try await create(person.account, hash: person.hash, opening: person.opening) == .created)
    }

    /// Whether the person has an account and a session, both as they were created.
    func has(_ person: Person) async throws -> Bool {
        let stored = try await session(person.opening.digest, now: person.account.createdAt)
        return stored?.account == person.account && stored?.session == person.opening.session
    }
}

/// Carries something out so many times at once and returns what came of each.
func race<Outcome: Sendable>(
    _ count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Outcome
) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
        for index in 0..<count { group.addTask { try await attempt(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
#endif
