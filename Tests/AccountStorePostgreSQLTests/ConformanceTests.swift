#if PostgreSQL
import AccountStoreConformance
import Foundation
import PostgreSQLServer
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "The PostgreSQL store keeps what the protocols promise",
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ConformanceTests {
    @Test("every promise of the suite", arguments: AccountStoreConformance.all)
    func promise(_ conformance: ConformanceCase) async throws {
        try await conformance.run(on: .postgreSQL)
    }
}

/// The races of the conformance suite over and over: `LATCHKEY_RACE_ROUNDS` sets how many rounds; the long run has a thousand. Between them
/// is no server, whose memory nothing rests on: ``ManyServersTests`` have several.
@Suite("Races in one database", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
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
            let address = try ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase())
            let store = try PostgreSQLAccountStore.open(address, connections: 4)
            return PreparedStore(store) {
                let scans = try await store.newScans()
                #expect(scans == [], "a statement reads a whole table")
                await store.close()
                await places.giveBack()
            }
        } catch {
            await places.giveBack()
            throw error
        }
    }

    private static let places = Places(16)
}
#endif
