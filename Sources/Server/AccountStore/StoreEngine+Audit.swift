package import Accounts

extension StoreEngine {
    /// Records nothing if the account was deleted.
    ///
    /// Uses the same statements in one round trip for failed attempts with and without an account, so that a failed sign-in takes the
    /// same time for an unknown user name.
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
                [event.account, AuditEvent.limit, AuditEvent.totalLimit])
            guard event.kind.isDelivered, let account = event.account, let number = try connection.number(of: account) else {
                return
            }
            try connection.announce(event, of: number)
        }
    }

    package func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent] {
        try await snapshot { connection in
            let read = { (columns: inout Columns) in try AuditEvent(from: &columns, account: account) }
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
    /// Inserts an event for the account with this number, or for no account, and queues its notice and its deliveries.
    ///
    /// - Parameter isFirst: whether the account has no other event, so that none exceeds the limit.
    func insert(_ event: AuditEvent, of account: Int64?, isFirst: Bool = false) throws {
        try queue(
            """
            INSERT INTO events (id, kind, account, at, client_name, client_address)
            VALUES ($1, (SELECT number FROM event_kinds WHERE name = $2), $3, $4, $5, $6)
            """,
            [event.id, event.kind, account, event.at, event.client.deviceName, event.client.address])
        guard let account else { return }
        if !isFirst { try queue(Self.eventsBeyondLimit(of: "$1"), [account, AuditEvent.limit, AuditEvent.totalLimit]) }
        try announce(event, of: account)
    }

    /// Queues the deliveries of an event and its notice. The account exists, also if the transaction is about to delete it.
    func announce(_ event: AuditEvent, of account: Int64) throws {
        for target in event.targets {
            try queueDelivery(
                of: event.id, event.kind, at: event.at, account: account, successor: event.successor, to: target, now: event.at)
        }
        try queueNotice(of: event, to: account)
    }

    /// Queues the notice of an event, if it has one, for all addresses of the account that receive notices.
    private func queueNotice(of event: AuditEvent, to account: Int64) throws {
        guard event.notices != nil, let notice = event.notice, try sends(notice, to: account) else { return }
        try queue(.notice(notice), of: event, to: addresses(of: account))
    }

    /// Returns whether an account gets a notice. Only an ``OptionalNotice`` can be turned off.
    private func sends(_ notice: AccountNotice, to account: Int64) throws -> Bool {
        guard let preference = notice.kind.preference else { return true }
        return try first("SELECT \(preference.column) FROM accounts WHERE number = $1", [account]) {
            try $0.next(as: Bool.self)
        } ?? false
    }

    /// Queues a message of an event for each of the addresses that receives notices.
    func queue(_ content: AccountMail, of event: AuditEvent, to addresses: [AddressRow]) throws {
        guard let sealer = event.notices else { return }
        for row in addresses where row.address.receivesNotices {
            try queue(try sealer.seal(content, to: row.address, in: event.client.language, now: event.at), to: row.address.id)
        }
    }

    /// Deletes the events of the account beyond its limits. The parameters are the account's number, ``AuditEvent/limit`` and
    /// ``AuditEvent/totalLimit``.
    ///
    /// - Parameter account: an expression for the number of the account.
    static func eventsBeyondLimit(of account: String) -> String {
        // One event is added at a time, so at most one exceeds a limit. A second covers a race and a limit that was lowered.
        func newest(beyond limit: String) -> String {
            "(SELECT number FROM events WHERE account = \(account) ORDER BY number DESC LIMIT 1 OFFSET \(limit))"
        }
        return """
            DELETE FROM events WHERE number IN (
                SELECT number FROM events
                WHERE account = \(account) AND number <= \(newest(beyond: "$2")) AND (
                    kind IN (SELECT number FROM event_kinds WHERE name IN (\(AuditEvent.routineNames)))
                    OR number <= \(newest(beyond: "$3"))
                )
                ORDER BY number DESC LIMIT 2
            )
            """
    }
}

extension AuditEvent {
    /// The statement that selects events in the form that ``init(from:account:)`` reads.
    package static let selection = """
        SELECT events.id, event_kinds.name, events.at, events.client_address, events.client_name
        FROM events JOIN event_kinds ON event_kinds.number = events.kind
        """

    package init(from columns: inout Columns, account: AccountID) throws {
        self.init(
            id: try columns.next(), kind: try columns.next(), account: account, at: try columns.next(),
            client: try Client(from: &columns))
    }
}

extension AuditEvent {
    /// The names of ``AuditEventKind/routine`` as a list of SQL literals. They contain only letters and hyphens.
    package static let routineNames = AuditEventKind.routine.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
}
