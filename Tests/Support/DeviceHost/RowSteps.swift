import GRDB

/// Every change of a row, and both sides of every commit, as steps, except those of the audit trail, which a separate thread writes
/// at any time.
final class RowSteps: TransactionObserver {
    private let steps: Steps
    /// Whether the transaction has changed more than the audit trail.
    private var hasChanges = false

    init(_ steps: Steps) {
        self.steps = steps
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {
        guard event.tableName != "audit" else { return }
        hasChanges = true
        steps.reach("row of \(event.tableName)")
    }

    func databaseWillCommit() {
        if hasChanges { steps.reach("before commit") }
    }

    func databaseDidCommit(_ db: Database) {
        if hasChanges { steps.reach("committed") }
        hasChanges = false
    }

    func databaseDidRollback(_ db: Database) {
        if hasChanges { steps.reach("rolled back") }
        hasChanges = false
    }
}
