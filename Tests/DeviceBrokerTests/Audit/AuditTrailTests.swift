import DeviceProtocol
import Dispatch
import Glibc
import GRDB
import Testing
import Threads

@testable import DeviceBroker

@Suite("Audit trail") struct AuditTrailTests {
    private let file: KeychainFile
    private let trail: AuditTrail
    private let caller = Caller(app: TestDevice.app, process: ProcessIdentity(processID: 1, userID: 1, startTime: 1))

    init() throws {
        file = try .inMemory()
        trail = AuditTrail(file: file, now: { 0 })
    }

    private var count: Int {
        get throws { try Self.count(in: file) }
    }

    private static func count(in file: KeychainFile) throws -> Int {
        try file.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM audit") ?? 0 }
    }

    @Test("the latest entries are kept, and the oldest are deleted a hundred at a time") func oldest() throws {
        try file.write { connection in
            try connection.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10098)
                    INSERT INTO audit (number, at, app, process, purpose, outcome) SELECT n, 0, 'a', 1, 'sign', 'used' FROM numbers
                    """)
        }
        trail.note(caller, .sign, "used")
        #expect(try count == 10_099)
        trail.note(caller, .sign, "rejected")
        #expect(try count == AuditTrail.limit)
        let entries = try trail.entries(atMost: AuditTrail.limit)
        #expect(entries.map(\.number) == Array((101...10_100).reversed()))
        #expect(entries.first?.outcome == "rejected")
        for _ in 0..<200 { trail.note(caller, .exchange, "used") }
        #expect(try count == AuditTrail.limit)
    }

    @Test("an app's rejected key uses erase its own oldest entries, not those of an app with fewer") func fairness() throws {
        try file.write { [caller] connection in
            try connection.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
                    INSERT INTO audit (number, at, app, process, purpose, outcome)
                    SELECT n, 0, iif(n <= 50, 'quiet', ?), 1, 'sign', 'used' FROM numbers
                    """, arguments: [caller.app.identifier.rawValue])
        }
        for _ in 0..<250 { trail.noteUse(by: caller, .sign, "rejected") }
        let entries = try trail.entries(atMost: .max)
        #expect(entries.count == AuditTrail.limit + 50)
        #expect(entries.suffix(50).map(\.app) == Array(repeating: "quiet", count: 50))
        #expect(entries.prefix(250).allSatisfy { $0.outcome == "rejected" })
    }

    @Test("key uses are recorded in order, before later prompts") func uses() throws {
        for number in 1...250 { trail.noteUse(by: caller, .sign, "used \(number)") }
        trail.note(caller, .readItem, "matched")
        trail.noteUse(by: caller, .exchange, "rejected")
        let expected = (1...250).map { "used \($0)" } + ["matched", "rejected"]
        #expect(try trail.entries(atMost: 300).map(\.outcome) == expected.reversed())
    }

    @Test("a long outcome is cut so that it can be read back") func longOutcome() throws {
        trail.note(caller, .readItem, String(repeating: "🔑", count: 500))
        let entry = try #require(trail.entries(atMost: 1).first)
        #expect(entry.outcome == String(repeating: "🔑", count: 100))
        #expect(try AuditEntry(message: entry.message) == entry)
    }

    @Test("a key use is recorded without a flush") func unflushed() throws {
        let commits = CommitSignal()
        file.database.add(transactionObserver: commits)
        trail.noteUse(by: caller, .sign, "used")
        #expect(commits.arrival.wait(timeout: .now() + .seconds(600)) == .success)
        #expect(try count == 1)
    }

    @Test("every key use is recorded after a flush") func flushed() throws {
        for _ in 1...250 { trail.noteUse(by: caller, .sign, "used") }
        trail.flush()
        #expect(try count == 250)
    }

    @Test("a key use waits if too many entries are pending") func backlog() throws {
        trail.writer.suspend()
        let writtenAtReturn = Inbox<Int?>()
        let isStarted = WorkerThread.start { [trail, file, caller] in
            for _ in 1..<AuditTrail.backlog { trail.noteUse(by: caller, .sign, "used") }
            trail.noteUse(by: caller, .sign, "the last")
            writtenAtReturn.put(try? Self.count(in: file))
        }
        #expect(isStarted)
        // The last use is pending, and sends no signal while it waits.
        while trail.pendingCount < AuditTrail.backlog { usleep(1_000) }
        trail.writer.resume()
        #expect(writtenAtReturn.take() == AuditTrail.backlog)
    }
}

/// Signals every commit.
private final class CommitSignal: TransactionObserver {
    let arrival = DispatchSemaphore(value: 0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) { arrival.signal() }
    func databaseDidRollback(_ database: Database) {}
}
