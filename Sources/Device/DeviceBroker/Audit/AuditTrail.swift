package import DeviceProtocol
import GRDB

/// What was asked of the person, and what was done with private keys: who, for what, with which outcome. No secret, no reason text, no
/// attribute of an item.
package final class AuditTrail: Sendable {
    /// The entries that are kept at least; the oldest go first.
    package static let limit = 10_000
    /// How many more there may be before the oldest go: they stand on pages of their own, which a line for each entry would write anew every time.
    package static let surplus: Int64 = 100

    private let file: KeychainFile
    private let now: @Sendable () -> Double

    package init(file: KeychainFile, now: @escaping @Sendable () -> Double) {
        self.file = file
        self.now = now
    }

    func note(_ inquiry: PresenceInquiry, _ outcome: String) {
        note(inquiry.caller, inquiry.purpose, outcome)
    }

    /// An entry that cannot be written is lost: the answer that it tells of was given.
    func note(_ caller: Caller, _ purpose: PromptPurpose, _ outcome: String) {
        let now = now()
        try? file.write { connection in
            try connection.execute(
                cached: "INSERT INTO audit (at, app, process, purpose, outcome) VALUES (?, ?, ?, ?, ?)",
                [now, caller.app.identifier.rawValue, caller.process.processID, purpose.rawValue, outcome])
            let number = connection.lastInsertedRowID
            guard number % Self.surplus == 0 else { return }
            try connection.execute(cached: "DELETE FROM audit WHERE number <= ?", [number - Int64(Self.limit)])
        }
    }

    /// The latest entries, the newest first.
    package func entries(atMost limit: Int) throws(DeviceRefusal) -> [AuditEntry] {
        do {
            return try file.database.read { connection in
                try Row.fetchAll(connection, sql: "SELECT * FROM audit ORDER BY number DESC LIMIT ?", arguments: [limit])
                    .map(AuditEntry.init)
            }
        } catch {
            throw .unavailable("the audit trail cannot be read: \(error)")
        }
    }
}

/// One entry of the audit trail.
package struct AuditEntry: Hashable, Sendable {
    package let number: Int64
    /// Seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    package let app: String
    package let processID: Int32
    package let purpose: String
    package let outcome: String

    init(_ row: Row) {
        number = row["number"]
        date = row["at"]
        app = row["app"]
        processID = row["process"]
        purpose = row["purpose"]
        outcome = row["outcome"]
    }
}
