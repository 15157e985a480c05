import Accounts
import InternetAddresses
import Secrets
import Testing

@testable import AccountStore
@testable import AccountStoreSQLite

@Suite("Events of transactions that fail")
struct EventRollbackTests {
    private struct Failure: Error {}

    @Test("a transaction that fails after its event queues no delivery, and one that succeeds queues it")
    func rollback() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let random = PredictableRandomBytes(seed: 5)
        let target = try #require(EventTargetName("crm"))
        let now = Timestamp(seconds: 1_700_000_000)
        let account = Account(
            id: AccountID(random: random), userName: UserName(stored: "anna", key: UserNameKey("anna")), createdAt: now,
            passwordChangedAt: nil)
        let event = AuditEvent(
            id: AuditEventID(random: random), kind: .accountCreated, account: account.id, at: now,
            client: Client(address: .loopback, deviceName: "a test"), targets: [target])
        for fails in [true, false] {
            let insertion = { @Sendable () async throws in
                try await store.write { connection in
                    guard let number = try connection.insert(account, hash: nil) else { return }
                    try connection.insert(event, of: number)
                    if fails { throw Failure() }
                }
            }
            if fails { await #expect(throws: Failure.self) { try await insertion() } } else { try await insertion() }
            #expect(try await store.eventQueue(to: target).length == (fails ? 0 : 1))
            #expect(try await store.countAccounts() == (fails ? 0 : 1))
        }
    }
}
