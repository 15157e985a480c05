package import Accounts

extension AuditEvent {
    /// Events, as ``init(from:account:)`` takes them.
    package static let selection = """
        SELECT events.id, event_kinds.name, events.at, events.client_address, events.client_name
        FROM events JOIN event_kinds ON event_kinds.number = events.kind
        """

    package init(from columns: inout Columns<some StoredRow>, account: AccountID) throws {
        self.init(
            id: try columns.next(), kind: try columns.next(), account: account, at: try columns.next(),
            client: try Client(from: &columns))
    }
}

extension AuditEvent {
    /// The names of ``AuditEventKind/routine`` as a list of SQL literals. They are letters and hyphens.
    package static let routineNames = AuditEventKind.routine.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
}
