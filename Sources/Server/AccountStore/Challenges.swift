package import Accounts
package import Secrets

extension StoreEngine {
    package func add(_ challenge: StoredChallenge) async throws {
        _ = try await change(
            "INSERT INTO challenges (digest, purpose, session, expires_at) VALUES ($1, $2, $3, $4)",
            [challenge.digest, challenge.purpose.number, challenge.purpose.session, challenge.expiresAt])
    }

    package func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool {
        try await change(
            """
            DELETE FROM challenges
            WHERE digest = $1 AND purpose = $2 AND session IS NOT DISTINCT FROM $3 AND expires_at > $4
            """, [digest, purpose.number, purpose.session, now]) == 1
    }

    package func recordUse(of token: UnboundAppleToken) async throws -> Bool {
        try await change(
            "INSERT INTO apple_used_tokens (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
            [token.digest, token.expiresAt]) == 1
    }
}

extension ChallengePurpose {
    fileprivate var number: Int {
        switch self {
        case .appleSignIn: 1
        case .appleLink: 2
        case .appleReauthentication: 3
        case .deviceKey: 4
        }
    }
}
