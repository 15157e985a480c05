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

/// Commits are held up at the disk itself, for as long as a test wants: what comes before what does not depend on the machine's speed.
@Suite(
    "A slow disk under PostgreSQL", .tags(.realParts), .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .enabled(if: DiskFault.isAvailable, "strace is not here, or may not trace"), .timeLimit(.minutes(10)))
struct SlowDiskTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test("nothing is acknowledged or seen before the disk has it; sessions are checked and attempts counted meanwhile")
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

    @Test("a commit that takes longer than anybody waits is told as unknown, and is there when the disk has it")
    func unknown() async throws {
        let database = try await DatabaseOnDisk(connections: 2)
        let store = database.store
        var timeouts = Timeouts.patient
        timeouts.answer = .seconds(5)
        let hasty = PostgreSQLAccountStore(ConnectionPool(database.address, size: 3, queueLimit: 64, timeouts: timeouts))
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.standstill)
        let codes = try await changes.give(to: hasty)
        #expect(codes.allSatisfy { $0 == .outcomeUnknown })
        #expect(try await store.has(database.anna))
        for person in changes.people { #expect(try await !store.has(person)) }

        await disk.end()
        // Whoever asks again is told that it has happened, and waits where it is about to.
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

    @Test("when the power goes while the disk holds commits up, they are told as unknown, and each is there wholly or not at all")
    func powerCut() async throws {
        let database = try await DatabaseOnDisk(connections: 3)
        let store = database.store
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.standstill)
        let outcomes = Task { try await changes.give(to: store) }
        try await poll { try database.waitingCommits >= 3 || changes.hasEnded }
        // Whoever waits for its end waits for the fault's, too: until then nobody is told of it.
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
        "a commit that the disk refuses is told as unknown, and is there wholly or not at all",
        arguments: HeldChanges.Kind.allCases)
    func refusal(_ kind: HeldChanges.Kind) async throws {
        let database = try await DatabaseOnDisk(connections: 1)
        let store = database.store
        let changes = try HeldChanges(random: random)
        let disk = try await database.fault(.failure)
        let error = await #expect(throws: StoreError.self) { try await changes.give(kind, to: store) }
        #expect(error?.code == .outcomeUnknown)
        await disk.end()

        // After such a failure PostgreSQL ends all of its sessions and begins with its log, in vain for as long as the disk fails.
        try database.cutPower()
        #expect(try await store.has(database.anna))
        if kind == .transaction { try await database.expectWhole(changes.people[0]) }
        #expect(try await store.check() == [])
        await store.close()
    }
}

/// Changes that are given to a store while its disk does nothing.
struct HeldChanges: Sendable {
    /// What commits it.
    enum Kind: CaseIterable {
        /// A COMMIT.
        case transaction
        /// The end of the only statement.
        case statement
    }

    let people: [Person]
    let challenge: StoredChallenge
    private let end = Watched(false)

    init(random: PredictableRandomBytes) throws {
        people = try (0..<2).map { try Person("person\($0)", random: random) }
        challenge = try StoredChallenge(random: random)
    }

    /// Whether one of them has happened, or failed.
    var hasEnded: Bool { end.value }

    /// All three at once; returns why each has failed, nil for one that has not.
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

/// A server whose disk can be meddled with, and a store over it that knows Anna.
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

    /// A disk that fails does so for whoever commits: the log has a writer besides, which could meet it earlier, and end everything.
    func fault(_ kind: DiskFault.Kind) async throws -> DiskFault {
        let writer = try server.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'", on: "postgres")
        let programs = server.processes.filter { kind == .standstill || "\($0)" != writer }
        return try await DiskFault(kind, of: programs, log: URL(filePath: server.folder).appending(path: "fault"))
    }

    /// How many sessions wait for their commit to be on the disk, be it that another one writes it for them.
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

    /// Expects all of the person to be there, or nothing, which can be created then.
    func expectWhole(_ person: Person) async throws {
        let isThere = try await store.has(person)
        let again = try await store.create(person.account, hash: person.hash, opening: person.opening)
        #expect(again == (isThere ? AccountCreation.userNameTaken : .created))
        #expect(try await store.has(person))
    }

    /// That commits wait for the disk is the store's own doing; and nobody else has anything to write there.
    private static let settings = [
        "synchronous_commit=off", "wal_sync_method=fdatasync", "autovacuum=off", "wal_level=minimal", "max_wal_senders=0",
        "checkpoint_timeout=1d", "bgwriter_lru_maxpages=0",
    ].flatMap { ["-c", $0] }
}
#endif
