#if PostgreSQL
import AccountTables
import Accounts

extension Connection {
    /// The identity, after its account was locked. Where it changed hands between the two, the transaction begins again.
    func lock(_ key: AppleIdentityKey) throws -> NumberedAppleIdentity? {
        try lockOwner("SELECT account FROM apple_identities WHERE team = $1 AND subject = $2", [key.team, key.subject]) {
            try $0.appleIdentity(key)
        }
    }

    /// As ``lock(_:)``, by identifier.
    func lock(_ id: AppleIdentityID) throws -> NumberedAppleIdentity? {
        try lockOwner("SELECT account FROM apple_identities WHERE id = $1", [id]) { try $0.appleIdentity(id) }
    }

    private func lockOwner(
        _ selection: String, _ parameters: [any ParameterValue], then find: (Connection) throws -> NumberedAppleIdentity?
    ) throws -> NumberedAppleIdentity? {
        let account: Int64? = try first(
            "SELECT number FROM accounts WHERE number = (\(selection)) FOR NO KEY UPDATE", parameters
        ) { try $0.next() }
        let identity = try find(self)
        guard identity?.accountNumber == account else { throw PostgreSQLError.lostRace("an identity changed hands") }
        return identity
    }

    func appleIdentity(_ key: AppleIdentityKey) throws -> NumberedAppleIdentity? {
        try first(
            "\(NumberedAppleIdentity.selection) WHERE apple_identities.team = $1 AND apple_identities.subject = $2",
            [key.team, key.subject]
        ) { try NumberedAppleIdentity(from: &$0) }
    }

    func appleIdentity(_ id: AppleIdentityID) throws -> NumberedAppleIdentity? {
        try first("\(NumberedAppleIdentity.selection) WHERE apple_identities.id = $1", [id]) {
            try NumberedAppleIdentity(from: &$0)
        }
    }

    func appleIdentities(of account: Int64) throws -> [NumberedAppleIdentity] {
        try all(
            "\(NumberedAppleIdentity.selection) WHERE apple_identities.account = $1 ORDER BY apple_identities.number", [account]
        ) { try NumberedAppleIdentity(from: &$0) }
    }

    /// Inserts an identity as it is, and returns its number.
    func insert(_ identity: AppleIdentity, of account: Int64) throws -> Int64 {
        let number: Int64? = try first(
            """
            INSERT INTO apple_identities (
                id, account, team, subject, email, email_verified, email_private, given_name, family_name, real_user,
                linked_at, authenticated_at
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            RETURNING number
            """,
            [
                identity.id, account, identity.key.team, identity.key.subject, identity.email?.address,
                identity.email?.isVerified ?? false, identity.email?.isPrivate ?? false, identity.name?.given ?? "",
                identity.name?.family ?? "", identity.realUser, identity.linkedAt, identity.authenticatedAt,
            ]
        ) { try $0.next() }
        guard let number else { throw StoreError(.failed, reason: "an identity was inserted and has no number") }
        return number
    }

    /// Makes what Apple vouched for an identity of the account, with the name seen before where none came now, and its grant.
    func insert(_ vouching: AppleVouching, of account: Int64, _ id: AccountID) throws -> NumberedAppleIdentity? {
        let assertion = vouching.assertion
        let name = try assertion.name ?? rememberedName(of: assertion.key)
        let number = try insert(
            AppleIdentity(
                id: vouching.id, account: id, key: assertion.key, email: assertion.email, name: name,
                realUser: assertion.realUser, linkedAt: vouching.at, authenticatedAt: assertion.authenticatedAt),
            of: account)
        try forgetName(of: assertion.key)
        try keep(vouching.grant, of: number, client: assertion.client, at: vouching.at)
        return try appleIdentity(vouching.id)
    }

    /// Writes down that Apple vouched for an identity once more.
    func update(_ known: NumberedAppleIdentity, by vouching: AppleVouching) throws {
        let assertion = vouching.assertion
        try queue(
            """
            UPDATE apple_identities SET authenticated_at = greatest(authenticated_at, $1), revoked_at = NULL,
                real_user = coalesce($2, real_user)
            WHERE number = $3
            """, [assertion.authenticatedAt, assertion.realUser, known.number])
        // What came out of order may be older than what is known.
        if assertion.authenticatedAt >= known.identity.authenticatedAt {
            if let email = assertion.email { try replace(email, of: known) }
            if let name = assertion.name {
                try queue(
                    "UPDATE apple_identities SET given_name = $1, family_name = $2 WHERE number = $3",
                    [name.given, name.family, known.number])
            }
        }
        try keep(vouching.grant, of: known.number, client: assertion.client, at: vouching.at)
    }

    private func replace(_ email: AppleEmail, of known: NumberedAppleIdentity) throws {
        // Of another address nothing is known yet.
        let isDeliverable = email.address == known.identity.email?.address ? known.identity.isEmailDeliverable : true
        try queue(
            """
            UPDATE apple_identities SET email = $1, email_verified = $2, email_private = $3, email_deliverable = $4 WHERE number = $5
            """, [email.address, email.isVerified, email.isPrivate, isDeliverable, known.number])
    }

    /// Withdraws consent: tokens and their jobs go, sessions end, the identity stays.
    func revokeConsent(of identity: Int64, account: Int64, at now: Timestamp) throws {
        try queue("UPDATE apple_identities SET revoked_at = $1 WHERE number = $2", [now, identity])
        try queue("DELETE FROM apple_tokens WHERE identity = $1", [identity])
        try endSessions(ofAppleIdentity: identity, account: account)
    }

    func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) throws {
        try queue(
            """
            INSERT INTO apple_names (team, subject, given_name, family_name, seen_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (team, subject) DO UPDATE SET
                given_name = excluded.given_name, family_name = excluded.family_name, seen_at = excluded.seen_at
            """, [key.team, key.subject, name.given, name.family, now])
    }

    func forgetName(of key: AppleIdentityKey) throws {
        try queue("DELETE FROM apple_names WHERE team = $1 AND subject = $2", [key.team, key.subject])
    }

    private func rememberedName(of key: AppleIdentityKey) throws -> PersonName? {
        try first("SELECT given_name, family_name FROM apple_names WHERE team = $1 AND subject = $2", [key.team, key.subject]) {
            try PersonName(from: &$0)
        } ?? nil
    }
}
#endif
