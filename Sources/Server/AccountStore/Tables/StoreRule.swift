/// A rule about several rows that no constraint of the schema can express.
package struct StoreRule: Sendable {
    /// The violation, as worded in a finding.
    package let breach: String
    /// Selects the numbers of the violating rows.
    package let sql: String

    package static let all = [
        StoreRule(
            breach: "account without a credential",
            sql: """
                SELECT number FROM accounts WHERE number NOT IN (SELECT account FROM passwords)
                AND number NOT IN (SELECT account FROM apple_identities) AND number NOT IN (SELECT account FROM passkeys)
                """),
        StoreRule(
            breach: "account that contradicts its password",
            sql: """
                SELECT number FROM accounts
                WHERE (password_changed_at IS NOT NULL) <> (number IN (SELECT account FROM passwords))
                """),
        StoreRule(
            breach: "account that contradicts its second factors",
            sql: """
                SELECT number FROM accounts
                WHERE (second_factor_since IS NOT NULL) <> (
                    number IN (SELECT account FROM device_keys)
                    OR number IN (SELECT account FROM totp_generators WHERE confirmed_at IS NOT NULL)
                )
                """),
        StoreRule(
            breach: "account with recovery codes but no second factor",
            sql: """
                SELECT number FROM accounts
                WHERE second_factor_since IS NULL AND number IN (SELECT account FROM recovery_codes)
                """),
        StoreRule(
            breach: "session opened by an Apple identity of another account",
            sql: """
                SELECT sessions.number FROM sessions JOIN apple_identities ON apple_identities.number = sessions.apple_identity
                WHERE apple_identities.account <> sessions.account
                """),
        StoreRule(
            breach: "session opened by a passkey of another account",
            sql: """
                SELECT sessions.number FROM sessions JOIN passkeys ON passkeys.number = sessions.passkey
                WHERE passkeys.account <> sessions.account
                """),
        StoreRule(
            breach: "session opened by an e-mail address of another account",
            sql: """
                SELECT sessions.number FROM sessions JOIN email_addresses ON email_addresses.number = sessions.email_address
                WHERE email_addresses.account <> sessions.account
                """),
        StoreRule(
            breach: "passkey of an account without a user handle",
            sql: "SELECT number FROM passkeys WHERE account NOT IN (SELECT account FROM user_handles)"),
        StoreRule(
            breach: "account with more passkeys than the limit",
            sql: "SELECT account FROM passkeys GROUP BY account HAVING count(*) > 20"),
        StoreRule(
            breach: "Apple token without a scheduled check",
            sql: """
                SELECT number FROM apple_tokens
                WHERE sealed IS NOT NULL AND number NOT IN (SELECT apple_token FROM jobs WHERE kind = 2)
                """),
        StoreRule(
            breach: "scheduled check of a missing Apple token",
            sql: """
                SELECT jobs.number FROM jobs JOIN apple_tokens ON apple_tokens.number = jobs.apple_token
                WHERE jobs.kind = 2 AND apple_tokens.sealed IS NULL
                """),
        StoreRule(
            breach: "account with more known devices than the limit",
            sql: "SELECT account FROM devices GROUP BY account HAVING count(*) > 20"),
        StoreRule(
            breach: "device of a session of another account",
            sql: """
                SELECT devices.number FROM devices JOIN sessions ON sessions.id = devices.session
                WHERE sessions.account <> devices.account
                """),
        StoreRule(
            breach: "session with contradictory times",
            sql: "SELECT number FROM sessions WHERE idle_expiry > absolute_expiry OR last_used_at < created_at"),
        StoreRule(
            breach: "signing key with contradictory times",
            sql: "SELECT number FROM signing_keys WHERE signs_until > verifies_until OR created_at > signs_until"),
    ]
}
