package import Accounts

extension StoreEngine {
    /// Records nothing for an account that is gone.
    ///
    /// The same statements in one round trip, whether or not the event has an account: a failed sign-in must take as long for a name that no
    /// account has.
    package func record(_ event: AuditEvent) async throws {
        try await write { connection in
            try connection.queueLock(of: event.account)
            try connection.queue(
                """
                INSERT INTO events (id, kind, account, at, client_name, client_address)
                SELECT $1, (SELECT number FROM event_kinds WHERE name = $2), (SELECT number FROM accounts WHERE id = $3), $4, $5, $6
                WHERE $3 IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE id = $3)
                """,
                [event.id, event.kind, event.account, event.at, event.client.deviceName, event.client.address])
            try connection.queue(
                Self.Connection.eventsBeyondLimit(of: "(SELECT number FROM accounts WHERE id = $1)"),
                [event.account, AuditEvent.limit])
        }
    }

    package func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent] {
        try await snapshot { connection in
            let read = { (columns: inout Columns<Connection.Row>) in try AuditEvent(from: &columns, account: account) }
            guard let number = try connection.number(of: account) else { return [] }
            guard let before else {
                return try connection.all(
                    "\(AuditEvent.selection) WHERE events.account = $1 ORDER BY events.number DESC LIMIT $2", [number, limit], read)
            }
            let end: Int64? = try connection.first("SELECT number FROM events WHERE account = $1 AND id = $2", [number, before]) {
                try $0.next()
            }
            return try connection.all(
                "\(AuditEvent.selection) WHERE events.account = $1 AND events.number < $2 ORDER BY events.number DESC LIMIT $3",
                [number, end, limit], read)
        }
    }
}

extension StoreConnection {
    /// Writes an event down, for the account of this number or for none.
    func insert(_ event: AuditEvent, of account: Int64?) throws {
        try queue(
            """
            INSERT INTO events (id, kind, account, at, client_name, client_address)
            VALUES ($1, (SELECT number FROM event_kinds WHERE name = $2), $3, $4, $5, $6)
            """,
            [event.id, event.kind, account, event.at, event.client.deviceName, event.client.address])
        if let account { try queue(Self.eventsBeyondLimit(of: "$1"), [account, AuditEvent.limit]) }
    }

    /// Removes what a new event of the account pushed beyond the limit. The parameters are the account's and ``AuditEvent/limit``.
    ///
    /// - Parameter account: the number of the account, as an expression.
    static func eventsBeyondLimit(of account: String) -> String {
        // One comes, so at most one is beyond the limit that was not before; two, for what a race or another limit left.
        """
        DELETE FROM events WHERE number IN (
            SELECT number FROM events
            WHERE account = \(account) AND kind IN (SELECT number FROM event_kinds WHERE name IN (\(AuditEvent.routineNames)))
                AND number <= (SELECT number FROM events WHERE account = \(account) ORDER BY number DESC LIMIT 1 OFFSET $2)
            ORDER BY number DESC LIMIT 2
        )
        """
    }
}

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
