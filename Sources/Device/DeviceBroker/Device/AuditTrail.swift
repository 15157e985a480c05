package import DeviceProtocol
import Dispatch
import GRDB
import Synchronization

/// The record of prompts and private key uses: the app, the purpose and the outcome. Contains no secrets, no reason texts and no
/// item attributes.
package final class AuditTrail: Sendable {
    /// The minimum number of entries that are kept. Beyond it, the oldest entries of the app with the most are deleted, so that no app
    /// erases those of an app with fewer.
    package static let limit = 10_000
    /// The number of entries above ``limit`` before the oldest are deleted. The oldest entries are on separate database pages,
    /// which a deletion after each entry would rewrite every time.
    package static let surplus: Int64 = 100

    /// The maximum number of pending entries of key uses. At this number the next use waits until they are written.
    static let backlog = 1_000

    /// The time for which an entry of a key use waits for others. A commit on a slow disk takes about as long, so the delay hardly
    /// increases what a killed broker loses.
    static let pauseInMilliseconds = 10

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
    /// The queue that writes pending entries in order.
    let writer = DispatchQueue(label: "device.audit")

    package init(file: KeychainFile, now: @escaping @Sendable () -> Double) {
        self.file = file
        self.now = now
    }

    func note(_ inquiry: PresenceInquiry, _ outcome: String) {
        note(inquiry.caller, inquiry.purpose, outcome)
    }

    /// Writes an entry before it returns. If the write fails, the entry is lost, because its response has already been determined.
    func note(_ caller: Caller, _ purpose: PromptPurpose, _ outcome: String) {
        _ = append(caller, purpose, outcome)
        flush()
    }

    /// Writes an entry asynchronously, because a durable commit takes longer than the key use that it records. Entries share a
    /// commit with those of the next ``pauseInMilliseconds``. A killed broker loses the entries of its last moments.
    func noteUse(by caller: Caller, _ purpose: PromptPurpose, _ outcome: String) {
        switch append(caller, purpose, outcome) {
        case 1: writer.asyncAfter(deadline: .now() + .milliseconds(Self.pauseInMilliseconds)) { self.write() }
        case Self.backlog...: flush()
        default: break
        }
    }

    /// Writes all pending entries. The caller must call this before it closes the file.
    func flush() {
        writer.sync { write() }
    }

    /// The number of pending entries.
    var pendingCount: Int { waiting.withLock(\.count) }

    /// Adds an entry to the pending ones, and returns their number.
    private func append(_ caller: Caller, _ purpose: PromptPurpose, _ outcome: String) -> Int {
        let entry = Entry(
            date: now(), app: caller.app.identifier.rawValue, process: caller.process.processID, purpose: purpose.rawValue,
            outcome: String(outcome.unicodeScalars.prefix(AuditEntry.longestOutcome)))
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
            let insertion = try connection.cachedStatement(
                sql: "INSERT INTO audit (at, app, process, purpose, outcome) VALUES (?, ?, ?, ?, ?)")
            for entry in entries {
                try insertion.execute(arguments: [entry.date, entry.app, entry.process, entry.purpose, entry.outcome])
                if connection.lastInsertedRowID % Self.surplus == 0 { try connection.execute(cached: Self.cut, [Self.limit]) }
            }
        }
    }

    private static let cut = """
        DELETE FROM audit WHERE number IN (
            SELECT number FROM audit WHERE app = (SELECT app FROM audit GROUP BY app ORDER BY count(*) DESC LIMIT 1)
            ORDER BY number LIMIT max(0, (SELECT count(*) FROM audit) - ?))
        """

    /// Returns the latest entries, newest first.
    package func entries(atMost limit: Int) throws(DeviceError) -> [AuditEntry] {
        flush()
        do {
            return try file.database.read { connection in
                try Row.fetchAll(connection, sql: "SELECT * FROM audit ORDER BY number DESC LIMIT ?", arguments: [limit])
                    .map(AuditEntry.init)
            }
        } catch {
            throw .unavailable("cannot read the audit trail: \(error)")
        }
    }
}

/// An entry of the audit trail.
package struct AuditEntry: Hashable, Sendable {
    package let number: Int64
    /// The time, in seconds since 2001-01-01T00:00:00Z.
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
        .field(\.processID), .field(\.purpose, .text(atMost: longestText)), .field(\.outcome, .text(atMost: 4 * longestOutcome)))

    private static let longestText = 100
    /// The maximum length of an outcome, in Unicode scalars. The trail cuts longer ones.
    fileprivate static let longestOutcome = 100
}
