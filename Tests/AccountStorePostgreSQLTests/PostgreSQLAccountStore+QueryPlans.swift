#if PostgreSQL
import AccountStore
import Synchronization

@testable import AccountStorePostgreSQL

extension PostgreSQLAccountStore {
    /// Returns the statements of the store's connections that scan a whole table because no index fits, except those that must.
    /// Each statement is checked once in a run.
    func newScans() async throws -> [String] {
        try await snapshot { connection in
            try connection.queue("SET LOCAL enable_seqscan TO off")
            try connection.queue("SET LOCAL plan_cache_mode TO force_generic_plan")
            // A statement that ran often has an older cached plan.
            try connection.queue("DISCARD PLANS")
            let prepared = try connection.all(
                "SELECT name, statement, cardinality(parameter_types) FROM pg_prepared_statements"
            ) { (name: try $0.next(as: String.self), sql: try $0.next(as: String.self), count: try $0.next(as: Int.self)) }
            return try prepared.compactMap { name, sql, count in
                guard ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(where: { sql.hasPrefix($0) }),
                    !Self.mayScan.contains(where: { sql.contains($0) }),
                    Self.seen.withLock({ $0.insert(sql).inserted })
                else { return nil }
                let nothing = Array(repeating: "NULL", count: count).joined(separator: ", ")
                let plan = try connection.all("EXPLAIN EXECUTE \(name)\(count > 0 ? "(\(nothing))" : "")") {
                    try $0.next(as: String.self)
                }
                return plan.contains { $0.contains("Seq Scan") } ? "\(sql)\n\(plan.joined(separator: "\n"))" : nil
            }
        }
    }

    private static let seen = Mutex(Set<String>())

    private static let mayScan = [
        // The operator's count of all accounts.
        "SELECT count(*) FROM accounts",
        // The operator's replay after an event of an unknown account.
        "FROM events WHERE id = $1 LIMIT 1",
        // The preparation of a restored copy.
        "WHERE TRUE",
        // Tables that stay small.
        "signing_keys", "confirmed_stores", "store_identities", "event_kinds LIMIT", "pg_prepared_statements", "pg_constraint",
        "pg_db_role_setting",
    ]
}
#endif
