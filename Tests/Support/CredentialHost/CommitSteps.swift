import GRDB
import Glibc

/// Counts every change of a row and both sides of every commit, and kills this process at one of them. Used by one thread.
final class CommitSteps: TransactionObserver {
    private(set) var count = 0
    private var deadline = 0

    func begin(strikingAt step: Int) {
        count = 0
        deadline = step
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) { reach() }
    func databaseWillCommit() { reach() }
    func databaseDidCommit(_ db: Database) { reach() }
    func databaseDidRollback(_ db: Database) { reach() }

    private func reach() {
        count += 1
        if count == deadline { kill(getpid(), SIGKILL) }
    }
}
