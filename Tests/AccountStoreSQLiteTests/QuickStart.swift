import AccountStore
import AccountStoreSQLite
import Accounts
import Foundation
import Secrets
import Testing

/// The quick starts of AccountStore.docc and AccountStoreSQLite.docc.
enum QuickStart {
    static func identities(of account: AccountID) async throws -> [AppleIdentity] {
        // In Sources/Server/AccountStore/AccountStore.docc/AccountStore.md
        let store = try SQLiteAccountStore.inMemory()
        let identities = try await store.appleIdentities(of: account)
        // End
        try await store.close()
        return identities
    }

    static func open(_ path: String) throws -> AccountStorage {
        // In Sources/Server/AccountStoreSQLite/AccountStoreSQLite.docc/AccountStoreSQLite.md
        let storage = try AccountStorage.sqlite(at: path)
        // End
        return storage
    }
}

@Suite("Quick start of AccountStore and AccountStoreSQLite")
struct QuickStartTests {
    @Test("an account without identities has none")
    func empty() async throws {
        #expect(try await QuickStart.identities(of: AccountID(random: PredictableRandomBytes(seed: 1))).isEmpty)
    }

    @Test("a file is created, and a missing folder is rejected")
    func file() throws {
        let folder = try TemporaryFolder()
        #expect(try QuickStart.open(folder.file()).isPersistent)
        #expect {
            try QuickStart.open(folder.file() + "/missing/accounts.sqlite")
        } throws: { error in
            (error as? StoreError).map { $0.code == .unavailable && !$0.reason.isEmpty } ?? false
        }
    }
}
