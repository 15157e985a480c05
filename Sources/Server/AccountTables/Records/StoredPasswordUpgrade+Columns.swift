package import Accounts

extension StoredPasswordUpgrade {
    /// What ``init(from:)`` takes.
    package static let columns = "key, version, former_until, committed_at, session"

    package init(from columns: inout Columns<some StoredRow>) throws {
        self.init(
            key: try columns.next(), version: try columns.next(), formerUntil: try columns.nextIfPresent(),
            committedAt: try columns.next(), session: try columns.nextIfPresent())
    }
}
