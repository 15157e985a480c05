#if PostgreSQL
import AccountStore
import AccountStoreConformance
@testable import Accounts
import DiskFaults
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

/// Commits are blocked at the disk for as long as a test needs, so the order of events does not depend on the machine's speed.
@Suite(
    "A slow disk under PostgreSQL", .tags(.realParts), .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .enabled(if: DiskFault.isAvailable, "strace is missing or may not trace"), .timeLimit(.minutes(20)))
struct SlowDiskTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test("no change is acknowledged or visible before it is on disk; meanwhile sessions are checked and attempts counted")
    func standstill() async throws {
        let database = try await DatabaseOnDisk(connections: 5)
        let (store, anna) = (database.store, database.anna)
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.standstill)
        let outcomes = Task { try await changes.give(to: store) }
        try await poll { try database.waitingCommits >= 3 || changes.hasEnded }

        for _ in 0..<20 { #expect(try await store.has(anna)) }
        for person in changes.people { #expect(try await !store.has(person)) }
        #expect(try await !store.consume(changes.challenge))
        let charge = ThrottleCharge(
            key: BudgetKey(bytes: random.bytes(32)), budget: try #require(Budget(burst: 1, refill: 1, per: .seconds(60))))
        #expect(try await store.charge([charge], now: anna.account.createdAt) == .admitted)
        #expect(!changes.hasEnded)

        await disk.end()
        let failures = try await outcomes.value.compactMap { $0 }
        #expect(failures == [])
        for person in changes.people { #expect(try await store.has(person)) }
        try database.cutPower()
        for person in changes.people + [anna] { #expect(try await store.has(person)) }
        #expect(try await store.consume(changes.challenge))
        #expect(try await store.check() == [])
        await store.close()
    }

    @Test("a commit that exceeds the timeout is reported as an unknown outcome, and is visible once it is on disk")
    func unknown() async throws {
        let database = try await DatabaseOnDisk(connections: 2)
        let store = database.store
        var timeouts = Timeouts.patient
        timeouts.answer = .seconds(5)
        let hasty = try PostgreSQLAccountStore(ConnectionPool(database.address, size: 3, queueLimit: 64, timeouts: timeouts))
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.standstill)
        let codes = try await changes.give(to: hasty)
        #expect(codes.allSatisfy { $0 == .outcomeUnknown })
        #expect(try await store.has(database.anna))
        for person in changes.people { #expect(try await !store.has(person)) }

        await disk.end()
        // A repeated request reports that the change has happened, or waits for it.
        for person in changes.people {
            #expect(try await hasty.create(person.account, hash: person.hash, opening: person.opening) == .userNameTaken)
            #expect(try await store.has(person))
        }
        await poll { (try? await store.consume(changes.challenge)) == true }
        try database.cutPower()
        for person in changes.people + [database.anna] { #expect(try await store.has(person)) }
        #expect(try await store.check() == [])
        await hasty.close()
        await store.close()
    }

    @Test("commits that the disk holds during a power failure have unknown outcomes, and each is complete or absent")
    func powerCut() async throws {
        let database = try await DatabaseOnDisk(connections: 3)
        let store = database.store
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.standstill)
        let outcomes = Task { try await changes.give(to: store) }
        try await poll { try database.waitingCommits >= 3 || changes.hasEnded }
        // The end of a process is reported only after the fault ends.
        for process in database.server.processes { kill(process, SIGKILL) }
        await disk.end()
        let codes = try await outcomes.value
        #expect(codes.allSatisfy { $0 == .outcomeUnknown })

        try database.cutPower()
        #expect(try await store.has(database.anna))
        for person in changes.people { try await database.expectWhole(person) }
        #expect(try await store.check() == [])
        await store.close()
    }

    @Test(
        "a commit that the disk rejects has an unknown outcome, and is complete or absent",
        arguments: HeldChanges.Kind.allCases)
    func rejection(_ kind: HeldChanges.Kind) async throws {
        let database = try await DatabaseOnDisk(connections: 1)
        let store = database.store
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.failure)
        let error = await #expect(throws: StoreError.self) { try await changes.give(kind, to: store) }
        #expect(error?.code == .outcomeUnknown)
        await disk.end()

        // After such a failure, PostgreSQL ends all sessions and replays its WAL, which fails as long as the disk fails.
        try database.cutPower()
        #expect(try await store.has(database.anna))
        if kind == .transaction { try await database.expectWhole(changes.people[0]) }
        #expect(try await store.check() == [])
        await store.close()
    }
}

/// Changes that are sent to a store while its disk is blocked.
struct HeldChanges: Sendable {
    /// The way in which the change is committed.
    enum Kind: CaseIterable {
        /// A COMMIT statement.
        case transaction
        /// The end of a single statement.
        case statement
    }

    let people: [Person]
    let challenge: StoredChallenge
    private let end = Watched(false)

    init(random: PredictableRandomBytes) throws {
        people = try (0..<2).map { try Person("person\($0)", random: random) }
        challenge = try StoredChallenge(random: random)
    }

    /// Whether one of the changes has completed or failed.
    var hasEnded: Bool { end.value }

    /// Sends all three changes at once. Returns the error of each, or nil.
    func give(to store: PostgreSQLAccountStore) async throws -> [StoreError.Code?] {
        try await race(3) { index in
            defer { end.value = true }
            do {
                if index < 2 { try await store.create(people[index]) } else { try await store.add(challenge) }
                return nil
            } catch let error as StoreError {
                return error.code
            }
        }
    }

    func give(_ kind: Kind, to store: PostgreSQLAccountStore) async throws {
        switch kind {
        case .transaction: try await store.create(people[0])
        case .statement: try await store.add(challenge)
        }
    }
}

/// A server with a controllable disk, and a store with the account Anna.
private struct DatabaseOnDisk {
    let server: PostgreSQLServer
    let address: ConnectionAddress
    let store: PostgreSQLAccountStore
    let anna: Person

    init(connections: Int) async throws {
        server = try PostgreSQLServer(settings: Self.settings)
        address = try ConnectionAddress(server.makeDatabase())
        store = try PostgreSQLAccountStore.open(address, connections: connections, timeouts: .patient)
        anna = try Person("anna", random: PredictableRandomBytes(seed: 2))
        try await store.create(anna)
    }

    /// A disk fault affects only the committing session. Otherwise the WAL writer could meet the fault first and end everything.
    func fault(_ kind: DiskFault.Kind) async throws -> DiskFault {
        let writer = try server.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'", on: "postgres")
        let programs = server.processes.filter { kind == .standstill || "\($0)" != writer }
        return try await DiskFault(kind, of: programs, log: URL(filePath: server.folder).appending(path: "fault"))
    }

    /// The number of sessions that wait for their commit to reach the disk, including those that wait for another session's
    /// write.
    var waitingCommits: Int {
        get throws {
            let count = try server.query(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE lower(wait_event) IN ('walsync', 'walwrite') AND backend_type = 'client backend'
                """, on: "postgres")
            return try #require(Int(count))
        }
    }

    func cutPower() throws {
        try server.restart(settings: Self.settings)
    }

    /// Expects that the account is complete, or absent and can then be created.
    func expectWhole(_ person: Person) async throws {
        let isThere = try await store.has(person)
        let again = try await store.create(person.account, hash: person.hash, opening: person.opening)
        #expect(again == (isThere ? AccountCreation.userNameTaken : .created))
        #expect(try await store.has(person))
    }

    /// The store's own settings make commits wait for the disk; no other process may write there.
    private static let settings = [
        "synchronous_commit=off", "wal_sync_method=fdatasync", "autovacuum=off", "wal_level=minimal", "max_wal_senders=0",
        "checkpoint_timeout=1d", "bgwriter_lru_maxpages=0",
    ].flatMap { ["-c", $0] }
}
#endif
