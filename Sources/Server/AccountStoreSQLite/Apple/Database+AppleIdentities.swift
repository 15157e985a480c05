import AccountTables
import Accounts
import GRDB

extension Database {
    func appleIdentity(_ key: AppleIdentityKey) throws -> NumberedAppleIdentity? {
        try first(
            "\(NumberedAppleIdentity.selection) WHERE apple_identities.team = ? AND apple_identities.subject = ?",
            [key.team, key.subject]
        ) { try NumberedAppleIdentity(from: &$0) }
    }

    func appleIdentity(_ id: AppleIdentityID) throws -> NumberedAppleIdentity? {
        try first("\(NumberedAppleIdentity.selection) WHERE apple_identities.id = ?", [id]) {
            try NumberedAppleIdentity(from: &$0)
        }
    }

    func appleIdentities(of account: Int64) throws -> [NumberedAppleIdentity] {
        try all(
            "\(NumberedAppleIdentity.selection) WHERE apple_identities.account = ? ORDER BY apple_identities.number", [account]
        ) { try NumberedAppleIdentity(from: &$0) }
    }

    /// Inserts an identity as it is, and returns its number.
    func insert(_ identity: AppleIdentity, of account: Int64) throws -> Int64 {
        try execute(
            cached: """
                INSERT INTO apple_identities (
                    id, account, team, subject, email, email_verified, email_private, given_name, family_name, real_user,
                    linked_at, authenticated_at
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            [
                identity.id, account, identity.key.team, identity.key.subject, identity.email?.address,
                identity.email?.isVerified ?? false, identity.email?.isPrivate ?? false, identity.name?.given ?? "",
                identity.name?.family ?? "", identity.realUser, identity.linkedAt, identity.authenticatedAt,
            ])
        return lastInsertedRowID
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
        try execute(
            cached: """
                UPDATE apple_identities SET authenticated_at = max(authenticated_at, ?), revoked_at = NULL,
                    real_user = coalesce(?, real_user)
                WHERE number = ?
                """, [assertion.authenticatedAt, assertion.realUser, known.number])
        // What came out of order may be older than what is known.
        if assertion.authenticatedAt >= known.identity.authenticatedAt {
            if let email = assertion.email { try replace(email, of: known) }
            if let name = assertion.name {
                try execute(
                    cached: "UPDATE apple_identities SET given_name = ?, family_name = ? WHERE number = ?",
                    [name.given, name.family, known.number])
            }
        }
        try keep(vouching.grant, of: known.number, client: assertion.client, at: vouching.at)
    }

    private func replace(_ email: AppleEmail, of known: NumberedAppleIdentity) throws {
        // Of another address nothing is known yet.
        let isDeliverable = email.address == known.identity.email?.address ? known.identity.isEmailDeliverable : true
        try execute(
            cached: """
                UPDATE apple_identities SET email = ?, email_verified = ?, email_private = ?, email_deliverable = ? WHERE number = ?
                """, [email.address, email.isVerified, email.isPrivate, isDeliverable, known.number])
    }

    /// Withdraws consent: tokens and their jobs go, sessions end, the identity stays.
    func revokeConsent(of identity: Int64, account: Int64, at now: Timestamp) throws {
        try execute(cached: "UPDATE apple_identities SET revoked_at = ? WHERE number = ?", [now, identity])
        try execute(cached: "DELETE FROM apple_tokens WHERE identity = ?", [identity])
        try endSessions(ofAppleIdentity: identity, account: account)
    }

    func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) throws {
        try execute(
            cached: """
                INSERT INTO apple_names (team, subject, given_name, family_name, seen_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (team, subject) DO UPDATE SET
                    given_name = excluded.given_name, family_name = excluded.family_name, seen_at = excluded.seen_at
                """, [key.team, key.subject, name.given, name.family, now])
    }

    func forgetName(of key: AppleIdentityKey) throws {
        try execute(cached: "DELETE FROM apple_names WHERE team = ? AND subject = ?", [key.team, key.subject])
    }

    private func rememberedName(of key: AppleIdentityKey) throws -> PersonName? {
        try first("SELECT given_name, family_name FROM apple_names WHERE team = ? AND subject = ?", [key.team, key.subject]) {
            try PersonName(from: &$0)
        } ?? nil
    }
}
