@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// Servers over one store whose clocks differ by five minutes in either direction. Every protocol receives the time from its
    /// caller.
    package static let clocks: [ConformanceCase] = sessionClocks + factorClocks + upgradeClocks + passkeyClocks

    private static let sessionClocks: [ConformanceCase] = [
        ConformanceCase("a session opened with a wrong clock is active for the others, and its end applies to all") { scene in
            for (name, opened) in [("anna", scene.ahead), ("berta", scene.behind)] {
                let registered = try await scene.register(name, at: opened)
                let digest = registered.opening.digest
                for moment in scene.moments { #expect(try await scene.opens(digest, at: moment)) }
                for moment in scene.moments.reversed() {
                    try await scene.stores.recordUse(
                        of: registered.opening.session.id, at: moment, idleExpiry: moment + .days(14),
                        address: Client.telephone.address)
                }
                // The latest use is stored, in any order of arrival.
                let session = try #require(try await scene.stores.session(digest, now: scene.start)).session
                #expect(session.lastUsedAt == scene.ahead)
                #expect(
                    try await scene.stores.revoke(
                        session.id, of: registered.account.id, device: .forgotten,
                        event: scene.event(.sessionRevoked, registered.account.id, at: scene.behind)))
                for moment in scene.moments { #expect(try await !scene.opens(digest, at: moment)) }
            }
        },
        ConformanceCase("a budget is charged once for all clocks, and no clock refunds another's charge") { scene in
            let budget = try #require(Budget(burst: 6, refill: 1, per: .days(1)))
            let charges = [ThrottleCharge(key: scene.budgetKey(), budget: budget)]
            var admitted = 0
            for _ in 0..<5 {
                for moment in scene.moments {
                    if try await scene.stores.charge(charges, now: moment) == .admitted { admitted += 1 }
                }
            }
            #expect(admitted == 6)
        },
        ConformanceCase("a challenge of a wrong clock is answered once with a right one") { scene in
            for moment in [scene.ahead, scene.behind] {
                let challenge = StoredChallenge(
                    digest: try scene.digest(), purpose: .appleSignIn, expiresAt: moment + .minutes(10))
                try await scene.stores.add(challenge)
                #expect(try await scene.stores.consumeChallenge(challenge.digest, for: .appleSignIn, now: scene.start))
                for moment in scene.moments {
                    #expect(
                        try await !scene.stores.consumeChallenge(challenge.digest, for: .appleSignIn, now: moment))
                }
            }
        },
        ConformanceCase("a job leased with a slow clock may be leased again, and one of the two finishes it") { scene in
            try await scene.registerWithApple("anna", grant: try scene.code())
            let first = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            #expect(try await scene.claim(.exchangeAppleCode, at: scene.behind) == [])
            let second = try #require(try await scene.claim(.exchangeAppleCode, at: scene.ahead).first)
            #expect(!(try await scene.stores.finish(first)))
            #expect(try await scene.stores.finish(second))
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 0)
        },
        ConformanceCase("password changes with two clocks have one history") { scene in
            let registered = try await scene.register("anna")
            let first = try scene.replacement(of: registered, at: scene.ahead)
            #expect(try await scene.stores.replacePassword(first) == .replaced)
            let stale = try scene.replacement(of: registered, hash: .first, at: scene.behind)
            #expect(try await scene.stores.replacePassword(stale) != .replaced)
            let version = try #require(try await scene.stores.credential(of: registered.account.id)).version
            let second = try scene.replacement(
                of: registered, version: version,
                by: scene.renewal(of: registered.opening.session.id, at: scene.behind), hash: .first, at: scene.behind)
            #expect(try await scene.stores.replacePassword(second) == .replaced)
            #expect(try await scene.opens(second.renewal))
            #expect(try await !scene.opens(first.renewal))
        },
        ConformanceCase("maintenance with a fast clock deletes nothing that has days to live") { scene in
            let registered = try await scene.register("anna", at: scene.behind)
            _ = try await scene.stores.removeExpired(now: scene.ahead, retention: Retention(), limit: 500)
            #expect(try await scene.opens(registered.opening.digest, at: scene.behind))
            #expect(try await scene.knows(registered.opening.device))
        },
    ]
}

extension ConformanceScene {
    var ahead: Timestamp { start + .minutes(5) }
    var behind: Timestamp { start - .minutes(5) }
    var moments: [Timestamp] { [start, ahead, behind] }

    /// The same clocks, each with a name for the account that a case creates.
    var clocks: [(name: String, now: Timestamp)] { [("anna", start), ("berta", ahead), ("clara", behind)] }
}
