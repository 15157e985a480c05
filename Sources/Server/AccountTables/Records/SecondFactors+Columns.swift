package import Accounts
package import Secrets

extension StoredTOTP {
    /// What ``init(from:account:)`` takes.
    package static let columns = """
        totp_generators.id, totp_generators.sealed, totp_generators.created_at, totp_generators.confirmed_at,
        totp_generators.last_step, totp_generators.late_step
        """

    package init(from columns: inout Columns<some StoredRow>, account: AccountID) throws {
        self.init(
            id: try columns.next(), account: account, sealed: try columns.next(), createdAt: try columns.next(),
            confirmedAt: try columns.nextIfPresent(), lastStep: try columns.nextIfPresent(),
            lateStep: try columns.nextIfPresent())
    }
}

extension DeviceKey {
    /// What ``init(from:account:)`` takes.
    package static let columns = """
        device_keys.id, device_keys.public_key, device_keys.name, device_keys.created_at, device_keys.last_used_at,
        device_keys.attested_by
        """

    package init(from columns: inout Columns<some StoredRow>, account: AccountID) throws {
        self.init(
            id: try columns.next(), account: account, publicKey: try columns.next(), name: try columns.next(),
            createdAt: try columns.next(), lastUsedAt: try columns.nextIfPresent(), attestedBy: try columns.nextIfPresent())
    }
}

/// A challenge with what only the store asks for.
package struct KeptFactorChallenge {
    package let account: Int64
    package let appleIdentity: Int64?
    package let challenge: StoredFactorChallenge

    /// Challenges, as ``init(from:digest:)`` takes them.
    package static let selection = """
        SELECT factor_challenges.account, factor_challenges.apple_identity, accounts.id, factor_challenges.session,
            factor_challenges.password_version, apple_identities.id, factor_challenges.device, factor_challenges.issued_at,
            factor_challenges.expires_at
        FROM factor_challenges JOIN accounts ON accounts.number = factor_challenges.account
        LEFT JOIN apple_identities ON apple_identities.number = factor_challenges.apple_identity
        """

    package init(from columns: inout Columns<some StoredRow>, digest: TokenDigest) throws {
        account = try columns.next()
        appleIdentity = try columns.nextIfPresent()
        let id: AccountID = try columns.next()
        let session = try columns.nextIfPresent(as: SessionID.self)
        let version = try columns.nextIfPresent(as: Int.self)
        let identity = try columns.nextIfPresent(as: AppleIdentityID.self)
        guard
            let purpose = session.map(FactorPurpose.stepUp) ?? version.map({ .signIn(.password(version: $0)) })
                ?? identity.map({ .signIn(.apple($0)) })
        else { throw StoreError(.corrupt, reason: "a challenge for a second factor is for nothing") }
        challenge = StoredFactorChallenge(
            digest: digest, account: id, purpose: purpose, device: try columns.nextIfPresent(), issuedAt: try columns.next(),
            expiresAt: try columns.next())
    }
}
