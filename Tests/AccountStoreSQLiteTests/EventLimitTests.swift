import AccountStore
import AccountStoreConformance
import Accounts
import GRDB
import InternetAddresses
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("The limit of an account's events")
struct EventLimitTests {
    @Test("above the limit of all events of an account, the oldest ones are deleted, routine or not")
    func oldest() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let random = PredictableRandomBytes(seed: 6)
        let (anna, berta) = (try Person("anna", random: random), try Person("berta", random: random))
        for person in [anna, berta] { try await store.create(person) }
        try await store.database.write { connection in
            try connection.execute(
                sql: """
                    WITH RECURSIVE counted (index_) AS (SELECT 1 UNION ALL SELECT index_ + 1 FROM counted WHERE index_ < ?)
                    INSERT INTO events (id, kind, account, at, client_name, client_address)
                    SELECT randomblob(16), (SELECT number FROM event_kinds WHERE name = 'user-name-changed'),
                        (SELECT account FROM events ORDER BY number LIMIT 1), 0, 'Telephone', (SELECT client_address FROM events LIMIT 1)
                    FROM counted
                    """, arguments: [AuditEvent.totalLimit - 1])
        }
        let all = "SELECT count(*) FROM events WHERE account = (SELECT min(number) FROM accounts)"
        #expect(try await store.count(all) == AuditEvent.totalLimit)
        for _ in 0..<3 {
            let event = AuditEvent(
                id: AuditEventID(random: random), kind: .passwordChanged, account: anna.account.id,
                at: Timestamp(seconds: 1_700_000_000),
                client: Client(address: .loopback, deviceName: nil))
            try await store.record(event)
        }
        #expect(try await store.count(all) == AuditEvent.totalLimit)
        let newest = try await store.events(of: anna.account.id, before: nil, limit: 4)
        #expect(newest.map(\.kind) == [.passwordChanged, .passwordChanged, .passwordChanged, .userNameChanged])
        #expect(try await store.events(of: berta.account.id, before: nil, limit: 4).map(\.kind) == [.accountCreated])
    }
}
