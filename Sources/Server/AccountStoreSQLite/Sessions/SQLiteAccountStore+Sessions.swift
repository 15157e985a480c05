import AccountTables
package import Accounts
import GRDB
package import InternetAddresses
package import Secrets

extension SQLiteAccountStore {
    package func open(_ opening: SessionOpening, passwordVersion: Int) async throws -> SessionOpeningOutcome {
        try await write { connection in
            guard let account = try connection.number(of: opening.session.account),
                try connection.opens(opening, by: passwordVersion, of: account)
            else { return .superseded }
            guard try !connection.requiresFactor(account) else { return .factorRequired }
            try connection.insert(opening, of: account)
            return .opened
        }
    }

    package func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession? {
        try lookUp { connection in
            try connection.first(
                """
                SELECT \(Account.columns), \(Session.columns)
                FROM sessions JOIN accounts ON accounts.number = sessions.account
                WHERE sessions.digest = ? AND sessions.idle_expiry > ?
                """, [digest, now]
            ) { columns in
                let account = try Account(from: &columns)
                return StoredSession(session: try Session(from: &columns, account: account.id), account: account)
            }
        }
    }

    package func recordUse(
        of session: SessionID, at now: Timestamp, idleExpiry: Timestamp, address: IPAddress
    ) async throws {
        try await write { connection in
            // Uses arrive out of order; the last one counts. One that arrives after the end does not undo it.
            _ = try connection.execute(
                cached: """
                    UPDATE sessions SET last_used_at = ?1, idle_expiry = min(?2, absolute_expiry), last_address = ?3
                    WHERE id = ?4 AND last_used_at <= ?1 AND idle_expiry > ?1
                    """,
                [now, idleExpiry, address, session])
        }
    }

    package func renew(_ renewal: SessionRenewal, passwordVersion: Int, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            let account: Int64? = try connection.first("SELECT account FROM sessions WHERE id = ?", [renewal.session]) {
                try $0.next()
            }
            guard let account, try connection.passwordVersion(of: account) == passwordVersion,
                try connection.renew(renewal, of: account, at: renewal.authenticatedAt)
            else { return false }
            try connection.insert(event, of: account)
            return true
        }
    }

    package func sessions(of account: AccountID, now: Timestamp) async throws -> [Session] {
        try await read { connection in
            try connection.all(
                """
                SELECT \(Session.columns) FROM sessions
                WHERE account = (SELECT number FROM accounts WHERE id = ?) AND idle_expiry > ?
                ORDER BY last_used_at DESC, number DESC
                """, [account, now]
            ) { try Session(from: &$0, account: account) }
        }
    }

    package func revoke(
        _ session: SessionID, of account: AccountID, device: DeviceFate, event: AuditEvent
    ) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.number(of: account) else { return false }
            let deleted = try connection.execute(
                cached: "DELETE FROM sessions WHERE id = ? AND account = ? AND idle_expiry > ?", [session, number, event.at])
            guard deleted == 1 else { return false }
            if device == .forgotten {
                try connection.execute(cached: "DELETE FROM devices WHERE account = ? AND session = ?", [number, session])
            }
            try connection.insert(event, of: number)
            return true
        }
    }

    package func revokeAll(of account: AccountID, except: SessionID?, event: AuditEvent) async throws -> Int {
        try await write { connection in
            guard let number = try connection.number(of: account) else { return 0 }
            // Those past their expiry ended by themselves: upkeep removes them, and they are not counted here.
            let revoked = try connection.execute(
                cached: "DELETE FROM sessions WHERE account = ? AND id IS NOT ? AND idle_expiry > ?",
                [number, except, event.at])
            try connection.execute(cached: "DELETE FROM devices WHERE account = ? AND session IS NOT ?", [number, except])
            if revoked > 0 { try connection.insert(event, of: number) }
            return revoked
        }
    }

    package func device(_ digest: TokenDigest, usedSince cutoff: Timestamp) async throws -> Device? {
        try lookUp { connection in
            try connection.first(
                """
                SELECT accounts.id, devices.last_used_at FROM devices JOIN accounts ON accounts.number = devices.account
                WHERE devices.digest = ? AND devices.last_used_at >= ?
                """, [digest, cutoff]
            ) { Device(account: try $0.next(), digest: digest, lastUsedAt: try $0.next()) }
        }
    }
}
