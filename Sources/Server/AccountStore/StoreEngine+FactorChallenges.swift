package import Accounts
package import Secrets

extension StoreEngine {
    package func add(_ challenge: StoredFactorChallenge) async throws {
        try await write { connection in
            guard let account = try connection.lock(challenge.account) else { return }
            if let session = challenge.purpose.session {
                try connection.queue("DELETE FROM factor_challenges WHERE account = $1 AND session = $2", [account, session])
            }
            if let recovery = challenge.purpose.recovery {
                try connection.queue("DELETE FROM factor_challenges WHERE account = $1 AND recovery = $2", [account, recovery])
            }
            let first = try connection.firstFactor(of: challenge.purpose)
            try connection.queue(
                """
                INSERT INTO factor_challenges (
                    digest, account, session, password_version, apple_identity, passkey, passkey_verified, email_address, recovery,
                    device, issued_at, expires_at
                ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                """,
                [
                    challenge.digest, account, challenge.purpose.session, first.version, first.identity, first.passkey,
                    first.hasVerifiedUser, first.address, challenge.purpose.recovery, challenge.device, challenge.issuedAt,
                    challenge.expiresAt,
                ])
            // Unknown clients only replace challenges of unknown clients. Otherwise an attacker with the password could prevent the
            // account's known devices from completing a sign-in.
            try connection.queue(
                """
                DELETE FROM factor_challenges
                WHERE account = $1 AND session IS NULL AND recovery IS NULL AND digest <> $2 AND (device IS NULL) = $3
                    AND digest NOT IN (
                    SELECT digest FROM factor_challenges
                    WHERE account = $1 AND session IS NULL AND recovery IS NULL AND digest <> $2 AND (device IS NULL) = $3
                    ORDER BY issued_at DESC LIMIT $4
                )
                """, [account, challenge.digest, challenge.device == nil, FactorChallenge.limit - 1])
        }
    }

    package func factorChallenge(_ digest: TokenDigest, now: Timestamp) async throws -> StoredFactorChallenge? {
        try await snapshot { try $0.factorChallenge(digest, in: nil, now: now)?.challenge }
    }

    package func takeFactorAttempt(
        at challenge: TokenDigest, in session: SessionID?, now: Timestamp
    ) async throws -> StoredFactorChallenge? {
        try await write { connection in
            let taken = try connection.execute(
                """
                UPDATE factor_challenges SET attempts = attempts + 1
                WHERE digest = $1 AND session IS NOT DISTINCT FROM $2 AND expires_at > $3 AND attempts < $4
                """, [challenge, session, now, FactorChallenge.attempts])
            guard taken == 1 else { return nil }
            return try connection.factorChallenge(challenge, in: session, now: now)?.challenge
        }
    }

    package func removeFactorChallenge(_ digest: TokenDigest) async throws {
        _ = try await change("DELETE FROM factor_challenges WHERE digest = $1", [digest])
    }

    package func completeSignIn(_ completion: FactorSignInCompletion) async throws -> FactorCompletionResult {
        try await write { connection in
            let now = completion.opening.event.at
            guard let kept = try connection.lockedFactorChallenge(completion.challenge, in: nil, now: now),
                kept.challenge.account == completion.opening.session.account, try connection.holds(kept, for: completion.opening)
            else { return .challengeInvalid }
            guard try connection.use(completion.use, of: kept.account, at: now) else { return .factorUsed }
            try connection.queue("DELETE FROM factor_challenges WHERE digest = $1", [completion.challenge])
            if let event = completion.codeEvent { try connection.insert(event, of: kept.account) }
            if case .signIn(.passkey(_, hasVerifiedUser: true)) = kept.challenge.purpose, let passkey = kept.passkey {
                try connection.confirmUser(of: passkey)
            }
            var isReplaced = false
            if case .signIn(.passkey(let passkey, _)) = kept.challenge.purpose, let event = completion.passwordRemoval {
                isReplaced = try connection.replacePassword(by: passkey, of: kept.account, keeping: nil, event: event)
            }
            try connection.insert(
                completion.opening, of: kept.account, by: kept.appleIdentity, passkey: kept.passkey, address: kept.emailAddress)
            return isReplaced ? .replacedPassword : .completed
        }
    }

    package func completeStepUp(_ completion: FactorStepUpCompletion) async throws -> FactorCompletionResult {
        try await write { connection in
            let (session, now) = (completion.renewal.session, completion.event.at)
            guard let kept = try connection.lockedFactorChallenge(completion.challenge, in: session, now: now),
                try connection.isLiving(session, of: kept.account, at: now)
            else { return .challengeInvalid }
            guard try connection.use(completion.use, of: kept.account, at: now) else { return .factorUsed }
            try connection.queue("DELETE FROM factor_challenges WHERE digest = $1", [completion.challenge])
            _ = try connection.renew(completion.renewal, of: kept.account, at: now)
            try connection.endRecoveryWait(of: kept.account, event: completion.recoveryEvent)
            for event in [completion.codeEvent, completion.event].compactMap(\.self) {
                try connection.insert(event, of: kept.account)
            }
            return .completed
        }
    }
}

extension StoreConnection {
    /// Returns the first factor in the form of the columns.
    fileprivate func firstFactor(of purpose: FactorPurpose) throws -> FirstFactorColumns {
        switch purpose {
        case .stepUp, .recovery: FirstFactorColumns()
        case .signIn(.password(let version)): FirstFactorColumns(version: version)
        case .signIn(.apple(let id)):
            FirstFactorColumns(
                identity: try first("SELECT number FROM apple_identities WHERE id = $1", [id]) { try $0.next() })
        case .signIn(.passkey(let id, let hasVerifiedUser)):
            FirstFactorColumns(passkey: try number(of: id), hasVerifiedUser: hasVerifiedUser)
        case .signIn(.mailedCode(let id)):
            FirstFactorColumns(
                address: try first("SELECT number FROM email_addresses WHERE id = $1", [id]) { try $0.next() })
        }
    }
}

private struct FirstFactorColumns {
    var version: Int?
    var identity: Int64?
    var passkey: Int64?
    var hasVerifiedUser: Bool?
    var address: Int64?
}

extension StoredTOTP {
    /// The columns that ``init(from:account:)`` reads.
    package static let columns = """
        totp_generators.id, totp_generators.sealed, totp_generators.created_at, totp_generators.confirmed_at,
        totp_generators.last_step, totp_generators.late_step
        """

    package init(from columns: inout Columns, account: AccountID) throws {
        self.init(
            id: try columns.next(), account: account, sealed: try columns.next(), createdAt: try columns.next(),
            confirmedAt: try columns.nextIfPresent(), lastStep: try columns.nextIfPresent(),
            lateStep: try columns.nextIfPresent())
    }
}

extension DeviceKey {
    /// The columns that ``init(from:account:)`` reads.
    package static let columns = """
        device_keys.id, device_keys.public_key, device_keys.name, device_keys.created_at, device_keys.last_used_at,
        device_keys.attested_by
        """

    package init(from columns: inout Columns, account: AccountID) throws {
        self.init(
            id: try columns.next(), account: account, publicKey: try columns.next(), name: try columns.next(),
            createdAt: try columns.next(), lastUsedAt: try columns.nextIfPresent(), attestedBy: try columns.nextIfPresent())
    }
}

/// A challenge with the columns that only the store uses.
package struct FactorChallengeRow {
    package let account: Int64
    package let appleIdentity: Int64?
    package let passkey: Int64?
    package let emailAddress: Int64?
    package let challenge: StoredFactorChallenge

    /// The statement that selects challenges in the form that ``init(from:digest:)`` reads.
    package static let selection = """
        SELECT factor_challenges.account, factor_challenges.apple_identity, factor_challenges.passkey,
            factor_challenges.email_address, accounts.id, factor_challenges.session, factor_challenges.password_version,
            apple_identities.id, passkeys.id, factor_challenges.passkey_verified, email_addresses.id, factor_challenges.recovery,
            factor_challenges.device, factor_challenges.issued_at, factor_challenges.expires_at
        FROM factor_challenges JOIN accounts ON accounts.number = factor_challenges.account
        LEFT JOIN apple_identities ON apple_identities.number = factor_challenges.apple_identity
        LEFT JOIN passkeys ON passkeys.number = factor_challenges.passkey
        LEFT JOIN email_addresses ON email_addresses.number = factor_challenges.email_address
        """

    package init(from columns: inout Columns, digest: TokenDigest) throws {
        account = try columns.next()
        appleIdentity = try columns.nextIfPresent()
        passkey = try columns.nextIfPresent()
        emailAddress = try columns.nextIfPresent()
        let id: AccountID = try columns.next()
        let session = try columns.nextIfPresent(as: SessionID.self)
        let version = try columns.nextIfPresent(as: Int.self)
        let identity = try columns.nextIfPresent(as: AppleIdentityID.self)
        let passkey = try columns.nextIfPresent(as: PasskeyID.self)
        let hasVerifiedUser = try columns.nextIfPresent(as: Bool.self) ?? false
        let address = try columns.nextIfPresent(as: AccountAddressID.self)
        let recovery = try columns.nextIfPresent(as: TokenDigest.self)
        let first: FirstFactor? =
            if let version {
                .password(version: version)
            } else if let identity {
                .apple(identity)
            } else if let passkey {
                .passkey(passkey, hasVerifiedUser: hasVerifiedUser)
            } else if let address {
                .mailedCode(address)
            } else {
                nil
            }
        guard
            let purpose = session.map(FactorPurpose.stepUp) ?? first.map(FactorPurpose.signIn)
                ?? recovery.map(FactorPurpose.recovery)
        else { throw StoreError(.corrupt, reason: "a second factor challenge has no purpose") }
        challenge = StoredFactorChallenge(
            digest: digest, account: id, purpose: purpose, device: try columns.nextIfPresent(), issuedAt: try columns.next(),
            expiresAt: try columns.next())
    }
}
