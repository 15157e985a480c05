#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    /// Records nothing for an account that is gone.
    ///
    /// The same statements in one round trip, whether or not the event has an account: a failed sign-in must take as long for a name that no
    /// account has.
    package func record(_ event: AuditEvent) async throws {
        try await write { connection in
            try connection.queue(
                """
                WITH owner AS (SELECT number FROM accounts WHERE id = $3 FOR NO KEY UPDATE)
                INSERT INTO events (id, kind, account, at, client_name, client_address)
                SELECT $1, (SELECT number FROM event_kinds WHERE name = $2), owner.number, $4, $5, $6
                FROM (SELECT 1) AS once LEFT JOIN owner ON true WHERE $3 IS NULL OR owner.number IS NOT NULL
                """,
                [event.id, event.kind, event.account, event.at, event.client.deviceName, event.client.address])
            try connection.queue(
                Connection.eventsBeyondLimit(of: "(SELECT number FROM accounts WHERE id = $1)"), [event.account, AuditEvent.limit])
        }
    }

    package func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent] {
        try await snapshot { connection in
            let read = { (columns: inout Columns<QueryRow>) in try AuditEvent(from: &columns, account: account) }
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
#endif
