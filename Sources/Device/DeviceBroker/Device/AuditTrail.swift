package import DeviceProtocol
import Dispatch
import GRDB
import Synchronization

/// What was asked of the person, and what was done with private keys: who, for what, with which outcome. No secret, no reason text, no
/// attribute of an item.
package final class AuditTrail: Sendable {
    /// The entries that are kept at least; the oldest go first.
    package static let limit = 10_000
    /// How many more there may be before the oldest go: they stand on pages of their own, which a line for each entry would write anew every time.
    package static let surplus: Int64 = 100

    /// How many entries of key uses wait at most; at this number the next use waits until they are written.
    static let backlog = 1_000

    private struct Entry: Sendable {
        let date: Double
        let app: String
        let process: Int32
        let purpose: String
        let outcome: String
    }

    private let file: KeychainFile
    private let now: @Sendable () -> Double
    private let waiting = Mutex<[Entry]>([])
    /// Writes the waiting entries, in their order.
    let writer = DispatchQueue(label: "device.audit")

    package init(file: KeychainFile, now: @escaping @Sendable () -> Double) {
        self.file = file
        self.now = now
    }

    func note(_ inquiry: PresenceInquiry, _ outcome: String) {
        note(inquiry.caller, inquiry.purpose, outcome)
    }

    /// Writes an entry before it returns. An entry that cannot be written is lost: the answer that it tells of was given.
    func note(_ caller: Caller, _ purpose: PromptPurpose, _ outcome: String) {
        _ = append(caller, purpose, outcome)
        flush()
    }

    /// Writes an entry soon: a durable commit takes longer than the use of the key that it tells of. A broker that is killed loses the entries of its last
    /// moments.
    func noteUse(by caller: Caller, _ purpose: PromptPurpose, _ outcome: String) {
        switch append(caller, purpose, outcome) {
        case 1: writer.async { self.write() }
        case Self.backlog...: flush()
        default: break
        }
    }

    /// Writes what waits. To be called before the file is closed.
    func flush() {
        writer.sync { write() }
    }

    /// Returns how many entries wait.
    private func append(_ caller: Caller, _ purpose: PromptPurpose, _ outcome: String) -> Int {
        let entry = Entry(
            date: now(), app: caller.app.identifier.rawValue, process: caller.process.processID, purpose: purpose.rawValue,
            outcome: outcome)
        return waiting.withLock { waiting in
            waiting.append(entry)
            return waiting.count
        }
    }

    private func write() {
        let entries = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        guard !entries.isEmpty else { return }
        try? file.write { connection in
            for entry in entries {
                try connection.execute(
                    cached: "INSERT INTO audit (at, app, process, purpose, outcome) VALUES (?, ?, ?, ?, ?)",
                    [entry.date, entry.app, entry.process, entry.purpose, entry.outcome])
            }
            let number = connection.lastInsertedRowID
            guard number / Self.surplus > (number - Int64(entries.count)) / Self.surplus else { return }
            try connection.execute(
                cached: "DELETE FROM audit WHERE number <= ?", [number / Self.surplus * Self.surplus - Int64(Self.limit)])
        }
    }

    /// The latest entries, the newest first.
    package func entries(atMost limit: Int) throws(DeviceRefusal) -> [AuditEntry] {
        flush()
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
}

extension AuditEntry {
    init(_ row: Row) {
        self.init(
            number: row["number"], date: row["at"], app: row["app"] as String, processID: row["process"],
            purpose: row["purpose"] as String, outcome: row["outcome"])
    }
}

extension AuditEntry: WireRecord {
    package init(number: Int64, date: Double, app: AccessGroup, processID: Int32, purpose: PromptPurpose, outcome: String) {
        self.init(
            number: number, date: date, app: app.rawValue, processID: processID, purpose: purpose.rawValue, outcome: outcome)
    }

    package static let wire = WireForm(
        Self.init, .field(\.number), .field(\.date, .seconds), .field(\.app, .text(atMost: AccessGroup.maximumLength)),
        .field(\.processID), .field(\.purpose, .text(atMost: longestText)), .field(\.outcome, .text(atMost: longestText)))

    private static let longestText = 100
}
