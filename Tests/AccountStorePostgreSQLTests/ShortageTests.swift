#if PostgreSQL
import AccountStore
import AccountStoreConformance
import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "Resource shortages of the database", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ShortageTests {
    private let random = PredictableRandomBytes(seed: 1)

    @Test(
        "a full WAL disk stops the database, and after a restart with room it has every acknowledged change",
        .enabled(if: SmallDisk.isAllowed, "mounting is not permitted"))
    func fullLog() async throws {
        let disk = try SmallDisk(megabytes: 24)
        let server = try PostgreSQLServer(logFolder: disk.path)
        let name = try server.makeNamedDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: name)), connections: 2)
        try disk.fill(leaving: 1 << 20)

        let (acknowledged, _, failure) = try await store.createUntilRejected(random: random)
        #expect([.unavailable, .outcomeUnknown, .full].contains(failure.code))
        #expect(acknowledged.count > 10)

        try disk.clear()
        try server.restart()
        for person in acknowledged { #expect(try await store.has(person)) }
        #expect(try await store.check() == [])
        try await store.create(try Person("late", random: random))
        await store.close()
    }

    @Test(
        "on a full disk writes fail with their reason, acknowledged changes stay, reads work, and writes work again when there is room",
        .enabled(if: SmallDisk.isAllowed, "mounting is not permitted"))
    func fullDisk() async throws {
        let disk = try SmallDisk(megabytes: 32)
        let server = try PostgreSQLServer.shared.get()
        let tables = "small\(UInt32.random(in: 0 ... .max))"
        try server.query("CREATE TABLESPACE \(tables) LOCATION '\(disk.path)'", on: "postgres")
        let name = try server.makeNamedDatabase()
        try server.query("ALTER DATABASE \(name) SET TABLESPACE \(tables)", on: "postgres")
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: name)), connections: 2)
        try disk.fill(leaving: 524_288)

        let (acknowledged, rejected, failure) = try await store.createUntilRejected(random: random)
        #expect(!(try await store.has(rejected)))
        #expect(failure.code == .full)
        #expect(acknowledged.count > 10)
        // Many at once: each gets a correct result.
        let crowd = try (0..<64).map { try Person("crowd\($0)", random: random) }
        let outcomes = try await race(64) { index in
            do {
                try await store.create(crowd[index])
                return true
            } catch let error as StoreError where error.code == .full {
                return false
            }
        }
        #expect(outcomes.contains(false))
        var living = 0
        for person in crowd where try await store.has(person) { living += 1 }
        #expect(living == outcomes.count { $0 })
        for person in acknowledged { #expect(try await store.has(person)) }

        try disk.clear()
        let late = try Person("late", random: random)
        try await store.create(late)
        #expect(try await store.has(late))
        #expect(try await store.countAccounts() == acknowledged.count + living + 1)
        #expect(try await store.check() == [])
        await store.close()
        try server.drop([name])
        try server.query("DROP TABLESPACE \(tables)", on: "postgres")
    }

    @Test("without a free database connection, operations fail as unavailable, and work again when one is free")
    func noConnectionLeft() async throws {
        let server = try PostgreSQLServer(settings: ["-c", "max_connections=8"])
        let address = try ConnectionAddress(server.makeDatabase())
        var timeouts = Timeouts()
        timeouts.operation = .milliseconds(300)
        // A separate connection creates the schema and closes; the pool connects at the first operation.
        let store = try PostgreSQLAccountStore.open(address, connections: 2, timeouts: timeouts)
        let anna = try Person("anna", random: random)
        var held: [Connection] = []
        // The connection that created the schema may end a little later.
        await poll {
            while let connection = try? Connection.open(to: address, timeouts: Timeouts()) { held.append(connection) }
            return held.count == 8
        }
        let error = await #expect(throws: StoreError.self) { try await store.create(anna) }
        #expect(error?.code == .unavailable)
        held = []
        await poll { await store.tryToCreate(anna) }
        #expect(try await store.has(anna))
        await store.close()
    }

    @Test("a slow disk or database makes operations slow, without other effects")
    func slowDatabase() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let proxy = try CuttingProxy(to: server.folder, delayingAnswersBy: 20_000)
        defer { proxy.close() }
        var timeouts = Timeouts()
        timeouts.operation = .seconds(120)
        let store = try PostgreSQLAccountStore.open(
            ConnectionAddress(address.replacingOccurrences(of: server.folder, with: proxy.folder)), connections: 4,
            timeouts: timeouts)
        let people = try (0..<24).map { try Person("person\($0)", random: random) }
        _ = try await race(24) { try await store.create(people[$0]) }
        let answers = try await race(96) { try await store.has(people[$0 % 24]) }
        #expect(answers.allSatisfy { $0 })
        #expect(try await store.check() == [])
        await store.close()
    }

    @Test("a database that exceeds the timeout causes unavailable or unknown outcomes, and changes are complete or absent")
    func tooSlowDatabase() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let direct = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        let proxy = try CuttingProxy(to: server.folder)
        defer { proxy.close() }
        var timeouts = Timeouts()
        timeouts.answer = .seconds(2)
        timeouts.operation = .seconds(3)
        let store = try PostgreSQLAccountStore.open(
            ConnectionAddress(address.replacingOccurrences(of: server.folder, with: proxy.folder)), connections: 2,
            timeouts: timeouts)
        let anna = try Person("anna", random: random)
        try await direct.create(anna)
        proxy.delay(answersBy: 4_000_000)
        let people = try (0..<4).map { try Person("person\($0)", random: random) }
        for person in people {
            let error = await #expect(throws: StoreError.self) { try await store.create(person) }
            #expect(error?.code == .unavailable || error?.code == .outcomeUnknown)
        }
        await #expect(throws: StoreError.self) { _ = try await store.has(anna) }
        proxy.delay(answersBy: 0)
        await poll { (try? await store.has(anna)) == true }
        for person in people { #expect(try await store.has(person) == direct.has(person)) }
        #expect(try await direct.check() == [])
        await store.close()
        await direct.close()
    }
}
#endif
