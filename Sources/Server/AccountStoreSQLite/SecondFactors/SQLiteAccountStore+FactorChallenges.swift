import AccountTables
package import Accounts
import GRDB
package import Secrets

extension SQLiteAccountStore {
    package func add(_ challenge: StoredFactorChallenge) async throws {
        try await write { connection in
            guard let account = try connection.number(of: challenge.account) else { return }
            if let session = challenge.purpose.session {
                try connection.execute(
                    cached: "DELETE FROM factor_challenges WHERE account = ? AND session = ?", [account, session])
            }
            let (version, identity) = try connection.firstFactor(of: challenge.purpose)
            try connection.execute(
                cached: """
                    INSERT INTO factor_challenges (
                        digest, account, session, password_version, apple_identity, device, issued_at, expires_at
                    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                [
                    challenge.digest, account, challenge.purpose.session, version, identity, challenge.device, challenge.issuedAt,
                    challenge.expiresAt,
                ])
            // Strangers push out strangers alone: whoever knows the password could keep the account's own devices from ending what they began.
            try connection.execute(
                cached: """
                    DELETE FROM factor_challenges
                    WHERE account = ?1 AND session IS NULL AND digest <> ?2 AND (device IS NULL) = (?4 IS NULL) AND digest NOT IN (
                        SELECT digest FROM factor_challenges
                        WHERE account = ?1 AND session IS NULL AND digest <> ?2 AND (device IS NULL) = (?4 IS NULL)
                        ORDER BY issued_at DESC LIMIT ?3
                    )
                    """, [account, challenge.digest, FactorChallenge.limit - 1, challenge.device])
        }
    }

    package func factorChallenge(_ digest: TokenDigest, now: Timestamp) async throws -> StoredFactorChallenge? {
        try await read { try $0.factorChallenge(digest, in: nil, now: now)?.challenge }
    }

    package func takeFactorAttempt(
        at challenge: TokenDigest, in session: SessionID?, now: Timestamp
    ) async throws -> StoredFactorChallenge? {
        try await write { connection in
            let taken = try connection.execute(
                cached: """
                    UPDATE factor_challenges SET attempts = attempts + 1
                    WHERE digest = ? AND session IS ? AND expires_at > ? AND attempts < ?
                    """, [challenge, session, now, FactorChallenge.attempts])
            guard taken == 1 else { return nil }
            return try connection.factorChallenge(challenge, in: session, now: now)?.challenge
        }
    }

    package func completeSignIn(_ completion: FactorSignInCompletion) async throws -> FactorCompletionResult {
        try await write { connection in
            let now = completion.opening.event.at
            guard let kept = try connection.factorChallenge(completion.challenge, in: nil, now: now),
                kept.challenge.account == completion.opening.session.account, try connection.holds(kept, for: completion.opening)
            else { return .challengeGone }
            guard try connection.use(completion.use, of: kept.account, at: now) else { return .factorUsed }
            try connection.execute(cached: "DELETE FROM factor_challenges WHERE digest = ?", [completion.challenge])
            if let event = completion.codeEvent { try connection.insert(event, of: kept.account) }
            try connection.insert(completion.opening, of: kept.account, by: kept.appleIdentity)
            return .completed
        }
    }

    package func completeStepUp(_ completion: FactorStepUpCompletion) async throws -> FactorCompletionResult {
        try await write { connection in
            let (session, now) = (completion.renewal.session, completion.event.at)
            guard let kept = try connection.factorChallenge(completion.challenge, in: session, now: now),
                try connection.isLiving(session, of: kept.account, at: now)
            else { return .challengeGone }
            guard try connection.use(completion.use, of: kept.account, at: now) else { return .factorUsed }
            try connection.execute(cached: "DELETE FROM factor_challenges WHERE digest = ?", [completion.challenge])
            _ = try connection.renew(completion.renewal, of: kept.account, at: now)
            for event in [completion.codeEvent, completion.event].compactMap(\.self) {
                try connection.insert(event, of: kept.account)
            }
            return .completed
        }
    }
}

extension Database {
    /// What was shown first, as the columns have it.
    fileprivate func firstFactor(of purpose: FactorPurpose) throws -> (version: Int?, identity: Int64?) {
        switch purpose {
        case .stepUp: (nil, nil)
        case .signIn(.password(let version)): (version, nil)
        case .signIn(.apple(let id)): (nil, try appleIdentity(id)?.number)
        }
    }
}
