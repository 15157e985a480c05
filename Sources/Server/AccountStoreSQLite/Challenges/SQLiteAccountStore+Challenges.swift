import AccountTables
package import Accounts
import GRDB
package import Secrets

extension SQLiteAccountStore {
    package func add(_ challenge: StoredChallenge) async throws {
        try await write { connection in
            _ = try connection.execute(
                cached: "INSERT INTO challenges (digest, purpose, session, expires_at) VALUES (?, ?, ?, ?)",
                [challenge.digest, challenge.purpose.number, challenge.purpose.session, challenge.expiresAt])
        }
    }

    package func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool {
        try await write { connection in
            try connection.execute(
                cached: "DELETE FROM challenges WHERE digest = ? AND purpose = ? AND session IS ? AND expires_at > ?",
                [digest, purpose.number, purpose.session, now]) == 1
        }
    }

    package func recordUse(of token: UnboundAppleToken) async throws -> Bool {
        try await write { connection in
            try connection.execute(
                cached: "INSERT INTO apple_used_tokens (digest, expires_at) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
                [token.digest, token.expiresAt]) == 1
        }
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
