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
        guard let account else { return }
        // One comes, so at most one is beyond the limit that was not before; two, for what a race or another limit left.
        try queue(
            """
            DELETE FROM events WHERE number IN (
                SELECT number FROM events
                WHERE account = $1 AND kind IN (SELECT number FROM event_kinds WHERE name IN (\(AuditEvent.routineNames)))
                    AND number <= (SELECT number FROM events WHERE account = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)
                ORDER BY number DESC LIMIT 2
            )
            """, [account, AuditEvent.limit])
    }
}
#endif
