import AccountStore
import AccountStoreConformance
import Accounts
import GRDB
import Synchronization
import Testing

@testable import AccountStoreSQLite

@Suite("Query plans")
struct QueryPlanTests {
    @Test("no statement scans a whole table, except those that must; parameters first appear in numeric order")
    func statements() async throws {
        let statements = Statements()
        let traced = StoreUnderTest("traced") {
            let store = try SQLiteAccountStore.inMemory()
            try await store.database.writeWithoutTransaction { connection in
                connection.trace { event in
                    if case .statement(let statement) = event { statements.note(statement.sql) }
                }
            }
            return PreparedStore(store, restore: { try await store.forgetIdentity() })
        }
        for conformance in AccountStoreConformance.all where !conformance.name.contains("64") {
            try await conformance.run(on: traced)
        }

        let store = try SQLiteAccountStore.inMemory()
        #expect(statements.all.count > 100)
        // SQLite treats `$1` as a name, and binds values in the order in which names first appear.
        for sql in statements.all {
            let names = sql.matches(of: /\$(\d+)/).map { Int($0.1) ?? 0 }.reduce(into: [Int]()) { names, name in
                if !names.contains(name) { names.append(name) }
            }
            #expect(names == Array(1..<(names.count + 1)), "\(sql)")
        }
        for sql in statements.all where !Self.mayScan.contains(where: { sql.contains($0) }) {
            let plan = try await store.read { connection in
                let statement = try connection.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
                statement.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            // A SELECT without a table is not a scan.
            let scans = plan.contains { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }
            #expect(!scans, "\(sql)\n\(plan.joined(separator: "\n"))")
        }
    }

    private static let mayScan = [
        // The operator's count of all accounts.
        "SELECT count(*) FROM accounts",
        // The first page of all accounts, in the order of an index.
        "FROM accounts ORDER BY id LIMIT $1", "ORDER BY accounts.id LIMIT $1",
        // The operator's replay after an event of an unknown account.
        "FROM events WHERE id = $1 LIMIT 1",
        // The newest accounts and records, in the order of their numbers.
        "FROM accounts ORDER BY number DESC LIMIT $1", "FROM operator_records ORDER BY number DESC LIMIT $1",
        // The operator's count of all jobs.
        "FROM jobs GROUP BY kind",
        // Tables that stay small.
        "FROM operators JOIN accounts ON accounts.number = operators.account ORDER BY",
        "FROM signing_keys", "SELECT 1 FROM event_kinds",
        // The preparation of a restored copy, and its table of one row.
        "WHERE TRUE", "store_identities",
        // Stops at the first row.
        "NOT EXISTS (SELECT 1 FROM user_handles)",
    ]
}

/// The texts of all statements that ran, without duplicates.
private final class Statements: Sendable {
    private let texts = Mutex(Set<String>())

    var all: [String] { texts.withLock { $0.sorted() } }

    func note(_ sql: String) {
        guard ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: { sql.hasPrefix($0) }) else { return }
        texts.withLock { _ = $0.insert(sql) }
    }
}
