import GRDB

/// Every change of a row, and both sides of every commit, as steps.
final class RowSteps: TransactionObserver {
    private let steps: Steps

    init(_ steps: Steps) {
        self.steps = steps
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {
        steps.reach("row of \(event.tableName)")
    }

    func databaseWillCommit() {
        steps.reach("before commit")
    }

    func databaseDidCommit(_ db: Database) {
        steps.reach("committed")
    }

    func databaseDidRollback(_ db: Database) {
        steps.reach("rolled back")
    }
}
