#if PostgreSQL
import AccountTables
import Accounts

extension Connection {
    /// Writes all of an opening for the account of this number, and by the Apple identity of that number; nil for a password.
    func insert(_ opening: SessionOpening, of account: Int64, by identity: Int64? = nil) throws {
        let session = opening.session
        try queue(
            """
            INSERT INTO sessions (
                id, digest, account, created_at, last_used_at, authenticated_at, idle_expiry, absolute_expiry, client_name,
                client_address, last_address, apple_identity, factor_at
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            """,
            [
                session.id, opening.digest, account, session.createdAt, session.lastUsedAt, session.authenticatedAt,
                session.expiry.idle, session.expiry.absolute, session.client.deviceName, session.client.address,
                session.lastAddress, identity, session.factorAuthenticatedAt,
            ])
        // The new one stays whatever the clock says: set back, it would be the one unused for longest.
        try queue(
            """
            DELETE FROM sessions WHERE number IN (
                SELECT number FROM sessions WHERE account = $1 AND id <> $2 ORDER BY last_used_at DESC, number DESC OFFSET $3
            )
            """,
            [account, session.id, Session.limit - 1])
        if let replaced = opening.replacedDevice {
            try queue("DELETE FROM devices WHERE digest = $1 AND account = $2", [replaced, account])
        }
        try insert(opening.device, of: account, session: session.id)
        try insert(opening.event, of: account)
    }

    /// Gives a session its new token. False, and nothing is changed, when the account has no such session living at that moment.
    func renew(_ renewal: SessionRenewal, of account: Int64, at now: Timestamp) throws -> Bool {
        endsSessions = true
        return try execute(
            """
            UPDATE sessions SET digest = $1, authenticated_at = $2, factor_at = coalesce($3, factor_at)
            WHERE id = $4 AND account = $5 AND idle_expiry > $6
            """,
            [renewal.digest, renewal.authenticatedAt, renewal.factorAuthenticatedAt, renewal.session, account, now]) == 1
    }

    /// Whether the account has this session and it has not ended.
    func isLiving(_ session: SessionID, of account: Int64, at now: Timestamp) throws -> Bool {
        try first("SELECT true FROM sessions WHERE id = $1 AND account = $2 AND idle_expiry > $3", [session, account, now]) {
            try $0.next(as: Bool.self)
        } != nil
    }

    /// Whether the password of this version opens the session: the present one; or, for a session that says so, the one before an upgrade as
    /// long as that signs in.
    func opens(_ opening: SessionOpening, by version: Int, of account: Int64) throws -> Bool {
        guard opening.session.isByFormerPassword else { return try passwordVersion(of: account) == version }
        let former: Int? = try first(
            """
            SELECT password_upgrades.version - 1
            FROM password_upgrades JOIN passwords USING (account, version)
            WHERE account = $1 AND password_upgrades.former_until > $2
            """, [account, opening.event.at]
        ) { try $0.next() }
        return former == version
    }

    /// Ends all sessions of an account but one, and forgets all devices but the one that came with it; nil for all of them.
    func endSessions(of account: Int64, except session: SessionID?) throws {
        endsSessions = true
        try queue("DELETE FROM sessions WHERE account = $1 AND id IS DISTINCT FROM $2", [account, session])
        try queue("DELETE FROM devices WHERE account = $1 AND session IS DISTINCT FROM $2", [account, session])
    }

    /// Ends the sessions in which only the former password of an upgrade was shown, and forgets their devices.
    func endSessionsByFormerPassword(of account: Int64) throws {
        endsSessions = true
        try queue(
            """
            DELETE FROM devices WHERE account = $1
                AND session IN (SELECT id FROM sessions WHERE account = $1 AND authenticated_at = $2)
            """, [account, Session.beforeCounting])
        try queue("DELETE FROM sessions WHERE account = $1 AND authenticated_at = $2", [account, Session.beforeCounting])
    }

    /// Ends the sessions that an Apple identity opened, and forgets their devices.
    func endSessions(ofAppleIdentity identity: Int64, account: Int64) throws {
        endsSessions = true
        try queue(
            "DELETE FROM devices WHERE account = $1 AND session IN (SELECT id FROM sessions WHERE apple_identity = $2)",
            [account, identity])
        try queue("DELETE FROM sessions WHERE apple_identity = $1", [identity])
    }

    private func insert(_ device: Device, of account: Int64, session: SessionID) throws {
        try queue(
            "INSERT INTO devices (digest, account, session, last_used_at) VALUES ($1, $2, $3, $4)",
            [device.digest, account, session, device.lastUsedAt])
        try queue(
            """
            DELETE FROM devices WHERE number IN (
                SELECT number FROM devices WHERE account = $1 ORDER BY last_used_at DESC, number DESC OFFSET $2
            )
            """,
            [account, Device.limit])
    }
}
#endif
