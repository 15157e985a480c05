import AccountStoreConformance
import Accounts
import GRDB
import Synchronization
import Testing

@testable import AccountStoreSQLite

@Suite("Query plans")
struct QueryPlanTests {
    @Test("no statement reads a whole table, those that must aside")
    func noScans() async throws {
        let statements = Statements()
        let traced = StoreUnderTest("traced") {
            let store = try SQLiteAccountStore.inMemory()
            try await store.database.writeWithoutTransaction { connection in
                connection.trace { event in
                    if case .statement(let statement) = event { statements.note(statement.sql) }
                }
            }
            return PreparedStore(store)
        }
        for conformance in AccountStoreConformance.all where !conformance.name.contains("64") {
            try await conformance.run(on: traced)
        }

        let store = try SQLiteAccountStore.inMemory()
        #expect(statements.all.count > 30)
        for sql in statements.all where !Self.mayScan.contains(where: { sql.contains($0) }) {
            let plan = try await store.read { connection in
                let statement = try connection.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
                statement.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(statement).map { $0["detail"] as String }
            }
            #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(sql)\n\(plan.joined(separator: "\n"))")
        }
    }

    private static let mayScan = [
        // The operator's count of everybody.
        "SELECT count(*) FROM accounts",
        // A handful of rows for ever.
        "FROM signing_keys", "SELECT 1 FROM event_kinds",
    ]
}

/// The texts of all statements that ran, each once.
private final class Statements: Sendable {
    private let texts = Mutex(Set<String>())

    var all: [String] { texts.withLock { $0.sorted() } }

    func note(_ sql: String) {
        guard ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: { sql.hasPrefix($0) }) else { return }
        texts.withLock { _ = $0.insert(sql) }
    }
}
