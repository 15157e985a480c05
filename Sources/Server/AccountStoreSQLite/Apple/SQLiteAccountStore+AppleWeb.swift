import AccountTables
package import Accounts
import GRDB
package import Secrets

extension SQLiteAccountStore {
    package func add(_ attempt: StoredAppleWebAttempt) async throws {
        try await write { connection in
            _ = try connection.execute(
                cached: """
                    INSERT INTO apple_web_attempts (state, browser, nonce, purpose, session, next, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                [
                    attempt.state, attempt.browser, attempt.nonce.reveal(), attempt.purpose.number, attempt.purpose.session,
                    attempt.next, attempt.expiresAt,
                ])
        }
    }

    package func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt? {
        try await write { connection in
            let attempt = try connection.first(
                """
                SELECT browser, nonce, purpose, session, next, expires_at FROM apple_web_attempts
                WHERE state = ? AND expires_at > ?
                """, [state, now]
            ) { try StoredAppleWebAttempt(state: state, from: &$0) }
            guard let attempt else { return nil }
            try connection.execute(cached: "DELETE FROM apple_web_attempts WHERE state = ?", [state])
            return attempt
        }
    }

    package func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws {
        try await write { connection in
            let assertion = parked.assertion
            if let name = assertion.name, try connection.appleIdentity(assertion.key) == nil {
                try connection.remember(name, of: assertion.key, at: now)
            }
            try connection.execute(
                cached: """
                    INSERT INTO apple_parked (
                        completion, browser, purpose, session, next, team, subject, client, email, email_verified, email_private,
                        given_name, family_name, real_user, transfer_subject, authenticated_at, proved_at, sealed, flow, expires_at
                    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
        try await write { connection in
            let parked = try connection.first(
                "SELECT \(ParkedAppleAssertion.columns) FROM apple_parked WHERE completion = ? AND expires_at > ?",
                [completion, now]
            ) { try ParkedAppleAssertion(completion: completion, from: &$0) }
            guard let parked else { return nil }
            try connection.execute(cached: "DELETE FROM apple_parked WHERE completion = ?", [completion])
            return parked
        }
    }
}
