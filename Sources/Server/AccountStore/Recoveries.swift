package import Accounts
package import Secrets

extension StoreEngine {
    package func openRecovery(
        by use: MailedCodeUse, session: TokenDigest, expiresAt: Timestamp, event: AuditEvent
    ) async throws -> RecoveryOpeningResult {
        guard let request = try await codeRequest(of: use) else { return .missing }
        return try await write { connection in
            switch try connection.attempt(request, at: event.at) {
            case .missing: return .missing
            case .wrong(let attemptsLeft): return .wrong(attemptsLeft: attemptsLeft)
            case .used(let used):
                try connection.queue(
                    """
                    INSERT INTO recovery_sessions (digest, account, address, password_version, expires_at)
                    VALUES ($1, $2, $3, coalesce((SELECT version FROM passwords WHERE account = $2), 0), $4)
                    """, [session, used.account, used.address, expiresAt])
                try connection.insert(event.of(used.owner), of: used.account)
                guard let opened = try connection.recoverySession(session, now: event.at) else {
                    throw StoreError(.failed, reason: "an opened recovery session is missing")
                }
                return .opened(opened)
            }
        }
    }

    package func recoverySession(_ digest: TokenDigest, now: Timestamp) async throws -> RecoverySession? {
        try await snapshot { try $0.recoverySession(digest, now: now) }
    }

    package func completeRecoveryFactor(_ completion: FactorRecoveryCompletion) async throws -> FactorCompletionResult {
        try await write { connection in
            let now = completion.event.at
            guard let kept = try connection.lockedFactorChallenge(completion.challenge, in: nil, now: now),
                kept.challenge.purpose == .recovery(completion.recovery),
                let session = try connection.recoverySession(completion.recovery, now: now),
                session.account.id == kept.challenge.account
            else { return .challengeInvalid }
            guard try connection.use(completion.use, of: kept.account, at: now) else { return .factorUsed }
            try connection.queue("DELETE FROM factor_challenges WHERE digest = $1", [completion.challenge])
            try connection.queue("UPDATE recovery_sessions SET factor_at = $1 WHERE digest = $2", [now, completion.recovery])
            try connection.endRecoveryWait(of: kept.account)
            for event in [completion.codeEvent, completion.event].compactMap(\.self) {
                try connection.insert(event, of: kept.account)
            }
            return .completed
        }
    }

    package func completeRecovery(_ completion: RecoveryCompletion) async throws -> RecoveryCompletionResult {
        try await write { connection in
            let now = completion.event.at
            guard let account = try completion.event.account.flatMap({ try connection.lock($0) }),
                let session = try connection.recoverySession(completion.session, now: now),
                session.account.id == completion.event.account
            else { return .ended }
            guard !session.requiresFactor(at: now) else { return .factorRequired }
            let addresses = try connection.addresses(of: account)
            if let rejection = try connection.set(completion.credential, of: account, at: now) { return rejection }
            let removesFactors = session.account.hasSecondFactor && !session.hasProvedFactor
            if removesFactors {
                try connection.removeSecondFactors(of: account)
                try connection.insert(completion.factorEvent, of: account)
            }
            // A client that had the password may have added its own address, which would recover the account again.
            let removesAddresses =
                try !session.hasProvedFactor && connection.removeAddresses(verifiedAfterThatOf: completion.session)
            if removesAddresses { try connection.insert(completion.addressEvent, of: account) }
            let suspends = try !session.hasProvedFactor && connection.suspendCredentials(in: completion.session, at: now)
            if suspends { try connection.insert(completion.suspensionEvent, of: account) }
            try connection.endRecoveryWait(of: account)
            try connection.endRecoveries(of: account)
            try connection.dropCodeMails(ofAccount: account)
            for table in ["factor_challenges", "password_links"] {
                try connection.queue("DELETE FROM \(table) WHERE account = $1", [account])
            }
            let notice = completion.credential.notice(at: now, from: NoticeSource(completion.event.client))
            try connection.queue(notice, of: completion.event, to: addresses)
            try connection.insert(completion.event, of: account)
            return .recovered(
                removedFactors: removesFactors, removedAddresses: removesAddresses, suspendedCredentials: suspends)
        }
    }

    package func confirm(
        _ credential: SuspendedCredential, by session: SessionID, event: AuditEvent
    ) async throws -> CredentialConfirmationResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, provedIn: session, at: event.at) else { return .sessionEnded }
            let confirmed =
                switch credential {
                case .passkey(let id):
                    try connection.execute(
                        "UPDATE passkeys SET suspended_at = NULL WHERE id = $1 AND account = $2 AND suspended_at IS NOT NULL",
                        [id, account])
                case .appleIdentity(let id):
                    try connection.execute(
                        "UPDATE apple_identities SET suspended_at = NULL WHERE id = $1 AND account = $2 AND suspended_at IS NOT NULL",
                        [id, account])
                }
            guard confirmed == 1 else { return .missing }
            try connection.insert(event, of: account)
            return .confirmed
        }
    }

    package func begin(
        _ wait: RecoveryWait, undo: UndoCode, by session: TokenDigest, event: AuditEvent
    ) async throws -> RecoveryWaitResult {
        try await write { connection in
            guard let id = event.account, let account = try connection.lock(id),
                try connection.recoverySession(session, now: event.at)?.account.id == id
            else { return .ended }
            if let waiting = try connection.recoveryWait(of: account, now: event.at) {
                return .alreadyWaiting(until: waiting.readyAt)
            }
            // A wait that has ended may still have its row.
            try connection.endRecoveryWait(of: account)
            try connection.queue(
                "INSERT INTO recovery_waits (account, digest, ready_at, ends_at) VALUES ($1, $2, $3, $4)",
                [account, undo.digest, wait.readyAt, wait.endsAt])
            let notice = AccountMail.recoveryWaits(until: wait.readyAt, from: NoticeSource(event.client))
            let mail = AccountMail.recoveryUndo(undo, until: wait.readyAt, from: NoticeSource(event.client))
            let verification = try connection.addressVerification(in: session)
            for recipient in try connection.addresses(of: account) {
                // A client that had the password may have added a newer address. Its reader must not cancel the owner's recovery.
                let isNewer = recipient.address.verifiedAt.map { $0 > verification } ?? true
                try connection.queue(isNewer ? notice : mail, of: event, to: [recipient])
            }
            try connection.insert(event, of: account)
            return .begun
        }
    }

    package func recoveryWait(of account: AccountID, now: Timestamp) async throws -> RecoveryWait? {
        try await snapshot { connection in
            try connection.number(of: account).flatMap { try connection.recoveryWait(of: $0, now: now) }
        }
    }

    package func cancelRecoveryWait(
        by session: SessionID, event: AuditEvent
    ) async throws -> RecoveryCancellationResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, in: session, at: event.at) else { return .sessionEnded }
            guard try connection.mayCancelRecoveries(session, of: account) else { return .factorRequired }
            return try connection.cancelRecoveries(of: account, event: event) ? .cancelled : .missing
        }
    }

    package func cancelRecoveryWait(byCode code: TokenDigest, event: AuditEvent) async throws -> AccountID? {
        let owner = try await first(
            """
            SELECT accounts.id FROM recovery_waits JOIN accounts ON accounts.number = recovery_waits.account
            WHERE recovery_waits.digest = $1 AND recovery_waits.ends_at > $2
            """, [code, event.at]
        ) { try $0.next(as: AccountID.self) }
        // An invented code costs no transaction.
        guard let owner else { return nil }
        return try await write { connection in
            guard let account = try connection.lock(owner), try connection.waits(account, for: code, now: event.at),
                try connection.cancelRecoveries(of: account, event: event.of(owner))
            else { return nil }
            return owner
        }
    }
}

extension StoreConnection {
    fileprivate func recoverySession(_ digest: TokenDigest, now: Timestamp) throws -> RecoverySession? {
        try first(
            """
            SELECT \(Account.columns), recovery_sessions.expires_at,
                EXISTS (SELECT 1 FROM passkeys WHERE passkeys.account = accounts.number AND passkeys.way_in
                    AND passkeys.suspended_at IS NULL),
                recovery_sessions.factor_at, recovery_waits.ready_at
            FROM recovery_sessions JOIN accounts ON accounts.number = recovery_sessions.account
            LEFT JOIN passwords ON passwords.account = accounts.number
            LEFT JOIN recovery_waits ON recovery_waits.account = accounts.number AND recovery_waits.ends_at > $1
            WHERE recovery_sessions.digest = $2 AND recovery_sessions.expires_at > $1
                AND recovery_sessions.password_version = coalesce(passwords.version, 0)
            """, [now, digest]
        ) {
            RecoverySession(
                account: try Account(from: &$0), expiresAt: try $0.next(), hasPasskey: try $0.next(),
                hasProvedFactor: try $0.nextIfPresent(as: Timestamp.self) != nil, waitsUntil: try $0.nextIfPresent())
        }
    }

    /// Gives an account the credential of its recovery, and ends all its sessions. Returns nil, or the reason why it did not.
    fileprivate func set(
        _ credential: RecoveredCredential, of account: Int64, at now: Timestamp
    ) throws -> RecoveryCompletionResult? {
        switch credential {
        case .password(let hash, let userName):
            if let userName, try !take(userName, for: account) { return .userNameTaken }
            if try passwordVersion(of: account) != nil {
                try replacePassword(of: account, by: hash, keeping: nil, at: now)
            } else {
                guard try insertPassword(hash, of: account, at: now) else { return .ended }
                try endSessions(of: account, except: nil)
            }
            return nil
        case .passkey(let passkey, let challenge):
            guard try useUp(challenge) else { return .challengeUsed }
            switch try add(passkey, to: account) {
            case .added:
                // A client that had the password must not sign in with it after the recovery.
                if let version = try passwordVersion(of: account) { try removePassword(of: account, version: version) }
                try endSessions(of: account, except: nil)
                return nil
            case .tooMany: return .tooManyPasskeys
            case .challengeUsed: return .challengeUsed
            case .credentialTaken: return .credentialTaken
            case .sessionEnded: return .ended
            case .factorRequired: return .factorRequired
            }
        }
    }

    /// Ends the waiting time and the open recoveries of an account. If there was one that still had an effect, records the event and
    /// queues the notices; otherwise returns false.
    func cancelRecoveries(of account: Int64, event: AuditEvent) throws -> Bool {
        let waits = try recoveryWait(of: account, now: event.at) != nil
        let hadOpen = try hasOpenRecovery(account, now: event.at)
        try endRecoveries(of: account)
        guard waits || hadOpen else { return false }
        try endRecoveryWait(of: account)
        try recordCancellation(event, of: account)
        return true
    }

    func recoveryWait(of account: Int64, now: Timestamp) throws -> RecoveryWait? {
        try first("SELECT ready_at, ends_at FROM recovery_waits WHERE account = $1 AND ends_at > $2", [account, now]) {
            RecoveryWait(readyAt: try $0.next(), endsAt: try $0.next())
        }
    }

    /// Returns whether this code cancels the waiting time of an account.
    fileprivate func waits(_ account: Int64, for code: TokenDigest, now: Timestamp) throws -> Bool {
        try first(
            "SELECT 1 FROM recovery_waits WHERE account = $1 AND digest = $2 AND ends_at > $3", [account, code, now]
        ) { try $0.next(as: Int.self) } != nil
    }

    /// Returns when the address that opened a recovery session was verified. The session exists.
    fileprivate func addressVerification(in session: TokenDigest) throws -> Timestamp {
        let moment = try first(
            """
            SELECT email_addresses.verified_at FROM recovery_sessions
            JOIN email_addresses ON email_addresses.number = recovery_sessions.address WHERE recovery_sessions.digest = $1
            """, [session]
        ) { try $0.next(as: Timestamp.self) }
        guard let moment else { throw StoreError(.failed, reason: "a recovery session has no address") }
        return moment
    }

    private func hasOpenRecovery(_ account: Int64, now: Timestamp) throws -> Bool {
        try first(
            """
            SELECT 1 FROM recovery_sessions LEFT JOIN passwords ON passwords.account = recovery_sessions.account
            WHERE recovery_sessions.account = $1 AND recovery_sessions.expires_at > $2
                AND recovery_sessions.password_version = coalesce(passwords.version, 0)
            """, [account, now]
        ) { try $0.next(as: Int.self) } != nil
    }

    /// Makes codes, also those for sign-in, and recovery sessions of the account invalid.
    func endRecoveries(of account: Int64) throws {
        try queue(
            "DELETE FROM account_codes WHERE address IN (SELECT number FROM email_addresses WHERE account = $1)", [account])
        try queue("DELETE FROM recovery_sessions WHERE account = $1", [account])
    }

    /// Removes the addresses of an account that were verified later than the one that opened the recovery session. Returns whether there
    /// was any.
    fileprivate func removeAddresses(verifiedAfterThatOf session: TokenDigest) throws -> Bool {
        let isLater = """
            account = (SELECT account FROM recovery_sessions WHERE digest = $1) AND verified_at > (
                SELECT recovering.verified_at FROM recovery_sessions
                JOIN email_addresses AS recovering ON recovering.number = recovery_sessions.address
                WHERE recovery_sessions.digest = $1
            )
            """
        // Nor must a code restore one of them.
        try queue("DELETE FROM address_undos WHERE \(isLater)", [session])
        return try execute("DELETE FROM email_addresses WHERE \(isLater)", [session]) > 0
    }

    /// Suspends the credentials of an account that are older than the verification of the address that opened the recovery session.
    /// Returns whether there was any that was not suspended.
    fileprivate func suspendCredentials(in session: TokenDigest, at now: Timestamp) throws -> Bool {
        let condition = """
            account = (SELECT account FROM recovery_sessions WHERE digest = $2) AND suspended_at IS NULL
            """
        let verification = """
            (
                SELECT recovering.verified_at FROM recovery_sessions
                JOIN email_addresses AS recovering ON recovering.number = recovery_sessions.address
                WHERE recovery_sessions.digest = $2
            )
            """
        let passkeys = try execute(
            "UPDATE passkeys SET suspended_at = $1 WHERE \(condition) AND created_at < \(verification)", [now, session])
        let identities = try execute(
            "UPDATE apple_identities SET suspended_at = $1 WHERE \(condition) AND linked_at < \(verification)", [now, session])
        return passkeys + identities > 0
    }

    /// Ends the waiting time of an account: its second factor was proved in the recovery, the last one was removed, its recovery has
    /// completed or was cancelled, or a removed address was restored.
    func endRecoveryWait(of account: Int64) throws {
        try queue("DELETE FROM recovery_waits WHERE account = $1", [account])
    }

    /// Ends the waiting time of an account whose second factor was proved or added in a session. If it still had an effect, ends the
    /// open recoveries too, records the event and queues the notices.
    ///
    /// - Parameter event: nil to record nothing.
    func endRecoveryWait(of account: Int64, event: AuditEvent?) throws {
        let end = try first("DELETE FROM recovery_waits WHERE account = $1 RETURNING ends_at", [account]) {
            try $0.next(as: Timestamp.self)
        }
        guard let event, let end, end > event.at else { return }
        try endRecoveries(of: account)
        try recordCancellation(event, of: account)
    }

    /// Records that a recovery was cancelled, and queues the notices.
    private func recordCancellation(_ event: AuditEvent, of account: Int64) throws {
        let notice = AccountMail.recoveryCancelled(at: event.at, from: NoticeSource(event.client))
        try queue(notice, of: event, to: addresses(of: account))
        try insert(event, of: account)
    }
}
