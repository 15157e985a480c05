#if PostgreSQL
import AccountStore
package import Accounts

extension PostgreSQLAccountStore {
    /// Everything that is found wrong with the store, at most ``findingLimit`` of each sort; nothing when it is well. Reads all tables,
    /// as they stand at one moment, while reads and writes go on.
    ///
    /// What the schema forbids the database refuses by itself, as long as its constraints are in force, which is looked at; damaged pages are
    /// found by PostgreSQL's own `pg_amcheck`.
    package func check() async throws -> [StoreFinding] {
        try await snapshot { connection in
            // A look at everything takes as long as it takes.
            try connection.queue("SET LOCAL statement_timeout TO 0")
            let disabled = try connection.all(
                """
                SELECT conrelid::regclass::text, conname::text FROM pg_constraint
                WHERE connamespace = current_schema()::regnamespace AND NOT convalidated ORDER BY 1, 2
                """
            ) { "constraint \(try $0.next(as: String.self)).\(try $0.next(as: String.self)) is not in force" }
            let breaches = try StoreRule.all.flatMap { rule in
                try connection.all("\(rule.sql) LIMIT \(Self.findingLimit)") {
                    StoreFinding(.contradiction, "\(rule.breach): \(try $0.next(as: Int64.self))")
                }
            }
            return disabled.map { StoreFinding(.damage, $0) } + breaches
        }
    }

    /// As many findings of one sort as tell anybody anything.
    static let findingLimit = 100
}
#endif
