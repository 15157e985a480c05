#if PostgreSQL
import AccountStorePostgreSQL
import Accounts
import PostgreSQLServer
import Secrets
import TestKit
import Testing

/// The quick start of AccountStorePostgreSQL.docc.
enum QuickStart {
    static func open(_ address: String) throws -> AccountStorage {
        // In Sources/Server/AccountStorePostgreSQL/AccountStorePostgreSQL.docc/AccountStorePostgreSQL.md
        let storage = try AccountStorage.postgreSQL(at: address)  // postgres://latchkey@db.example.com/latchkey
        // End
        return storage
    }
}

@Suite(
    "Quick start of AccountStorePostgreSQL", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct QuickStartTests {
    @Test("the code block opens a store in an empty database, and a malformed address is rejected")
    func opens() async throws {
        let storage = try QuickStart.open(PostgreSQLServer.shared.get().makeDatabase())
        #expect(storage.isPersistent)
        #expect(try await storage.stores.appleIdentities(of: AccountID(random: PredictableRandomBytes(seed: 1))).isEmpty)
        #expect {
            try QuickStart.open("db.example.com")
        } throws: { error in
            (error as? StoreError)?.code == .unavailable
        }
    }
}
#endif
