package import Accounts
package import InternetAddresses
package import Secrets

extension StoreEngine {
    package func open(
        _ opening: SessionOpening, passwordVersion: Int, refunding charges: [ThrottleCharge]
    ) async throws -> SessionOpeningOutcome {
        if Connection.refundsSeparately { try await refund(charges, now: opening.event.at) }
        return try await write { connection in
            if !Connection.refundsSeparately { try connection.refund(charges, now: opening.event.at) }
            guard let account = try connection.lock(opening.session.account),
                try connection.opens(opening, by: passwordVersion, of: account)
            else { return .superseded }
            guard try !connection.requiresFactor(account) else { return .factorRequired }
            try connection.insert(opening, of: account)
            return .opened
        }
    }

    package func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession? {
        try await lookUp(.session(digest, now: now), mayLag: true) { try StoredSession(from: &$0) }
    }

    package func isEndedByPasswordChange(_ digest: TokenDigest, now: Timestamp) async throws -> Bool {
        try await first("SELECT 1 FROM ended_sessions WHERE digest = $1 AND expires_at > $2", [digest, now]) {
            try $0.next(as: Int.self)
        } != nil
    }

    package func recordUse(
        of session: SessionID, at now: Timestamp, idleExpiry: Timestamp, address: IPAddress
    ) async throws {
        // Uses arrive out of order, so the latest one counts. A use that arrives after the session's end does not revive it.
        _ = try await change(
            """
            UPDATE sessions SET last_used_at = $1, idle_expiry = CASE WHEN $2 < absolute_expiry THEN $2 ELSE absolute_expiry END,
                last_address = $3
            WHERE id = $4 AND last_used_at <= $1 AND idle_expiry > $1
            """, [now, idleExpiry, address, session])
    }

    package func renew(_ renewal: SessionRenewal, passwordVersion: Int, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            guard
                let account = try connection.lockAccount(
                    where: "number = (SELECT account FROM sessions WHERE id = $1)", [renewal.session], for: .change),
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
        _ session: SessionID, of account: AccountID, device: DeviceEffect, event: AuditEvent
    ) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.lock(account) else { return false }
            connection.announceEndOfSessions()
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
            return try connection.revokeAll(of: number, except: except, event: event)
        }
    }

    package func revokeAll(
        by session: SessionID, event: AuditEvent, recoveryEvent: AuditEvent
    ) async throws -> FullRevocationResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, in: session, at: event.at) else { return .sessionEnded }
            let isProved = try connection.mayCancelRecoveries(session, of: account)
            guard try isProved || connection.recoveryWait(of: account, now: event.at) == nil else { return .factorRequired }
            let withRecovery = try isProved && connection.cancelRecoveries(of: account, event: recoveryEvent)
            return .ended(try connection.revokeAll(of: account, except: nil, event: event), withRecovery: withRecovery)
        }
    }

    package func device(_ digest: TokenDigest, usedSince cutoff: Timestamp) async throws -> Device? {
        let statement = StoreStatement(
            """
            SELECT accounts.id, devices.last_used_at FROM devices JOIN accounts ON accounts.number = devices.account
            WHERE devices.digest = $1 AND devices.last_used_at >= $2
            """, [digest, cutoff])
        return try await lookUp(statement, mayLag: false) {
            Device(account: try $0.next(), digest: digest, lastUsedAt: try $0.next())
        }
    }
}

extension StoreConnection {
    /// Inserts everything of an opening for the account with this number, opened by the Apple identity, the passkey or a code to the
    /// e-mail address with that number; nil for a password. Every way of signing in ends here, so no other place knows about locks.
    ///
    /// - Parameter isNew: whether this transaction created the account, which then is not locked and exceeds no limit.
    /// - Throws: ``AccountLocked``.
    func insert(
        _ opening: SessionOpening, of account: Int64, isNew: Bool = false, by identity: Int64? = nil, passkey: Int64? = nil,
        address: Int64? = nil
    ) throws {
        let session = opening.session
        if !isNew, try isLocked(account) { throw AccountLocked() }
        try queue(
            """
            INSERT INTO sessions (
                id, digest, account, created_at, last_used_at, authenticated_at, idle_expiry, absolute_expiry, client_name,
                client_address, last_address, apple_identity, passkey, factor_at, email_address, password_at
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            """,
            [
                session.id, opening.digest, account, session.createdAt, session.lastUsedAt, session.authenticatedAt,
                session.expiry.idle, session.expiry.absolute, session.client.deviceName, session.client.address,
                session.lastAddress, identity, passkey, session.factorAuthenticatedAt, address, session.passwordAuthenticatedAt,
            ])
        if !isNew {
            // The new session is always kept: if the clock was set back, it would otherwise count as the least recently used. Sessions
            // that the former password opened are counted apart, so that its holder cannot end the owner's.
            let kind =
                "account = $1 AND id <> $2 AND \(session.isByFormerPassword ? "" : "NOT ")(\(Self.isByFormerPassword))"
            try queue(
                """
                DELETE FROM sessions WHERE \(kind) AND number NOT IN (
                    SELECT number FROM sessions WHERE \(kind) ORDER BY last_used_at DESC, number DESC LIMIT $3
                )
                """,
                [account, session.id, Session.limit - 1])
        }
        var event = opening.event
        var isKnown = false
        if let replaced = opening.replacedDevice {
            let lastUse = try first(
                "DELETE FROM devices WHERE digest = $1 AND account = $2 RETURNING last_used_at", [replaced, account]
            ) { try $0.next(as: Timestamp.self) }
            if let lastUse, lastUse >= event.at - Device.lifetime { event = event.withoutNotices }
            isKnown = lastUse != nil
        }
        if session.factorAuthenticatedAt != nil { try endRecoveryWait(of: account, event: opening.recoveryEvent) }
        // The holder of the former password makes no device known, which could make the account forget the owner's.
        if isKnown || !session.isByFormerPassword { try insert(opening.device, of: account, session: session.id, isOnly: isNew) }
        try insert(event, of: account, isFirst: isNew)
    }

    fileprivate func revokeAll(of account: Int64, except: SessionID?, event: AuditEvent) throws -> Int {
        announceEndOfSessions()
        // Expired sessions have already ended. Maintenance removes them, and they are not counted here.
        let revoked = try execute(
            "DELETE FROM sessions WHERE account = $1 AND id IS DISTINCT FROM $2 AND idle_expiry > $3",
            [account, except, event.at])
        try queue("DELETE FROM devices WHERE account = $1 AND session IS DISTINCT FROM $2", [account, except])
        if revoked > 0 { try insert(event, of: account) }
        return revoked
    }

    func isLocked(_ account: Int64) throws -> Bool {
        try first("SELECT locked_at IS NOT NULL FROM accounts WHERE number = $1", [account]) { try $0.next(as: Bool.self) } == true
    }

    /// Gives a session its new token. Returns false and changes nothing if the account has no such valid session at that time.
    func renew(_ renewal: SessionRenewal, of account: Int64, at now: Timestamp) throws -> Bool {
        announceEndOfSessions()
        return try execute(
            """
            UPDATE sessions SET digest = $1, authenticated_at = $2, factor_at = coalesce($3, factor_at),
                password_at = coalesce($4, password_at)
            WHERE id = $5 AND account = $6 AND idle_expiry > $7
            """,
            [
                renewal.digest, renewal.authenticatedAt, renewal.factorAuthenticatedAt, renewal.passwordAuthenticatedAt,
                renewal.session, account, now,
            ]) == 1
    }

    /// Returns whether the account has this session and it is still valid.
    func isLiving(_ session: SessionID, of account: Int64, at now: Timestamp) throws -> Bool {
        try first("SELECT 1 FROM sessions WHERE id = $1 AND account = $2 AND idle_expiry > $3", [session, account, now]) {
            try $0.next(as: Int.self)
        } != nil
    }

    /// Returns whether the password of this version may open the session. The current password may. For a session with the mark,
    /// the password before an upgrade also may, while it is valid.
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

    /// Records the tokens of the sessions that a change of the password is about to end.
    func recordEndOfSessions(of account: Int64, except session: SessionID?, at now: Timestamp) throws {
        try queue(
            """
            INSERT INTO ended_sessions (digest, account, expires_at)
            SELECT digest, account, idle_expiry FROM sessions
            WHERE account = $1 AND id IS DISTINCT FROM $2 AND idle_expiry > $3
            """, [account, session, now])
    }

    /// Ends all sessions of an account except the given one, and forgets all devices except the one of that session; nil for all of
    /// them.
    func endSessions(of account: Int64, except session: SessionID?) throws {
        announceEndOfSessions()
        try queue("DELETE FROM sessions WHERE account = $1 AND id IS DISTINCT FROM $2", [account, session])
        try queue("DELETE FROM devices WHERE account = $1 AND session IS DISTINCT FROM $2", [account, session])
    }

    /// Ends the sessions in which only the former password of an upgrade was proved, and forgets their devices.
    func endSessionsByFormerPassword(of account: Int64) throws {
        announceEndOfSessions()
        let ended = "account = $1 AND \(Self.isByFormerPassword)"
        try queue("DELETE FROM devices WHERE account = $1 AND session IN (SELECT id FROM sessions WHERE \(ended))", [account])
        try queue("DELETE FROM sessions WHERE \(ended)", [account])
    }

    /// The condition of ``Session/isByFormerPassword``.
    private static var isByFormerPassword: String {
        "authenticated_at = \(Session.beforeCounting.milliseconds) AND email_address IS NULL"
    }

    /// Ends the sessions that an Apple identity opened, and forgets their devices.
    func endSessions(ofAppleIdentity identity: Int64, account: Int64) throws {
        try endSessions(openedBy: "apple_identity", identity, account)
    }

    /// Ends the sessions that a passkey opened, and forgets their devices.
    func endSessions(ofPasskey passkey: Int64, account: Int64) throws {
        try endSessions(openedBy: "passkey", passkey, account)
    }

    /// Ends the sessions that codes to an e-mail address opened, and forgets their devices.
    func endSessions(ofEmailAddress address: Int64, account: Int64) throws {
        try endSessions(openedBy: "email_address", address, account)
    }

    private func endSessions(openedBy column: String, _ credential: Int64, _ account: Int64) throws {
        announceEndOfSessions()
        try queue(
            "DELETE FROM devices WHERE account = $1 AND session IN (SELECT id FROM sessions WHERE \(column) = $2)",
            [account, credential])
        try queue("DELETE FROM sessions WHERE \(column) = $1", [credential])
    }

    private func insert(_ device: Device, of account: Int64, session: SessionID, isOnly: Bool) throws {
        try queue(
            "INSERT INTO devices (digest, account, session, last_used_at) VALUES ($1, $2, $3, $4)",
            [device.digest, account, session, device.lastUsedAt])
        guard !isOnly else { return }
        try queue(
            """
            DELETE FROM devices WHERE account = $1 AND number NOT IN (
                SELECT number FROM devices WHERE account = $1 ORDER BY last_used_at DESC, number DESC LIMIT $2
            )
            """,
            [account, Device.limit])
    }
}

extension StoreStatement {
    /// Built once, because every request uses it.
    private static let sessionSelection = """
        SELECT \(Account.columns), \(Session.columns)
        FROM sessions JOIN accounts ON accounts.number = sessions.account
        WHERE sessions.digest = $1 AND sessions.idle_expiry > $2
        """

    /// Selects what ``StoredSession/init(from:)`` reads.
    package static func session(_ digest: TokenDigest, now: Timestamp) -> StoreStatement {
        StoreStatement(sessionSelection, [digest, now])
    }
}

extension StoredSession {
    package init(from columns: inout Columns) throws {
        let account = try Account(from: &columns)
        self.init(session: try Session(from: &columns, account: account.id), account: account)
    }
}

extension Session {
    /// The columns that ``init(from:account:)`` reads.
    package static let columns = """
        sessions.id, sessions.created_at, sessions.last_used_at, sessions.authenticated_at, sessions.idle_expiry,
        sessions.absolute_expiry, sessions.client_address, sessions.client_name, sessions.last_address,
        sessions.apple_identity IS NOT NULL, sessions.passkey IS NOT NULL, sessions.email_address IS NOT NULL, sessions.factor_at,
        sessions.password_at
        """

    package init(from columns: inout Columns, account: AccountID) throws {
        self.init(
            id: try columns.next(), account: account, createdAt: try columns.next(), lastUsedAt: try columns.next(),
            authenticatedAt: try columns.next(),
            expiry: SessionExpiry(idle: try columns.next(), absolute: try columns.next()), client: try Client(from: &columns),
            lastAddress: try columns.next(), origin: try SessionOrigin(from: &columns),
            factorAuthenticatedAt: try columns.nextIfPresent(), passwordAuthenticatedAt: try columns.nextIfPresent())
    }
}

extension SessionOrigin {
    /// Reads three flags, of which at most one is set.
    fileprivate init(from columns: inout Columns) throws {
        let (isByApple, isByPasskey) = (try columns.next(as: Bool.self), try columns.next(as: Bool.self))
        let isByMail = try columns.next(as: Bool.self)
        self = isByApple ? .apple : isByPasskey ? .passkey : isByMail ? .mailedCode : .password
    }
}

extension Client {
    package init(from columns: inout Columns) throws {
        self.init(address: try columns.next(), storedName: try columns.next())
    }
}
