#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    /// An event of an account that is gone is gone with it: nothing is written.
    package func record(_ event: AuditEvent) async throws {
        try await write { connection in
            guard let account = event.account else { return try connection.insert(event, of: nil) }
            guard let number = try connection.lock(account) else { return }
            try connection.insert(event, of: number)
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
