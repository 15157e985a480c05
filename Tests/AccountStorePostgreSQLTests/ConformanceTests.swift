#if PostgreSQL
import AccountStoreConformance
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
