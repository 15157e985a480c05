#if PostgreSQL
import AccountStore
import AccountStoreConformance
@testable import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "Faults of the database", .tags(.realParts), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .timeLimit(.minutes(20)))
struct FaultTests {
    @Test("a killed and restarted database is used again, with every acknowledged change")
    func restart() async throws {
        let server = try PostgreSQLServer()
        let store = try PostgreSQLAccountStore.open(
            ConnectionAddress(server.makeDatabase()), connections: 2, timeouts: .patient)
        let random = PredictableRandomBytes(seed: 1)
        let people = try (0..<10).map { try Person("person\($0)", random: random) }
        for person in people.prefix(5) { try await store.create(person) }
        try server.kill()
        async let during: Void = store.create(people[5])
        try server.restart()
        // The change had not been committed, so it was retried.
        try await during
        for person in people.dropFirst(6) { try await store.create(person) }
        for person in people { #expect(try await store.has(person)) }
        #expect(try await store.check() == [])
        await store.close()
    }

    @Test("while the database is unavailable, every operation fails as unavailable, soon after the first")
    func absence() async throws {
        let server = try PostgreSQLServer()
        var timeouts = Timeouts()
        timeouts.operation = .milliseconds(300)
        let store = try PostgreSQLAccountStore.open(
            ConnectionAddress(server.makeDatabase()), connections: 1, timeouts: timeouts)
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        // The first connection may need longer than the timeout, and the outcome of the change may then be unknown.
        await poll { await store.tryToCreate(person) }
        try server.kill()
        for _ in 0..<20 {
            let error = await #expect(throws: StoreError.self) { _ = try await store.has(person) }
            #expect(error?.code == .unavailable)
        }
        #expect(await !store.isReady())
        try server.restart()
        await poll { (try? await store.has(person)) == true }
        await store.close()
    }

    @Test("after a restart of the database, operations use new connections, and no change has an unknown outcome")
    func orderlyRestart() async throws {
        let server = try PostgreSQLServer()
        let store = try PostgreSQLAccountStore.open(
            ConnectionAddress(server.makeDatabase()), connections: 2, timeouts: .patient)
        let random = PredictableRandomBytes(seed: 1)
        // Both connections are used and then idle.
        let first = try (0..<8).map { _ in try StoredChallenge(random: random) }
        _ = try await race(8) { try await store.add(first[$0]) }
        try server.stop()
        try server.restart()
        for _ in 0..<4 { try await store.add(try StoredChallenge(random: random)) }
        await store.close()
    }

    @Test(
        "a commit whose response is lost is reported as an unknown outcome, committed or not",
        arguments: [CuttingProxy.Cut.beforeCommit, .afterCommit])
    func cutCommit(_ cut: CuttingProxy.Cut) async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let proxy = try CuttingProxy(to: server.folder)
        defer { proxy.close() }
        let direct = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        let cutOff = try PostgreSQLAccountStore.open(
            ConnectionAddress(address.replacingOccurrences(of: server.folder, with: proxy.folder)), connections: 1)
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        proxy.arm(cut)
        let error = await #expect(throws: StoreError.self) {
            _ = try await cutOff.create(person.account, hash: person.hash, opening: person.opening)
        }
        #expect(error?.code == .outcomeUnknown)
        #expect(proxy.cutCount == 1)
        // The change is complete or absent, for every reader.
        await poll { (try? await direct.has(person)) == (cut == .afterCommit) }
        #expect(try await cutOff.has(person) == direct.has(person))
        #expect(try await direct.check() == [])
        await cutOff.close()
        await direct.close()
    }

    @Test("a change that the database executed but did not commit before the session ended is reported as an unknown outcome")
    func endBeforeCommit() async throws {
        let server = try PostgreSQLServer.shared.get()
        let database = try server.makeNamedDatabase()
        let proxy = try CuttingProxy(to: server.folder)
        defer { proxy.close() }
        let address = server.address(of: database).replacingOccurrences(of: server.folder, with: proxy.folder)
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1, timeouts: .patient)
        let random = PredictableRandomBytes(seed: 1)
        let challenges = try (0..<2).map { _ in try StoredChallenge(random: random) }
        try await store.add(challenges[0])
        // A single statement is a transaction that the synchronization commits; its response is sent before.
        proxy.withholdSynchronization()
        let isOver = Watched(false)
        let change = Task {
            defer { isOver.value = true }
            _ = try await store.consume(challenges[0])
        }
        let carriedOut = "FROM pg_stat_activity WHERE datname = '\(database)' AND state = 'active' AND wait_event = 'ClientRead'"
        try await poll { try isOver.value || server.query("SELECT count(*) \(carriedOut)", on: "postgres") != "0" }
        try server.query("SELECT pg_terminate_backend(pid) \(carriedOut)", on: "postgres")
        let error = await #expect(throws: StoreError.self) { try await change.value }
        #expect(error?.code == .outcomeUnknown)
        // The next connection is at the start of its responses.
        try await store.add(challenges[1])
        for challenge in challenges { #expect(try await store.consume(challenge)) }
        await store.close()
    }

    @Test("operations above the queue limit are rejected at once")
    func fullQueue() async throws {
        let server = try PostgreSQLServer.shared.get()
        let database = try server.makeNamedDatabase()
        let address = try ConnectionAddress(server.address(of: database))
        let timeouts = Timeouts.patient
        let store = try PostgreSQLAccountStore.open(address, connections: 1, queueLimit: 4, timeouts: timeouts)
        let holder = try Connection.open(to: address, timeouts: .patient)
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        try await store.create(person)
        try holder.queue("BEGIN")
        try holder.execute("SELECT 1 FROM accounts FOR UPDATE")
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            let attempt: @Sendable () async throws -> Bool = {
                do {
                    _ = try await store.deleteAccount(person.account.id, at: person.account.createdAt)
                    return true
                } catch let error as StoreError where error.code == .unavailable {
                    return false
                }
            }
            group.addTask(operation: attempt)
            let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = '\(database)'"
            try await poll { try server.query(waiting, on: database) != "0" }
            for _ in 0..<63 { group.addTask(operation: attempt) }
            // One runs, four wait, and the others are rejected while the lock is held.
            var rejected = 0
            while rejected < 59, let isDone = try await group.next() { if !isDone { rejected += 1 } }
            try holder.execute("COMMIT")
            var done = 0
            while let isDone = try await group.next() { if isDone { done += 1 } }
            return (rejected, done)
        }
        #expect(outcomes == (59, 5))
        await store.close()
    }

    @Test("an operation that waits too long for a lock fails and changes nothing")
    func slowDatabase() async throws {
        let address = try ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase())
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        let patient = try PostgreSQLAccountStore.open(address, connections: 1)
        try await patient.create(person)
        await patient.close()
        var timeouts = Timeouts()
        timeouts.statement = .seconds(1)
        let store = try PostgreSQLAccountStore.open(address, connections: 1, timeouts: timeouts)
        let holder = try Connection.open(to: address, timeouts: .patient)
        try holder.queue("BEGIN")
        try holder.execute("SELECT 1 FROM accounts FOR UPDATE")
        let error = await #expect(throws: StoreError.self) {
            _ = try await store.deleteAccount(person.account.id, at: person.account.createdAt)
        }
        #expect(error?.code == .unavailable)
        try holder.execute("COMMIT")
        #expect(try await store.has(person))
        await store.close()
    }

    @Test("a closed store reports that it is closed")
    func closed() async throws {
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), connections: 2)
        await store.close()
        let error = await #expect(throws: StoreError.self) { _ = try await store.countAccounts() }
        #expect(error?.code == .unavailable)
    }

    @Test("a read-only or missing database is rejected at the start")
    func unusable() throws {
        let server = try PostgreSQLServer.shared.get()
        let missing = #expect(throws: StoreError.self) {
            _ = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: "nowhere")))
        }
        #expect(missing?.code == .unavailable)
        let primary = try PostgreSQLServer()
        let name = try primary.makeNamedDatabase()
        let standby = try PostgreSQLServer(following: primary)
        let reading = #expect(throws: StoreError.self) {
            _ = try PostgreSQLAccountStore.open(ConnectionAddress(standby.address(of: name)))
        }
        #expect(reading?.reason.contains("standby") == true)
        try server.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", on: "postgres")
        let latin = #expect(throws: StoreError.self) {
            _ = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: "latin")))
        }
        #expect(latin?.reason.contains("UTF8") == true)
    }
}
#endif
