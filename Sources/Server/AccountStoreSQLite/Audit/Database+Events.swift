import Accounts
import GRDB

extension Database {
    /// Writes an event down, for the account of this number or for none.
    func insert(_ event: AuditEvent, of account: Int64?) throws {
        try execute(
            cached: """
                INSERT INTO events (id, kind, account, at, client_name, client_address)
                VALUES (?, (SELECT number FROM event_kinds WHERE name = ?), ?, ?, ?, ?)
                """,
            [event.id, event.kind, account, event.at, event.client.deviceName, event.client.address])
    }
}
