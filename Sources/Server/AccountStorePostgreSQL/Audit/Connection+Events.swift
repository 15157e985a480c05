#if PostgreSQL
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
    }
}
#endif
