#if PostgreSQL
import AccountTables
import Accounts

extension Connection {
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
#endif
