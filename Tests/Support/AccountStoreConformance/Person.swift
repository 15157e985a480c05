package import Accounts
import InternetAddresses
package import PasswordHashing
package import Secrets
import Testing

/// An account with one session. Tests of a store outside the suite need many of them.
package struct Person: Sendable {
    package let account: Account
    package let opening: SessionOpening
    package let hash: PasswordHash

    /// - Parameter random: the source of the values; accounts from one source differ.
    package init(_ name: String, random: PredictableRandomBytes) throws {
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

extension AccountRecordStore {
    /// Deletes an account without a notice.
    ///
    /// - Parameter session: the requesting session; nil for the operator.
    package func deleteAccount(
        _ id: AccountID, in session: SessionID? = nil, at now: Timestamp
    ) async throws -> AppleRevocationNotice? {
        let event = AuditEvent(
            id: AuditEventID(random: SystemRandomBytes()), kind: .accountDeleted, account: id, at: now, client: .telephone)
        return try await deleteAccount(id, in: session, event: event)
    }
}

extension AccountRecordStore where Self: SessionStore {
    /// Creates the account, and fails the test if the name is taken.
    package func create(_ person: Person) async throws {
        try #require(try await create(person.account, hash: person.hash, opening: person.opening) == .created)
    }

    /// Creates accounts one after the other until one fails for any reason.
    package func createUntilRejected(
        random: PredictableRandomBytes
    ) async throws -> (acknowledged: [Person], rejected: Person, failure: StoreError) {
        var acknowledged: [Person] = []
        while true {
            let person = try Person("person\(acknowledged.count)", random: random)
            do {
                try await create(person)
                acknowledged.append(person)
            } catch let error as StoreError {
                return (acknowledged, person, error)
            }
        }
    }

    /// Tries to create the account, and returns whether it exists then. The outcome of an earlier attempt may be unknown. Returns false
    /// after any error, so a test can repeat this until a database is available.
    package func tryToCreate(_ person: Person) async -> Bool {
        _ = try? await create(person.account, hash: person.hash, opening: person.opening)
        return (try? await has(person)) == true
    }

    /// Returns whether the account and its session exist as created.
    package func has(_ person: Person) async throws -> Bool {
        let stored = try await session(person.opening.digest, now: person.account.createdAt)
        return stored?.account == person.account && stored?.session == person.opening.session
    }
}
