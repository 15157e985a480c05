import AccountStore
package import Accounts
import GRDB

extension SQLiteAccountStore {
    /// Returns the defects of the store, at most ``findingLimit`` of each kind. Reads the whole file in one snapshot, while other
    /// reads and writes continue.
    ///
    /// Throws if the file cannot be read. Damage in the file is a finding, not an error.
    package func check() async throws -> [StoreFinding] {
        guard let pool = database as? DatabasePool else { return try await snapshot { try $0.findings() } }
        return try await read { _ in
            // A separate writable connection on the reader's thread: SQLite ignores CHECK constraints on read-only connections.
            let writable = try DatabaseQueue(path: pool.path, configuration: .store)
            var findings: [StoreFinding] = []
            try writable.writeWithoutTransaction { connection in
                try connection.inTransaction(.deferred) {
                    findings = try connection.findings()
                    // SQLite does not commit after it has read damage, even if nothing was written.
                    return .rollback
                }
            }
            try writable.close()
            return findings
        }
    }

    /// The maximum number of findings of one kind. More of them give no additional information.
    static let findingLimit = 100
}

extension Database {
    fileprivate func findings() throws -> [StoreFinding] {
        try findings(.damage) { try $0.reportDamage(to: $1) }
            + findings(.danglingReference) { try $0.reportDanglingReferences(to: $1) }
            + StoreRule.all.flatMap { rule in try findings(.contradiction) { try $0.reportBreaches(of: rule, to: $1) } }
    }

    /// Returns the findings of one part of the check. An error that SQLite raises for damage becomes a finding as well.
    private func findings(_ kind: StoreFinding.Kind, _ part: (Database, (String) -> Void) throws -> Void) throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        do {
            try part(self) { findings.append(StoreFinding(kind, $0)) }
        } catch let error as DatabaseError where StoreError.Code(error.resultCode) == .corrupt {
            findings.append(StoreFinding(.damage, error.message ?? "the file is damaged"))
        }
        return findings
    }

    /// Reports damaged pages, indexes that do not match their tables, and rows that violate NOT NULL, CHECK, UNIQUE or column
    /// types.
    private func reportDamage(to report: (String) -> Void) throws {
        let lines = try String.fetchCursor(self, sql: "PRAGMA integrity_check(\(SQLiteAccountStore.findingLimit))")
        while let line = try lines.next() {
            if line != "ok" { report(line) }
        }
    }

    private func reportDanglingReferences(to report: (String) -> Void) throws {
        let sql = #"SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT \#(SQLiteAccountStore.findingLimit)"#
        try forEachRow(sql) { columns in
            let (table, number) = (try columns.next(as: String.self), try columns.nextIfPresent(as: Int64.self))
            let parent = try columns.next(as: String.self)
            report("row \(number.map(String.init) ?? "?") of \(table) refers to a missing row of \(parent)")
        }
    }

    private func reportBreaches(of rule: StoreRule, to report: (String) -> Void) throws {
        let numbers = try Int64.fetchCursor(self, sql: "\(rule.sql) LIMIT \(SQLiteAccountStore.findingLimit)")
        while let number = try numbers.next() { report("\(rule.breach): \(number)") }
    }
}
