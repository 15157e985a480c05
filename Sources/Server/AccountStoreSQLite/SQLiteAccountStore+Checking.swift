import AccountStore
package import Accounts
import GRDB

extension SQLiteAccountStore {
    /// Everything that is found wrong with the store, at most ``findingLimit`` of each sort; nothing when it is well. Reads all of
    /// the file, as it stands at one moment, while reads and writes go on.
    ///
    /// Throws when the file cannot be read at all; that it is damaged is a finding.
    package func check() async throws -> [StoreFinding] {
        guard let pool = database as? DatabasePool else { return try await snapshot { try $0.findings() } }
        return try await read { _ in
            // A connection of its own, on the reader's thread: SQLite does not know CHECK constraints on those opened for reading.
            let writable = try DatabaseQueue(path: pool.path, configuration: .store)
            var findings: [StoreFinding] = []
            try writable.writeWithoutTransaction { connection in
                try connection.inTransaction(.deferred) {
                    findings = try connection.findings()
                    // After a look at damage SQLite refuses to commit, even where nothing was written.
                    return .rollback
                }
            }
            try writable.close()
            return findings
        }
    }

    /// As many findings of one sort as tell anybody anything.
    static let findingLimit = 100
}

extension Database {
    fileprivate func findings() throws -> [StoreFinding] {
        try findings(.damage) { try $0.reportDamage(to: $1) }
            + findings(.danglingReference) { try $0.reportDanglingReferences(to: $1) }
            + StoreRule.all.flatMap { rule in try findings(.contradiction) { try $0.reportBreaches(of: rule, to: $1) } }
    }

    /// What one part of the check says, until SQLite breaks it off for damage: then that is a finding too.
    private func findings(_ kind: StoreFinding.Kind, _ part: (Database, (String) -> Void) throws -> Void) throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        do {
            try part(self) { findings.append(StoreFinding(kind, $0)) }
        } catch let error as DatabaseError where StoreError.Code(error.resultCode) == .corrupt {
            findings.append(StoreFinding(.damage, error.message ?? "the file is damaged"))
        }
        return findings
    }

    /// Damaged pages, indexes that disagree with their tables, and rows that break NOT NULL, CHECK, UNIQUE or the types of columns.
    private func reportDamage(to report: (String) -> Void) throws {
        let lines = try String.fetchCursor(self, sql: "PRAGMA integrity_check(\(SQLiteAccountStore.findingLimit))")
        while let line = try lines.next() {
            if line != "ok" { report(line) }
        }
    }

    private func reportDanglingReferences(to report: (String) -> Void) throws {
        let rows = try Row.fetchCursor(self, sql: "PRAGMA foreign_key_check").prefix(SQLiteAccountStore.findingLimit)
        while let row = try rows.next() {
            var columns = Columns(row)
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
