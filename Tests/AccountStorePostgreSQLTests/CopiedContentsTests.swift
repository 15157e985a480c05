#if PostgreSQL
import AccountStoreConformance
import AccountStoreSQLite
import AccountStore
import Accounts
import PostgreSQLServer
import Synchronization
import TestKit
import Testing

@testable import AccountStorePostgreSQL

/// A copy compares row by row itself what it has written; here it is given rows of every kind.
@Suite(
    "Copies of SQLite stores with everything in them", .tags(.realParts),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .timeLimit(.minutes(10)))
struct CopiedContentsTests {
    /// Those that write much of different kinds.
    private static let writing =
        AccountStoreConformance.throttling + AccountStoreConformance.signingKeys + AccountStoreConformance.challenges
        + AccountStoreConformance.appleIdentities
        + AccountStoreConformance.appleWeb + AccountStoreConformance.appleKeys + AccountStoreConformance.jobs
        + AccountStoreConformance.secondFactors + AccountStoreConformance.factorChallenges + AccountStoreConformance.upgrades
        + AccountStoreConformance.passwordLinks

    @Test("what the promises of the suite leave behind is copied, and that is rows in every table")
    func everything() async throws {
        let server = try PostgreSQLServer.shared.get()
        let template = try server.makeNamedDatabase()
        try await PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: template)), connections: 1).close()
        let counts = Mutex<[String: Int]>([:])
        let copied = StoreUnderTest("SQLite, copied at the end") {
            let store = try SQLiteAccountStore.inMemory()
            return PreparedStore(store) {
                let name = try server.makeNamedDatabase(copying: template)
                let target = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: name)), connections: 1)
                let copies = try await target.copy(from: { take in try store.copying { try take($0) } }) { _, _ in }
                #expect(try await target.check() == [])
                await target.close()
                try server.drop([name])
                counts.withLock { for copy in copies { $0[copy.table.name, default: 0] += copy.count } }
            }
        }
        for conformance in Self.writing { try await conformance.run(on: copied) }
        let found = counts.withLock { $0 }
        #expect(StoreTable.all.map(\.name).filter { found[$0, default: 0] == 0 } == [])
    }
}
#endif
