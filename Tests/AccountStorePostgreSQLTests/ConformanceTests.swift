#if PostgreSQL
import AccountStore
import AccountStoreConformance
import Foundation
import PostgreSQLServer
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "The PostgreSQL store conforms to the store protocols", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ConformanceTests {
    @Test("every case of the conformance suite", arguments: AccountStoreConformance.all)
    func promise(_ conformance: ConformanceCase) async throws {
        // With one connection, the check of the query plans sees all statements of the case.
        try await conformance.run(on: .postgreSQL(connections: 1))
    }
}

/// The race cases of the conformance suite, repeated. `LATCHKEY_RACE_ROUNDS` sets the number of rounds; the long run has a
/// thousand. They use one server; ``ManyServersTests`` use several.
@Suite(
    "Races in one database", .tags(.realParts), .timeLimit(.minutes(Soak.isFull ? 600 : 20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 1

    @Test("64 concurrent operations have the same result in every round", arguments: AccountStoreConformance.contests)
    func repeated(_ contest: ConformanceCase) async throws {
        for _ in 0..<Self.rounds { try await contest.run(on: .postgreSQL(connections: 4)) }
    }
}

extension StoreUnderTest {
    static func postgreSQL(connections: Int) -> StoreUnderTest {
        StoreUnderTest("PostgreSQL") {
            await places.take()
            do {
                let server = try PostgreSQLServer.shared.get()
                let database = try server.makeNamedDatabase(copying: try await migrated.value)
                let store = try PostgreSQLAccountStore.open(
                    ConnectionAddress(server.address(of: database)), connections: connections, timeouts: .patient)
                return PreparedStore(store) {
                    let scans = try await store.newScans()
                    #expect(scans == [], "a statement reads a whole table")
                    await store.close()
                    await places.giveBack()
                    // The long run has tens of thousands of databases, of eight megabytes each.
                    try server.drop([database])
                } restore: {
                    try await store.write { try $0.queue("DELETE FROM store_identities") }
                }
            } catch {
                await places.giveBack()
                throw error
            }
        }
    }

    private static let places = ConnectionSlots(16)

    /// A database with the schema only. Copying it takes a fraction of the time of the migrations.
    private static let migrated = Task {
        let server = try PostgreSQLServer.shared.get()
        let database = try server.makeNamedDatabase()
        try await PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: database)), connections: 1).close()
        return database
    }
}
#endif
