package import Accounts

extension Session {
    /// What ``init(from:account:)`` takes.
    package static let columns = """
        sessions.id, sessions.created_at, sessions.last_used_at, sessions.authenticated_at, sessions.idle_expiry,
        sessions.absolute_expiry, sessions.client_address, sessions.client_name, sessions.last_address,
        sessions.apple_identity IS NOT NULL, sessions.factor_at
        """

    package init(from columns: inout Columns<some StoredRow>, account: AccountID) throws {
        self.init(
            id: try columns.next(), account: account, createdAt: try columns.next(), lastUsedAt: try columns.next(),
            authenticatedAt: try columns.next(),
            expiry: SessionExpiry(idle: try columns.next(), absolute: try columns.next()), client: try Client(from: &columns),
            lastAddress: try columns.next(), origin: try columns.next(as: Bool.self) ? .apple : .password,
            factorAuthenticatedAt: try columns.nextIfPresent())
    }
}

extension Client {
    package init(from columns: inout Columns<some StoredRow>) throws {
        self.init(address: try columns.next(), storedName: try columns.next())
    }
}
