#if PostgreSQL
import AccountTables
package import Accounts
package import InternetAddresses
package import Secrets

extension PostgreSQLAccountStore {
    package func open(_ opening: SessionOpening, passwordVersion: Int) async throws -> SessionOpeningOutcome {
        try await write { connection in
            guard let account = try connection.lock(opening.session.account),
                try connection.opens(opening, by: passwordVersion, of: account)
            else { return .superseded }
            guard try !connection.requiresFactor(account) else { return .factorRequired }
            try connection.insert(opening, of: account)
            return .opened
        }
    }

    package func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession? {
        let statement = Statement(
            """
            SELECT \(Account.columns), \(Session.columns)
            FROM sessions JOIN accounts ON accounts.number = sessions.account
            WHERE sessions.digest = $1 AND sessions.idle_expiry > $2
            """, [digest, now])
        return try await firstAtReplica(statement) { columns in
            let account = try Account(from: &columns)
            return StoredSession(session: try Session(from: &columns, account: account.id), account: account)
        }
    }

    package func recordUse(
        of session: SessionID, at now: Timestamp, idleExpiry: Timestamp, address: IPAddress
    ) async throws {
        // Uses arrive out of order; the last one counts. One that arrives after the end does not undo it.
        _ = try await change(
            """
            UPDATE sessions SET last_used_at = $1, idle_expiry = least($2, absolute_expiry), last_address = $3
            WHERE id = $4 AND last_used_at <= $1 AND idle_expiry > $1
            """, [now, idleExpiry, address, session])
    }

    package func renew(_ renewal: SessionRenewal, passwordVersion: Int, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            guard let account = try connection.lockOwner(of: renewal.session),
                try connection.passwordVersion(of: account) == passwordVersion,
                try connection.renew(renewal, of: account, at: renewal.authenticatedAt)
            else { return false }
            try connection.insert(event, of: account)
            return true
        }
    }

    package func sessions(of account: AccountID, now: Timestamp) async throws -> [Session] {
        try await all(
            """
            SELECT \(Session.columns) FROM sessions
            WHERE account = (SELECT number FROM accounts WHERE id = $1) AND idle_expiry > $2
            ORDER BY last_used_at DESC, number DESC
            """, [account, now]
        ) { try Session(from: &$0, account: account) }
    }

    package func revoke(
        _ session: SessionID, of account: AccountID, device: DeviceFate, event: AuditEvent
    ) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.lock(account) else { return false }
            connection.endsSessions = true
            let deleted = try connection.execute(
                "DELETE FROM sessions WHERE id = $1 AND account = $2 AND idle_expiry > $3", [session, number, event.at])
            guard deleted == 1 else { return false }
            if device == .forgotten {
                try connection.queue("DELETE FROM devices WHERE account = $1 AND session = $2", [number, session])
            }
            try connection.insert(event, of: number)
            return true
        }
    }

    package func revokeAll(of account: AccountID, except: SessionID?, event: AuditEvent) async throws -> Int {
        try await write { connection in
            guard let number = try connection.lock(account) else { return 0 }
            connection.endsSessions = true
            // Those past their expiry ended by themselves: upkeep removes them, and they are not counted here.
            let revoked = try connection.execute(
                "DELETE FROM sessions WHERE account = $1 AND id IS DISTINCT FROM $2 AND idle_expiry > $3",
                [number, except, event.at])
            try connection.queue(
                "DELETE FROM devices WHERE account = $1 AND session IS DISTINCT FROM $2", [number, except])
            if revoked > 0 { try connection.insert(event, of: number) }
            return revoked
        }
    }

    package func device(_ digest: TokenDigest, usedSince cutoff: Timestamp) async throws -> Device? {
        try await first(
            """
            SELECT accounts.id, devices.last_used_at FROM devices JOIN accounts ON accounts.number = devices.account
            WHERE devices.digest = $1 AND devices.last_used_at >= $2
            """, [digest, cutoff]
        ) { Device(account: try $0.next(), digest: digest, lastUsedAt: try $0.next()) }
    }
}

extension Connection {
    /// Locks the account of a session; nil when the session is gone.
    fileprivate func lockOwner(of session: SessionID) throws -> Int64? {
        try first(
            """
            SELECT number FROM accounts WHERE number = (SELECT account FROM sessions WHERE id = $1) FOR NO KEY UPDATE
            """, [session]
        ) { try $0.next() }
    }
}
#endif
