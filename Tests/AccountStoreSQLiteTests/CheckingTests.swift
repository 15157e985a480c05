import AccountStoreConformance
import AccountStore
import Accounts
import Foundation
import GRDB
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Checking a store")
struct CheckingTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a valid store has no findings")
    func well() async throws {
        let store = try await storeWithPeople()
        #expect(try await store.check() == [])
        try await store.close()
    }

    @Test("damaged pages are found and do not end the process")
    func damagedPages() async throws {
        let store = try await storeWithPeople()
        let page = try await store.read { connection in
            try UInt64.fetchOne(connection, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'events'")
        }
        try await store.close()
        let file = try #require(FileHandle(forUpdatingAtPath: folder.file()))
        try file.seek(toOffset: (#require(page) - 1) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()

        let damaged = try SQLiteAccountStore.open(path: folder.file())
        let findings = try await damaged.check()
        #expect(findings.contains { $0.kind == .damage })
        #expect(findings.count <= 4 * SQLiteAccountStore.findingLimit)
        // Undamaged pages are still readable.
        #expect(try await damaged.countAccounts() == 100)
        try await damaged.close()
    }

    @Test(
        "violations that no constraint can prevent are found",
        arguments: [
            ("DELETE FROM passwords WHERE account = 2", StoreFinding.Kind.contradiction, "account without a credential: 2"),
            (
                "UPDATE accounts SET password_changed_at = NULL WHERE number = 3", .contradiction,
                "account that contradicts its password: 3"
            ),
            (
                "\(apple(2)); UPDATE sessions SET apple_identity = 1 WHERE account = 4", .contradiction,
                "session opened by an Apple identity of another account: 4"
            ),
            (
                "\(apple(2)); INSERT INTO apple_tokens VALUES (7, 1, 'org.example.app', randomblob(61), NULL)", .contradiction,
                "Apple token without a scheduled check: 7"
            ),
            (
                """
                \(apple(2)); INSERT INTO apple_tokens VALUES (7, 1, 'org.example.app', NULL, NULL);
                INSERT INTO jobs (number, kind, due_at, apple_token) VALUES (9, 2, 1, 7)
                """, .contradiction, "scheduled check of a missing Apple token: 9"
            ),
            (
                "UPDATE devices SET session = (SELECT id FROM sessions WHERE account = 1) WHERE account = 2", .contradiction,
                "device of a session of another account: 2"
            ),
            (
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
                INSERT INTO devices (digest, account, session, last_used_at) SELECT randomblob(32), 3, randomblob(16), i FROM n
                """, .contradiction, "account with more known devices than the limit: 3"
            ),
            (
                "UPDATE sessions SET idle_expiry = absolute_expiry + 1 WHERE number = 4", .contradiction,
                "session with contradictory times: 4"
            ),
            (
                "INSERT INTO signing_keys VALUES (1, 'k', x'00', 1, 3, 2)", .contradiction,
                "signing key with contradictory times: 1"
            ),
            ("DELETE FROM accounts WHERE number = 5", .danglingReference, "row 5 of sessions refers to a missing row of accounts"),
            ("UPDATE accounts SET id = x'00' WHERE number = 6", .damage, "CHECK constraint failed in accounts"),
        ])
    func planted(sql: String, kind: StoreFinding.Kind, finding: String) async throws {
        let store = try await storeWithPeople()
        try await store.database.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
            try connection.execute(sql: sql)
        }
        let findings = try await store.check()
        #expect(findings.contains { $0.kind == kind && $0.description == finding }, "\(findings)")
        try await store.close()
    }

    @Test("the check uses the domain's limit of devices")
    func deviceLimit() {
        #expect(StoreRule.all.contains { $0.sql.contains("count(*) > \(Device.limit)") })
    }

    @Test("a malformed row is an error and does not end the process")
    func malformedRow() async throws {
        let store = try await storeWithPeople()
        try await store.database.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE accounts SET id = x'00' WHERE number = 6")
        }
        await #expect { try await store.accounts(after: nil, limit: 100) } throws: { error in
            (error as? StoreError)?.code == .corrupt
        }
        try await store.close()
    }

    @Test("a record of operators without what its kind requires is an error, and one with it is read")
    func contradictoryRecord() async throws {
        let store = try await storeWithPeople()
        func insert(_ kind: String) async throws {
            try await store.database.writeWithoutTransaction { connection in
                try connection.execute(
                    sql: """
                        INSERT INTO operator_records (id, kind, account, at, client_name, client_address)
                        VALUES (randomblob(16), '\(kind)', randomblob(16), 1, 'test', x'7F000001')
                        """)
            }
        }
        try await insert("role-removed")
        #expect(try await store.operatorRecords(of: nil, before: nil, limit: 10).map(\.entry) == [.roleRemoved(reason: nil)])
        try await insert("performed")
        await #expect { try await store.operatorRecords(of: nil, before: nil, limit: 10) } throws: { error in
            (error as? StoreError)?.code == .corrupt
        }
        try await store.close()
    }

    /// Returns an Apple identity of this account.
    private static func apple(_ account: Int) -> String {
        """
        INSERT INTO apple_identities VALUES (
            1, randomblob(16), \(account), 'TEAM000001', 'anna', NULL, 0, 0, 1, NULL, '', '', NULL, 1, 1, NULL, NULL, NULL, NULL, NULL)
        """
    }

    private func storeWithPeople() async throws -> SQLiteAccountStore {
        let store = try SQLiteAccountStore.open(path: folder.file())
        for index in 0..<100 { try await store.create(Person("person\(index)", random: random)) }
        return store
    }
}
