package import Accounts

extension Account {
    /// What ``init(from:)`` takes.
    package static let columns = """
        accounts.id, accounts.name, accounts.name_key, accounts.created_at, accounts.password_changed_at,
        accounts.second_factor_since
        """

    package init(from columns: inout Columns<some StoredRow>) throws {
        let id: AccountID = try columns.next()
        let name = try columns.nextIfPresent(as: String.self)
        let key = try columns.nextIfPresent(as: String.self)
        self.init(
            id: id,
            // The schema has both or neither.
            userName: name.flatMap { name in key.map { UserName(stored: name, key: UserNameKey(stored: $0)) } },
            createdAt: try columns.next(), passwordChangedAt: try columns.nextIfPresent(),
            secondFactorSince: try columns.nextIfPresent())
    }
}
