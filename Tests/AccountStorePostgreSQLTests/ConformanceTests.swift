#if PostgreSQL
import AccountStore
import AccountStoreConformance
import Foundation
import PostgreSQLServer
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "The PostgreSQL store keeps what the protocols promise", .tags(.realParts),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ConformanceTests {
    @Test("every promise of the suite", arguments: AccountStoreConformance.all)
    func promise(_ conformance: ConformanceCase) async throws {
        try await conformance.run(on: .postgreSQL)
    }
}

/// The races of the conformance suite over and over: `LATCHKEY_RACE_ROUNDS` sets how many rounds; the long run has a thousand. Between them
/// is no server, whose memory nothing rests on: ``ManyServersTests`` have several.
@Suite("Races in one database", .tags(.realParts), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 1

    @Test("what 64 do at once comes out alike every time", arguments: AccountStoreConformance.contests)
    func repeated(_ contest: ConformanceCase) async throws {
        for _ in 0..<Self.rounds { try await contest.run(on: .postgreSQL) }
    }
}

extension StoreUnderTest {
    static let postgreSQL = StoreUnderTest("PostgreSQL") {
        await places.take()
        do {
            let server = try PostgreSQLServer.shared.get()
            let database = try server.makeNamedDatabase(copying: try await migrated.value)
            let store = try PostgreSQLAccountStore.open(
                ConnectionAddress(server.address(of: database)), connections: 4, timeouts: .patient)
            return PreparedStore(store) {
                let scans = try await store.newScans()
                #expect(scans == [], "a statement reads a whole table")
                await store.close()
                await places.giveBack()
                // The long run has tens of thousands, of eight megabytes each.
                try server.drop([database])
            }
        } catch {
            await places.giveBack()
            throw error
        }
    }

    private static let places = Places(16)

    /// A database with the schema and nothing else: a copy takes a fraction of the time that the migrations do.
    private static let migrated = Task {
        let server = try PostgreSQLServer.shared.get()
        let database = try server.makeNamedDatabase()
        try await PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: database)), connections: 1).close()
        return database
    }
}
#endif
