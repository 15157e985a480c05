@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// ``ChallengeStore``.
    package static let challenges: [ConformanceCase] = [
        ConformanceCase("a challenge is answered once") { scene in
            let challenge = try await scene.challenge(for: .appleSignIn)
            #expect(try await scene.stores.consumeChallenge(challenge.digest, for: .appleSignIn, now: scene.start))
            #expect(!(try await scene.stores.consumeChallenge(challenge.digest, for: .appleSignIn, now: scene.start)))
        },
        ConformanceCase("an unknown challenge is not answered") { scene in
            try await scene.challenge(for: .appleSignIn)
            #expect(!(try await scene.stores.consumeChallenge(scene.digest(), for: .appleSignIn, now: scene.start)))
        },
        ConformanceCase("a challenge is valid until its expiry") { scene in
            let (first, second) = (try await scene.challenge(for: .appleSignIn), try await scene.challenge(for: .appleSignIn))
            let end = first.expiresAt
            #expect(!(try await scene.stores.consumeChallenge(first.digest, for: .appleSignIn, now: end)))
            #expect(try await scene.stores.consumeChallenge(second.digest, for: .appleSignIn, now: end - .millisecond))
        },
        ConformanceCase("a challenge is valid for its purpose and session only, and other attempts do not use it up") { scene in
            let (session, other) = (SessionID(random: scene.random), SessionID(random: scene.random))
            let purposes: [ChallengePurpose] = [
                .appleSignIn, .appleLink(session), .appleLink(other), .appleReauthentication(session),
                .appleReauthentication(other), .deviceKey(session), .deviceKey(other),
            ]
            for purpose in purposes {
                let challenge = try await scene.challenge(for: purpose)
                for wrong in purposes where wrong != purpose {
                    #expect(!(try await scene.stores.consumeChallenge(challenge.digest, for: wrong, now: scene.start)))
                }
                #expect(try await scene.stores.consumeChallenge(challenge.digest, for: purpose, now: scene.start))
            }
        },
        ConformanceCase("of 64 answers to one challenge, one is accepted") { scene in
            let challenge = try await scene.challenge(for: .appleSignIn)
            let outcomes = try await scene.race { _ in
                try await scene.stores.consumeChallenge(challenge.digest, for: .appleSignIn, now: scene.start)
            }
            #expect(outcomes.count { $0 } == 1)
        },
        ConformanceCase("of 64 uses of one identity token without a nonce, one is the first, and another token is accepted as well")
        {
            scene in
            let token = UnboundAppleToken(
                digest: try scene.digest(), issuedAt: scene.start, expiresAt: scene.start + .minutes(10))
            let outcomes = try await scene.race { _ in try await scene.stores.recordUse(of: token) }
            #expect(outcomes.count { $0 } == 1)
            let later = UnboundAppleToken(
                digest: token.digest, issuedAt: token.issuedAt, expiresAt: token.expiresAt + .minutes(10))
            #expect(try await !scene.stores.recordUse(of: later))
            let other = UnboundAppleToken(digest: try scene.digest(), issuedAt: token.issuedAt, expiresAt: token.expiresAt)
            #expect(try await scene.stores.recordUse(of: other))
        },
        ConformanceCase("used tokens are deleted an hour after their expiry") { scene in
            let token = UnboundAppleToken(
                digest: try scene.digest(), issuedAt: scene.start, expiresAt: scene.start + .minutes(10))
            #expect(try await scene.stores.recordUse(of: token))
            #expect(try await scene.removeExpired(at: token.expiresAt + .minutes(60) - .millisecond) == 0)
            #expect(try await !scene.stores.recordUse(of: token))
            #expect(try await scene.removeExpired(at: token.expiresAt + .minutes(60)) == 1)
            #expect(try await scene.stores.recordUse(of: token))
        },
        ConformanceCase("expired challenges are deleted") { scene in
            let challenge = try await scene.challenge(for: .appleSignIn)
            #expect(try await scene.removeExpired(at: challenge.expiresAt - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: challenge.expiresAt) == 1)
        },
    ]
}

extension ConformanceScene {
    @discardableResult
    fileprivate func challenge(for purpose: ChallengePurpose) async throws -> StoredChallenge {
        let challenge = StoredChallenge(digest: try digest(), purpose: purpose, expiresAt: start + .minutes(10))
        try await stores.add(challenge)
        return challenge
    }
}
