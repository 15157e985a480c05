import Accounts
import GRDB

extension Account {
    /// What ``init(from:)`` takes.
    static let columns = "accounts.id, accounts.name, accounts.created_at, accounts.password_changed_at"

    init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), userName: try columns.nextIfPresent(as: String.self).map(UserName.init(stored:)),
            createdAt: try columns.next(), passwordChangedAt: try columns.nextIfPresent())
    }
}
