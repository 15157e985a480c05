import Accounts
import GRDB

extension Account {
    /// What ``init(from:)`` takes.
    static let columns = "accounts.id, accounts.name, accounts.created_at, accounts.password_changed_at"

    init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), userName: UserName(stored: try columns.next()), createdAt: try columns.next(),
            passwordChangedAt: try columns.next())
    }
}
