#if PostgreSQL
import AccountStore
import Accounts
import Secrets
import Testing

@testable import AccountStorePostgreSQL

extension StoredChallenge {
    /// One that stands for a minute.
    init(random: PredictableRandomBytes) throws {
        let digest = try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount)))
        self.init(digest: digest, purpose: .appleSignIn, expiresAt: Self.issuing + .seconds(60))
    }

    fileprivate static var issuing: Timestamp { Timestamp(seconds: 1_700_000_000) }
}

extension PostgreSQLAccountStore {
    /// Whether the challenge was there until now.
    func consume(_ challenge: StoredChallenge) async throws -> Bool {
        try await consumeChallenge(challenge.digest, for: challenge.purpose, now: StoredChallenge.issuing)
    }
}
#endif
