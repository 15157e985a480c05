package import Accounts
package import Secrets

extension StoreEngine {
    package func secondFactors(of account: AccountID) async throws -> SecondFactors {
        try await snapshot { connection in
            guard let number = try connection.number(of: account) else {
                return SecondFactors(hasTOTP: false, deviceKeys: [], recoveryCodes: 0)
            }
            let confirmed: Int? = try connection.first(
                "SELECT 1 FROM totp_generators WHERE account = $1 AND confirmed_at IS NOT NULL", [number]
            ) { try $0.next() }
            let keys = try connection.all(
                "SELECT \(DeviceKey.columns) FROM device_keys WHERE account = $1 ORDER BY number", [number]
            ) { try DeviceKey(from: &$0, account: account) }
            let codes: Int? = try connection.first("SELECT count(*) FROM recovery_codes WHERE account = $1", [number]) {
                try $0.next()
            }
            return SecondFactors(
                hasTOTP: confirmed != nil, deviceKeys: keys, recoveryCodes: codes ?? 0,
                passkeys: try connection.passkeys(of: number).filter { $0.suspendedAt == nil })
        }
    }

    package func totp(of account: AccountID) async throws -> StoredTOTP? {
        try await first(
            """
            SELECT \(StoredTOTP.columns) FROM totp_generators WHERE account = (SELECT number FROM accounts WHERE id = $1)
            """, [account]
        ) { try StoredTOTP(from: &$0, account: account) }
    }

    package func waitingTOTP(of account: AccountID, begunBy session: SessionID, now: Timestamp) async throws -> StoredTOTP? {
        try await first(
            """
            SELECT \(StoredTOTP.columns) FROM totp_generators
            WHERE account = (SELECT number FROM accounts WHERE id = $1) AND begun_by = $2 AND created_at > $3
            """, [account, session, now - StoredTOTP.confirmationTime]
        ) { try StoredTOTP(from: &$0, account: account) }
    }

    package func beginTOTP(_ totp: StoredTOTP, by session: SessionID, now: Timestamp) async throws -> TOTPBeginning {
        try await write { connection in
            guard let account = try connection.lock(totp.account, provedIn: session, at: now) else { return .sessionEnded }
            let begun = try connection.execute(
                """
                INSERT INTO totp_generators (account, id, sealed, created_at, begun_by) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (account) DO UPDATE SET
                    id = excluded.id, sealed = excluded.sealed, created_at = excluded.created_at, begun_by = excluded.begun_by
                WHERE totp_generators.confirmed_at IS NULL
                """, [account, totp.id, totp.sealed, totp.createdAt, session])
            return begun == 1 ? .begun : .alreadySet
        }
    }

    package func confirmTOTP(
        _ id: TOTPID, step: Int64, isLate: Bool, _ addition: FactorAddition
    ) async throws -> FactorAdditionResult {
        try await write { connection in
            guard let account = try connection.lock(addition.account, provedIn: addition.session, at: addition.event.at)
            else { return .sessionEnded }
            let confirmed = try connection.execute(
                """
                UPDATE totp_generators SET confirmed_at = $1, last_step = $2, late_step = $3, begun_by = NULL
                WHERE account = $4 AND id = $5 AND begun_by = $6
                """, [addition.event.at, step, isLate ? step : nil, account, id, addition.session])
            guard confirmed == 1 else { return .superseded }
            if let renewal = addition.renewal { _ = try connection.renew(renewal, of: account, at: addition.event.at) }
            return .added(withRecoveryCodes: try connection.addFactor(to: account, addition))
        }
    }

    package func recordLateStep(_ step: Int64, of id: TOTPID, _ account: AccountID) async throws {
        try await write { connection in
            guard let account = try connection.lock(account) else { return }
            try connection.queue(
                "UPDATE totp_generators SET late_step = $1 WHERE account = $2 AND id = $3 AND last_step < $1", [step, account, id])
        }
    }

    package func add(_ key: DeviceKey, _ addition: FactorAddition) async throws -> DeviceKeyAdditionResult {
        try await write { connection in
            guard let account = try connection.lock(addition.account, provedIn: addition.session, at: addition.event.at)
            else { return .sessionEnded }
            let count: Int? = try connection.first("SELECT count(*) FROM device_keys WHERE account = $1", [account]) {
                try $0.next()
            }
            guard (count ?? 0) < DeviceKey.limit else { return .tooMany }
            let inserted = try connection.execute(
                """
                INSERT INTO device_keys (id, account, public_key, name, created_at, attested_by) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (account, public_key) DO NOTHING
                """, [key.id, account, key.publicKey, key.name, key.createdAt, key.attestedBy])
            guard inserted == 1 else { return .alreadyAdded }
            if let renewal = addition.renewal { _ = try connection.renew(renewal, of: account, at: addition.event.at) }
            return .added(withRecoveryCodes: try connection.addFactor(to: account, addition))
        }
    }

    package func removeTOTP(by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult {
        try await removeFactor(by: session, event) { connection, account in
            try connection.execute("DELETE FROM totp_generators WHERE account = $1 AND confirmed_at IS NOT NULL", [account])
        }
    }

    package func removeDeviceKey(
        _ id: DeviceKeyID, by session: SessionID, event: AuditEvent
    ) async throws -> FactorRemovalResult {
        try await removeFactor(by: session, event) { connection, account in
            try connection.execute("DELETE FROM device_keys WHERE id = $1 AND account = $2", [id, account])
        }
    }

    /// - Parameter remove: removes the factor from the account with this number, and returns the number of removed rows.
    private func removeFactor(
        by session: SessionID, _ event: AuditEvent, _ remove: @escaping @Sendable (Connection, Int64) throws -> Int
    ) async throws -> FactorRemovalResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, provedIn: session, at: event.at) else { return .sessionEnded }
            guard try remove(connection, account) == 1 else { return .missing }
            try connection.settleFactors(of: account)
            try connection.insert(event, of: account)
            return .removed
        }
    }

    package func replaceRecoveryCodes(
        with codes: [TokenDigest], by session: SessionID, event: AuditEvent
    ) async throws -> RecoveryCodesResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, provedIn: session, at: event.at) else { return .sessionEnded }
            guard try connection.requiresFactor(account) else { return .noFactor }
            try connection.replaceRecoveryCodes(of: account, with: codes)
            try connection.insert(event, of: account)
            return .replaced
        }
    }

    package func removeSecondFactors(of account: AccountID, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.lock(account), try connection.requiresFactor(number) else { return false }
            try connection.removeSecondFactors(of: number)
            try connection.insert(event, of: number)
            return true
        }
    }
}

extension StoreConnection {
    func requiresFactor(_ account: Int64) throws -> Bool {
        try first("SELECT second_factor_since IS NOT NULL FROM accounts WHERE number = $1", [account]) { try $0.next() } ?? false
    }

    /// Returns whether a second factor was proved in the session, or the account has none.
    func hasRequiredFactor(_ session: SessionID, of account: Int64) throws -> Bool {
        guard try requiresFactor(account) else { return true }
        return try first("SELECT factor_at IS NOT NULL FROM sessions WHERE id = $1 AND account = $2", [session, account]) {
            try $0.next()
        } ?? false
    }

    /// Returns whether the account has this session, it is still valid, and it proved the second factor of an account that has one.
    func isProved(_ session: SessionID, of account: Int64, at now: Timestamp) throws -> Bool {
        try isLiving(session, of: account, at: now) && hasRequiredFactor(session, of: account)
    }

    /// Returns whether the session proved what a recovery of the account requires: a second factor, or a passkey that signs in by itself.
    /// Returns true if the account has neither.
    func mayCancelRecoveries(_ session: SessionID, of account: Int64) throws -> Bool {
        guard try hasRequiredFactor(session, of: account) else { return false }
        guard try hasWayInByPasskey(account) else { return true }
        return try first(
            "SELECT factor_at IS NOT NULL OR passkey IS NOT NULL FROM sessions WHERE id = $1 AND account = $2", [session, account]
        ) { try $0.next() } ?? false
    }

    /// Records that the account has a second factor, and stores its first recovery codes if it had none before. Returns whether it
    /// had none.
    func addFactor(to account: Int64, _ addition: FactorAddition) throws -> Bool {
        let isFirst = try !requiresFactor(account)
        if isFirst {
            try queue("UPDATE accounts SET second_factor_since = $1 WHERE number = $2", [addition.event.at, account])
            try replaceRecoveryCodes(of: account, with: addition.recoveryCodes)
        }
        try endRecoveryWait(of: account, event: addition.recoveryEvent)
        try insert(addition.event, of: account)
        return isFirst
    }

    func removeSecondFactors(of account: Int64) throws {
        try queue("DELETE FROM totp_generators WHERE account = $1", [account])
        try queue("DELETE FROM device_keys WHERE account = $1", [account])
        try settleFactors(of: account)
    }

    /// Deletes the recovery codes and the second factor requirement if the last factor was removed.
    func settleFactors(of account: Int64) throws {
        let isLeft: Bool? = try first(
            """
            SELECT EXISTS (SELECT 1 FROM totp_generators WHERE account = $1 AND confirmed_at IS NOT NULL)
                OR EXISTS (SELECT 1 FROM device_keys WHERE account = $1)
            """, [account]
        ) { try $0.next() }
        guard isLeft != true else { return }
        try queue("UPDATE accounts SET second_factor_since = NULL WHERE number = $1", [account])
        try queue("DELETE FROM recovery_codes WHERE account = $1", [account])
        try queue("DELETE FROM factor_challenges WHERE account = $1", [account])
        try endRecoveryWait(of: account)
    }

    func replaceRecoveryCodes(of account: Int64, with codes: [TokenDigest]) throws {
        try queue("DELETE FROM recovery_codes WHERE account = $1", [account])
        for code in codes { try queue("INSERT INTO recovery_codes (digest, account) VALUES ($1, $2)", [code, account]) }
    }

    /// Uses up a factor. Returns false and changes nothing if it was already used or removed.
    func use(_ factor: FactorUse, of account: Int64, at now: Timestamp) throws -> Bool {
        switch factor {
        case .totp(let id, let step, let isLate):
            try execute(
                "UPDATE totp_generators SET last_step = $1, late_step = $2 WHERE account = $3 AND id = $4 AND last_step < $1",
                [step, isLate ? step : nil, account, id]) == 1
        case .recoveryCode(let code):
            try execute("DELETE FROM recovery_codes WHERE digest = $1 AND account = $2", [code, account]) == 1
        case .deviceKey(let id):
            try execute("UPDATE device_keys SET last_used_at = $1 WHERE id = $2 AND account = $3", [now, id, account]) == 1
        case .passkey(let use): try record(use, of: account)
        }
    }

    /// Returns the challenge, unless it has expired or is bound to another session.
    func factorChallenge(_ digest: TokenDigest, in session: SessionID?, now: Timestamp) throws -> FactorChallengeRow? {
        try first(
            """
            \(FactorChallengeRow.selection)
            WHERE factor_challenges.digest = $1 AND factor_challenges.session IS NOT DISTINCT FROM $2
                AND factor_challenges.expires_at > $3
            """, [digest, session, now]
        ) { try FactorChallengeRow(from: &$0, digest: digest) }
    }

    /// Locks the account of a challenge and reads the challenge again, because a concurrent request may have used it up.
    func lockedFactorChallenge(_ digest: TokenDigest, in session: SessionID?, now: Timestamp) throws -> FactorChallengeRow? {
        let account = try lockAccount(
            where: "number = (SELECT account FROM factor_challenges WHERE digest = $1)", [digest], for: .change)
        guard account != nil else { return nil }
        return try factorChallenge(digest, in: session, now: now)
    }

    /// Returns whether the first factor is still valid and may open this session.
    func holds(_ kept: FactorChallengeRow, for opening: SessionOpening) throws -> Bool {
        switch kept.challenge.purpose {
        case .stepUp: true
        case .recovery: false
        case .signIn(.password(let version)): try opens(opening, by: version, of: kept.account)
        case .signIn(.apple):
            try first(
                "SELECT 1 FROM apple_identities WHERE number = $1 AND account = $2 AND revoked_at IS NULL AND suspended_at IS NULL",
                [kept.appleIdentity, kept.account]
            ) { try $0.next(as: Int.self) } != nil
        // Removing the address deletes the challenge.
        case .signIn(.mailedCode): true
        // Removing the passkey deletes the challenge.
        case .signIn(.passkey):
            try first("SELECT 1 FROM passkeys WHERE number = $1 AND suspended_at IS NULL", [kept.passkey]) {
                try $0.next(as: Int.self)
            } != nil
        }
    }
}
