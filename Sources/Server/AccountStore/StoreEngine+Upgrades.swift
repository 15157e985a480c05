package import Accounts

extension StoreEngine {
    package func passwordUpgrade(of account: AccountID) async throws -> StoredPasswordUpgrade? {
        try await first(
            """
            SELECT \(StoredPasswordUpgrade.columns) FROM password_upgrades
            WHERE account = (SELECT number FROM accounts WHERE id = $1)
            """, [account]
        ) { try StoredPasswordUpgrade(from: &$0) }
    }

    package func commit(_ commit: PasswordUpgradeCommit) async throws -> PasswordUpgradeResult {
        try await write { connection in
            guard let account = try connection.lock(commit.account) else { return .superseded }
            let grounds = try connection.upgradeGrounds(of: account, in: commit.session, at: commit.event.at)
            guard grounds.last?.key != commit.key else { return .repeated }
            if let obstacle = grounds.obstacle(to: commit.version, in: commit.session, at: commit.event.at) {
                return PasswordUpgradeResult(obstacle)
            }
            try connection.queue(
                """
                INSERT INTO password_upgrades (account, key, version, former_hash, former_until, committed_at, session)
                SELECT account, $1, version + 1, hash, $2,
                    coalesce(
                        (
                            SELECT max(authenticated_at) FROM sessions
                            WHERE sessions.account = passwords.account AND authenticated_at > $3
                        ), $3), $4
                FROM passwords WHERE account = $5
                ON CONFLICT (account) DO UPDATE SET
                    key = excluded.key, version = excluded.version, former_hash = excluded.former_hash,
                    former_until = excluded.former_until, committed_at = excluded.committed_at, session = excluded.session
                """, [commit.key, commit.formerUntil, commit.event.at, commit.session, account])
            try connection.queue(
                "UPDATE passwords SET hash = $1, version = version + 1 WHERE account = $2", [commit.hash, account])
            try connection.queue(
                "UPDATE accounts SET password_changed_at = $1 WHERE number = $2", [commit.event.at, account])
            try connection.insert(commit.event, of: account)
            return .committed
        }
    }

    package func confirmPasswordUpgrade(_ key: UpgradeKey, of account: AccountID) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.lock(account) else { return false }
            let confirmed = try connection.execute(
                """
                UPDATE password_upgrades SET former_hash = NULL, former_until = NULL
                WHERE account = $1 AND key = $2
                    AND version = (SELECT version FROM passwords WHERE account = password_upgrades.account)
                """, [number, key])
            guard confirmed == 1 else { return false }
            try connection.endSessionsByFormerPassword(of: number)
            return true
        }
    }

    package func appleUpgrade(of account: AccountID) async throws -> StoredAppleUpgrade? {
        try await first(
            """
            SELECT \(StoredAppleUpgrade.columns) FROM apple_upgrades
            WHERE account = (SELECT number FROM accounts WHERE id = $1)
            """, [account]
        ) { try StoredAppleUpgrade(from: &$0) }
    }

    package func begin(_ upgrade: StoredAppleUpgrade, of account: AccountID) async throws {
        try await write { connection in
            guard let number = try connection.lock(account) else { return }
            try connection.queue(
                """
                INSERT INTO apple_upgrades (account, key, nonce, expires_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (account) DO UPDATE SET
                    key = excluded.key, nonce = excluded.nonce, expires_at = excluded.expires_at, converted_at = NULL
                WHERE apple_upgrades.converted_at IS NULL OR apple_upgrades.key <> excluded.key
                """, [number, upgrade.key, upgrade.nonce, upgrade.expiresAt])
        }
    }

    package func convert(_ conversion: AppleConversion) async throws -> AppleConversionResult {
        try await write { connection in
            let now = conversion.event.at
            guard let account = try connection.lock(conversion.account, for: conversion.verification) else { return .superseded }
            let begun = try connection.first(
                "SELECT \(StoredAppleUpgrade.columns) FROM apple_upgrades WHERE account = $1", [account]
            ) { try StoredAppleUpgrade(from: &$0) }
            guard let begun, begun.key == conversion.key else { return .nonceRejected }
            guard begun.convertedAt == nil else { return .repeated }
            guard begun.nonce == conversion.nonce, begun.expiresAt > now else { return .nonceRejected }
            let session = conversion.renewal?.session
            let grounds = try connection.upgradeGrounds(of: account, in: session, at: now)
            if let obstacle = grounds.obstacle(to: conversion.version, in: session, at: now) {
                return AppleConversionResult(obstacle)
            }
            if let rejection = try connection.take(conversion.verification, for: account, conversion.account) { return rejection }

            if let renewal = conversion.renewal { _ = try connection.renew(renewal, of: account, at: now) }
            try connection.removePassword(of: account, version: conversion.version)
            try connection.endSessions(of: account, except: conversion.renewal?.session)
            try connection.queue("UPDATE apple_upgrades SET converted_at = $1 WHERE account = $2", [now, account])
            try connection.insert(conversion.event, of: account)
            return .converted
        }
    }
}

extension StoreConnection {
    func upgradeGrounds(of account: Int64, in session: SessionID?, at now: Timestamp) throws -> UpgradeFacts {
        let last = try first("SELECT \(StoredPasswordUpgrade.columns) FROM password_upgrades WHERE account = $1", [account]) {
            try StoredPasswordUpgrade(from: &$0)
        }
        let requestingSession = try session.flatMap { session in
            try first(
                "SELECT authenticated_at, factor_at IS NOT NULL FROM sessions WHERE id = $1 AND account = $2 AND idle_expiry > $3",
                [session, account, now]
            ) { UpgradeFacts.RequestingSession(session: session, authenticatedAt: try $0.next(), hasFactor: try $0.next()) }
        }
        return UpgradeFacts(
            version: try passwordVersion(of: account), last: last, requestingSession: requestingSession,
            requiresFactor: try requiresFactor(account))
    }

    /// Links an identity to the account unless it is already linked, or moves it there. Returns the reason why it cannot be linked, or nil.
    fileprivate func take(
        _ verification: AppleVerification, for account: Int64, _ id: AccountID
    ) throws -> AppleConversionResult? {
        let known = try appleIdentity(verification.assertion.key)
        if let known, known.accountNumber == account {
            guard known.identity.id == verification.id, known.identity.suspendedAt == nil else { return .superseded }
            guard !known.isOutdated(verification.assertion) else { return .outdated }
            try update(known, by: verification)
            return nil
        }
        return switch try attach(verification, known: known, to: account, id) {
        case .attached: nil
        case .identityTaken: .identityTaken
        case .alreadyLinked: .alreadyLinked
        }
    }

    /// Deletes the former password of an upgrade. The upgrade itself is kept, so that a repeated request learns that its password
    /// is no longer valid.
    func forgetFormerPassword(of account: Int64) throws {
        try queue("UPDATE password_upgrades SET former_hash = NULL, former_until = NULL WHERE account = $1", [account])
    }

    /// Removes the password of this version. The user name stays, and the next password gets a higher version.
    func removePassword(of account: Int64, version: Int) throws {
        try queue("DELETE FROM passwords WHERE account = $1", [account])
        try forgetFormerPassword(of: account)
        try queue(
            "UPDATE accounts SET password_changed_at = NULL, removed_password_version = $1 WHERE number = $2",
            [version, account])
    }
}

extension StoredPasswordUpgrade {
    /// The columns that ``init(from:)`` reads.
    package static let columns = "key, version, former_until, committed_at, session"

    package init(from columns: inout Columns) throws {
        self.init(
            key: try columns.next(), version: try columns.next(), formerUntil: try columns.nextIfPresent(),
            committedAt: try columns.next(), session: try columns.nextIfPresent())
    }
}

extension StoredAppleUpgrade {
    static let columns = "key, nonce, expires_at, converted_at"

    package init(from columns: inout Columns) throws {
        self.init(
            key: try columns.next(), nonce: try columns.next(), expiresAt: try columns.next(),
            convertedAt: try columns.nextIfPresent())
    }
}
