import AccountStore
import AccountStoreConformance
import Accounts
import GRDB
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Stored user names")
struct StoredNameTests {
    @Test("an account keeps its stored key, even if folding changes")
    func storedKey() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let person = try Person("anna", random: PredictableRandomBytes(seed: 5))
        try await store.create(person)
        try await store.write { try $0.execute(sql: "UPDATE accounts SET name = 'Anna', name_key = 'of-old'") }
        let account = try #require(try await store.account(named: UserNameKey("of-old")))
        #expect(account.userName?.text == "Anna")
        #expect(account.userName?.key.text == "of-old")
        #expect(try await store.account(named: UserNameKey("Anna")) == nil)
    }
}
