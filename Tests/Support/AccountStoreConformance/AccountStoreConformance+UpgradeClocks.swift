@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// Password upgrades on servers whose clocks differ by five minutes.
    static let upgradeClocks: [ConformanceCase] = formerPasswordClocks + secondUpgradeClocks

    private static let formerPasswordClocks: [ConformanceCase] = [
        ConformanceCase("the former password signs in until its end on the clock of the request") { scene in
            for (name, made) in scene.clocks {
                let anna = try await scene.register(name)
                #expect(try await scene.stores.commit(scene.commit(anna, at: made)) == .committed)
                let end = made + AccountUpgrade.grace
                #expect(try await scene.stores.credential(of: anna.account.id)?.former?.until == end)
                // At the end the clock is set back, and on that clock it has not expired.
                let (before, last) = (made - .minutes(10), end - .millisecond)
                let moments: [Timestamp] = [before, made, last, end, end + .minutes(5), last, before]
                for moment in moments {
                    let opening = try scene.formerOpening(of: anna, at: moment)
                    let outcome: SessionOpeningOutcome = moment < end ? .opened : .superseded
                    #expect(try await scene.stores.open(opening, passwordVersion: 1) == outcome)
                    #expect(try await scene.opens(opening.digest, at: moment) == (moment < end))
                }
            }
        },
        ConformanceCase("a factor after the former password is in time on the accepting clock") { scene in
            for (name, made) in scene.clocks {
                let anna = try await scene.register(name)
                let totp = try await scene.addTOTP(to: anna)
                let fresh = try await scene.factorSession(of: anna, totp.id, step: 2_000)
                #expect(try await scene.stores.commit(scene.commit(anna, session: fresh, at: made)) == .committed)
                let end = made + AccountUpgrade.grace
                let challenge = try await scene.challenge(
                    .signIn(.password(version: 1)), of: anna.account.id, at: end - .minutes(1))
                for moment in [end, end + .minutes(5), end - .millisecond] {
                    let completion = FactorSignInCompletion(
                        challenge: challenge.digest, use: .totp(totp.id, step: 2_001),
                        opening: try scene.formerOpening(of: anna, at: moment))
                    let outcome: FactorCompletionResult = moment < end ? .completed : .challengeInvalid
                    #expect(try await scene.stores.completeSignIn(completion) == outcome)
                    #expect(try await scene.opens(completion.opening.digest, at: moment) == (moment < end))
                }
            }
        },
        ConformanceCase("a confirmation ends the former password for every clock") { scene in
            for (name, made) in scene.clocks {
                let anna = try await scene.register(name)
                let commit = try scene.commit(anna, at: made)
                #expect(try await scene.stores.commit(commit) == .committed)
                #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
                for moment in scene.moments + [made] {
                    let opening = try scene.formerOpening(of: anna, at: moment)
                    #expect(try await scene.stores.open(opening, passwordVersion: 1) == .superseded)
                }
                // It no longer blocks a caller with the new password.
                let next = try scene.commit(anna, version: 2, hash: .stronger, at: scene.behind)
                #expect(try await scene.stores.commit(next) == .committed)
            }
        },
        ConformanceCase("a former password that a fast clock has deleted does not return with a slow clock") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.commit(scene.commit(anna, at: scene.behind)) == .committed)
            #expect(try await scene.removeExpired(at: scene.ahead - .millisecond) == 0)
            #expect(try await scene.stores.open(scene.formerOpening(of: anna), passwordVersion: 1) == .opened)
            #expect(try await scene.removeExpired(at: scene.ahead) == 1)
            for moment in scene.moments {
                let opening = try scene.formerOpening(of: anna, at: moment)
                #expect(try await scene.stores.open(opening, passwordVersion: 1) == .superseded)
            }
            let upgrade = try #require(try await scene.stores.passwordUpgrade(of: anna.account.id))
            #expect(upgrade.formerUntil == nil)
            #expect(try await scene.stores.credential(of: anna.account.id)?.former == nil)
            // It had expired, which no clock reverts.
            let next = try scene.commit(anna, version: 2, hash: .stronger, at: scene.behind)
            #expect(try await scene.stores.commit(next) == .committed)
        },
    ]

    private static let secondUpgradeClocks: [ConformanceCase] = [
        ConformanceCase("an upgrade blocks another until the former password expires on the clock of the request") { scene in
            for (name, made) in scene.clocks {
                let anna = try await scene.register(name)
                let session = anna.opening.session.id
                #expect(try await scene.stores.commit(scene.commit(anna, session: session, at: made)) == .committed)
                let end = made + AccountUpgrade.grace
                let (before, last) = (made - .minutes(10), end - .millisecond)
                for moment in [before, made, last] {
                    for asking in [nil, session] {
                        let early = try scene.commit(anna, version: 2, hash: .stronger, session: asking, at: moment)
                        #expect(try await scene.stores.commit(early) == .superseded)
                    }
                }
                let next = try scene.commit(anna, version: 2, hash: .stronger, session: session, at: end)
                #expect(try await scene.stores.commit(next) == .committed)
                #expect(try await scene.stores.credential(of: anna.account.id)?.version == 3)
            }
        },
        ConformanceCase("an upgrade blocks a conversion until the former password expires on the clock of the request") { scene in
            let anna = try await scene.register("anna")
            // Made with a slow clock, so that it ends before the nonce does.
            #expect(try await scene.stores.commit(scene.commit(anna, at: scene.behind)) == .committed)
            let conversion = try await scene.conversion(anna, renews: false, version: 2)
            for moment in [scene.behind, scene.start, scene.ahead - .millisecond] {
                #expect(try await scene.stores.convert(scene.changed(conversion, at: moment)) == .superseded)
            }
            #expect(try await scene.stores.convert(scene.changed(conversion, at: scene.ahead)) == .converted)
            // On the clock of the upgrade, the former password would have signed in for ten more minutes.
            for moment in scene.moments {
                let opening = try scene.formerOpening(of: anna, at: moment)
                #expect(try await scene.stores.open(opening, passwordVersion: 1) == .superseded)
                #expect(try await scene.stores.convert(scene.changed(conversion, at: moment)) == .repeated)
            }
        },
        ConformanceCase("an upgrade repeated with another clock is made once, and its time is not extended") { scene in
            for (name, made) in scene.clocks {
                let anna = try await scene.register(name)
                let commit = try scene.commit(anna, at: made)
                #expect(try await scene.stores.commit(commit) == .committed)
                let stored = try #require(try await scene.stores.passwordUpgrade(of: anna.account.id))
                let end = made + AccountUpgrade.grace
                // Also on a server that knows the new password and has no restriction left.
                for moment in scene.moments + [end, end + .minutes(5)] {
                    for version in [1, 2] {
                        let again = try scene.again(commit, version: version, at: moment)
                        #expect(try await scene.stores.commit(again) == .repeated)
                    }
                }
                #expect(try await scene.stores.passwordUpgrade(of: anna.account.id) == stored)
                #expect(try await scene.stores.credential(of: anna.account.id)?.version == 2)
                let late = try scene.formerOpening(of: anna, at: end)
                #expect(try await scene.stores.open(late, passwordVersion: 1) == .superseded)
            }
        },
        ConformanceCase("the next upgrade, with a fast clock, ends the first former password for slow clocks") { scene in
            let anna = try await scene.register("anna")
            let first = try scene.commit(anna)
            #expect(try await scene.stores.commit(first) == .committed)
            let second = try scene.commit(anna, version: 2, hash: .stronger, at: first.formerUntil)
            #expect(try await scene.stores.commit(second) == .committed)
            // On all of these clocks, the ten minutes of the first upgrade have not passed.
            for moment in scene.moments {
                let oldest = try scene.formerOpening(of: anna, at: moment)
                #expect(try await scene.stores.open(oldest, passwordVersion: 1) == .superseded)
                let former = try scene.formerOpening(of: anna, at: moment)
                #expect(try await scene.stores.open(former, passwordVersion: 2) == .opened)
                #expect(try await scene.stores.commit(scene.again(first, version: 1, at: moment)) == .superseded)
                #expect(try await scene.stores.commit(scene.again(second, version: 2, at: moment)) == .repeated)
                #expect(try await scene.stores.commit(scene.commit(anna, version: 3, at: moment)) == .superseded)
            }
            #expect(try await !scene.stores.confirmPasswordUpgrade(first.key, of: anna.account.id))
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(credential.version == 3)
            #expect(credential.former == FormerPassword(hash: try StoredHash.second.value(), until: second.formerUntil))
        },
        ConformanceCase("authentication before an upgrade with a fast clock does not count as authentication since") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna, at: scene.ahead).session.id
            let commit = try scene.commit(anna, session: anna.opening.session.id, at: scene.behind)
            #expect(try await scene.stores.commit(commit) == .committed)
            #expect(try await scene.stores.passwordUpgrade(of: anna.account.id)?.committedAt == scene.ahead)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            for shown in [scene.behind, scene.start, scene.ahead, scene.ahead + .millisecond] {
                try #require(
                    try await scene.stores.renew(
                        scene.renewal(of: other, at: shown), passwordVersion: 2,
                        event: scene.event(.reauthenticated, anna.account.id, at: shown)))
                let next = try scene.commit(anna, version: 2, hash: .stronger, session: other, at: scene.ahead + .minutes(1))
                let outcome: PasswordUpgradeResult = shown > scene.ahead ? .committed : .superseded
                #expect(try await scene.stores.commit(next) == outcome)
            }
        },
    ]
}

extension ConformanceScene {
    /// Returns the same upgrade again, as a server with a clock at that time would make it.
    fileprivate func again(_ commit: PasswordUpgradeCommit, version: Int, at moment: Timestamp) throws -> PasswordUpgradeCommit {
        PasswordUpgradeCommit(
            key: commit.key, account: commit.account, version: version, hash: try StoredHash.stronger.value(),
            session: commit.session, formerUntil: moment + AccountUpgrade.grace,
            event: event(.passwordUpgraded, commit.account, at: moment))
    }
}
