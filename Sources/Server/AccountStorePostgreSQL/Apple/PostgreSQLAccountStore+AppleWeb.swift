#if PostgreSQL
import AccountTables
package import Accounts
package import Secrets

extension PostgreSQLAccountStore {
    package func add(_ attempt: StoredAppleWebAttempt) async throws {
        _ = try await change(
            """
            INSERT INTO apple_web_attempts (state, browser, nonce, purpose, session, next, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                attempt.state, attempt.browser, attempt.nonce.reveal(), attempt.purpose.number, attempt.purpose.session,
                attempt.next, attempt.expiresAt,
            ])
    }

    package func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt? {
        try await changeFirst(
            """
            DELETE FROM apple_web_attempts WHERE state = $1 AND expires_at > $2
            RETURNING browser, nonce, purpose, session, next, expires_at
            """, [state, now]
        ) { try StoredAppleWebAttempt(state: state, from: &$0) }
    }

    package func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws {
        try await write { connection in
            let assertion = parked.assertion
            if let name = assertion.name, try connection.appleIdentity(assertion.key) == nil {
                try connection.remember(name, of: assertion.key, at: now)
            }
            try connection.queue(
                """
                INSERT INTO apple_parked (
                    completion, browser, purpose, session, next, team, subject, client, email, email_verified, email_private,
                    given_name, family_name, real_user, transfer_subject, authenticated_at, proved_at, sealed, flow, expires_at
                ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
                """,
                [
                    parked.completion, parked.browser, parked.purpose.number, parked.purpose.session, parked.next,
                    assertion.key.team, assertion.key.subject, assertion.client, assertion.email?.address,
                    assertion.email?.isVerified ?? false, assertion.email?.isPrivate ?? false, assertion.name?.given ?? "",
                    assertion.name?.family ?? "", assertion.realUser, assertion.transferSubject, assertion.authenticatedAt,
                    assertion.provedAt,
                    parked.grant.sealed, parked.grant.flow, parked.expiresAt,
                ])
        }
    }

    package func consumeParkedAssertion(_ completion: TokenDigest, now: Timestamp) async throws -> ParkedAppleAssertion? {
        try await changeFirst(
            """
            DELETE FROM apple_parked WHERE completion = $1 AND expires_at > $2 RETURNING \(ParkedAppleAssertion.columns)
            """, [completion, now]
        ) { try ParkedAppleAssertion(completion: completion, from: &$0) }
    }
}
#endif
