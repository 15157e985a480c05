@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// Second factors on servers whose clocks differ by five minutes.
    static let factorClocks: [ConformanceCase] = [
        ConformanceCase("a sign-in accepts a factor until its end on the accepting clock, and completes once") { scene in
            for (name, issued) in scene.clocks {
                let anna = try await scene.register(name)
                let (totp, uses) = try await scene.addFactors(to: anna)
                for use in uses {
                    let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id, at: issued)
                    let end = issued + FactorChallenge.lifetime
                    for late in [end, end + .minutes(5)] {
                        #expect(try await scene.stores.factorChallenge(challenge.digest, now: late) == nil)
                        let completion = try scene.completion(of: challenge, by: use, at: late)
                        #expect(try await scene.stores.completeSignIn(completion) == .challengeInvalid)
                        #expect(try await !scene.opens(completion.opening.digest))
                    }
                    // On a slow clock it has not ended, and the late answer used nothing up.
                    let last = end - .millisecond
                    #expect(try await scene.stores.factorChallenge(challenge.digest, now: last) == challenge)
                    let inTime = try scene.completion(of: challenge, by: use, at: last)
                    #expect(try await scene.stores.completeSignIn(inTime) == .completed)
                    #expect(try await scene.opens(inTime.opening.digest))
                    for moment in scene.moments + [last] {
                        let again = try scene.completion(of: challenge, by: .totp(totp, step: 3_000), at: moment)
                        #expect(try await scene.stores.completeSignIn(again) == .challengeInvalid)
                        #expect(try await !scene.opens(again.opening.digest))
                    }
                }
                let left = try await scene.stores.secondFactors(of: anna.account.id)
                #expect(left.recoveryCodes == 0)
                #expect(try await scene.stores.totp(of: anna.account.id)?.lastStep == 2_000)
            }
        },
        ConformanceCase("a session accepts a factor until the end on the accepting clock, and is renewed once") { scene in
            for (name, issued) in scene.clocks {
                let anna = try await scene.register(name)
                let (totp, uses) = try await scene.addFactors(to: anna)
                for use in uses {
                    let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id, at: issued)
                    let end = issued + FactorChallenge.lifetime
                    for late in [end, end + .minutes(5)] {
                        let completion = try scene.stepUp(challenge, by: use, at: late)
                        #expect(try await scene.stores.completeStepUp(completion) == .challengeInvalid)
                        #expect(try await !scene.opens(completion.renewal))
                    }
                    let last = end - .millisecond
                    let inTime = try scene.stepUp(challenge, by: use, at: last)
                    #expect(try await scene.stores.completeStepUp(inTime) == .completed)
                    for moment in scene.moments + [last] {
                        let again = try scene.stepUp(challenge, by: .totp(totp, step: 3_000), at: moment)
                        #expect(try await scene.stores.completeStepUp(again) == .challengeInvalid)
                    }
                    // Exactly one renewal applies, with the time of its server.
                    #expect(try await scene.session(inTime.renewal)?.session.factorAuthenticatedAt == last)
                }
                #expect(try await scene.stores.totp(of: anna.account.id)?.lastStep == 2_000)
            }
        },
        ConformanceCase("all clocks together accept five answers to a challenge, and none after its end") { scene in
            for (name, issued) in scene.clocks {
                let anna = try await scene.register(name)
                let session = anna.opening.session.id
                for purpose in [FactorPurpose.signIn(.password(version: 1)), .stepUp(session)] {
                    let challenge = try await scene.challenge(purpose, of: anna.account.id, at: issued)
                    let end = issued + FactorChallenge.lifetime
                    for _ in 0...FactorChallenge.attempts {
                        let late = try await scene.stores.takeFactorAttempt(at: challenge.digest, in: purpose.session, now: end)
                        #expect(late == nil)
                    }
                    var taken = 0
                    let last = end - .millisecond
                    let living = [last] + scene.moments.filter { $0 < end }
                    for _ in 0..<FactorChallenge.attempts {
                        for moment in living {
                            let found = try await scene.stores.takeFactorAttempt(
                                at: challenge.digest, in: purpose.session, now: moment)
                            // The time limit for a device depends on the stored time of issue.
                            if let found {
                                #expect(found == challenge)
                                taken += 1
                            }
                        }
                    }
                    #expect(taken == FactorChallenge.attempts)
                }
            }
        },
        ConformanceCase("an attestation is accepted until its end on the accepting clock, once") { scene in
            let session = try await scene.register("anna").opening.session.id
            for issued in scene.moments {
                let end = issued + FactorChallenge.signatureLifetime
                let challenge = StoredChallenge(digest: try scene.digest(), purpose: .deviceKey(session), expiresAt: end)
                try await scene.stores.add(challenge)
                let last = end - .millisecond
                let answers: [(Timestamp, Bool)] = [(end, false), (end + .minutes(5), false), (last, true), (last, false)]
                for (moment, isTaken) in answers {
                    let taken = try await scene.stores.consumeChallenge(challenge.digest, for: .deviceKey(session), now: moment)
                    #expect(taken == isTaken)
                }
                for moment in scene.moments {
                    let again = try await scene.stores.consumeChallenge(challenge.digest, for: .deviceKey(session), now: moment)
                    #expect(!again)
                }
            }
        },
        ConformanceCase("a challenge that a fast clock has deleted is not answered with a slow clock") { scene in
            let anna = try await scene.register("anna")
            let (session, code) = (anna.opening.session.id, try scene.digest())
            try await scene.addTOTP(to: anna, codes: [code])
            let signIn = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id, at: scene.behind)
            let stepUp = try await scene.challenge(.stepUp(session), of: anna.account.id, at: scene.behind)
            // On the fast clock, all three end now.
            let statement = StoredChallenge(digest: try scene.digest(), purpose: .deviceKey(session), expiresAt: scene.ahead)
            try await scene.stores.add(statement)
            #expect(try await scene.removeExpired(at: scene.ahead - .millisecond) == 0)
            #expect(try await scene.stores.factorChallenge(signIn.digest, now: scene.start) == signIn)
            #expect(try await scene.removeExpired(at: scene.ahead) == 3)
            for moment in scene.moments {
                let completion = try scene.completion(of: signIn, by: .recoveryCode(code), at: moment)
                #expect(try await scene.stores.completeSignIn(completion) == .challengeInvalid)
                let renewing = try scene.stepUp(stepUp, by: .recoveryCode(code), at: moment)
                #expect(try await scene.stores.completeStepUp(renewing) == .challengeInvalid)
                let taken = try await scene.stores.consumeChallenge(statement.digest, for: .deviceKey(session), now: moment)
                #expect(!taken)
            }
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 1)
        },
        ConformanceCase("a step that one clock accepted, and all earlier ones, are used for every clock") { scene in
            let anna = try await scene.register("anna")
            // The clock at the start is ahead of the one at the confirmation.
            let totp = try scene.totp(of: anna.account.id, at: scene.ahead)
            #expect(try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.ahead) == .begun)
            let addition = scene.addition(to: anna, at: scene.behind)
            #expect(
                try await scene.stores.confirmTOTP(totp.id, step: 1_000, isLate: false, addition) == .added(withRecoveryCodes: true)
            )
            try await scene.expectUsed(1_000, of: totp.id, anna)

            let takers: [(Timestamp, Int64)] = [(scene.ahead, 2_000), (scene.behind, 2_001), (scene.start, 2_010)]
            for (now, step) in takers {
                let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id, at: now)
                let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: step), at: now)
                #expect(try await scene.stores.completeSignIn(completion) == .completed)
                try await scene.expectUsed(step, of: totp.id, anna)
            }
            let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id, at: scene.behind)
            let stepUp = try scene.stepUp(challenge, by: .totp(totp.id, step: 2_011), at: scene.behind)
            #expect(try await scene.stores.completeStepUp(stepUp) == .completed)
            try await scene.expectUsed(2_011, of: totp.id, anna)
        },
        ConformanceCase("maintenance deletes no used step, however fast its clock") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna, step: 1_000)
            while try await scene.removeExpired(at: scene.start + .days(1_000)) > 0 {}
            #expect(try await scene.stores.totp(of: anna.account.id)?.lastStep == 1_000)
            let uses: [(Int64, FactorCompletionResult)] = [(1_000, .factorUsed), (999, .factorUsed), (1_001, .completed)]
            for (step, outcome) in uses {
                let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
                let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: step))
                #expect(try await scene.stores.completeSignIn(completion) == outcome)
            }
        },
    ]
}

extension ConformanceScene {
    /// Gives the account a factor of each kind and returns an unused use of each. The use of the authenticator has step 2,000.
    /// Fails the case if that is not possible.
    fileprivate func addFactors(to registered: Registered) async throws -> (totp: TOTPID, uses: [FactorUse]) {
        let code = try digest()
        let totp = try await addTOTP(to: registered, codes: [code])
        let key = try deviceKey(of: registered.account.id)
        let result = try await stores.add(key, addition(to: registered, kind: .deviceKeyAdded))
        try #require(result == .added(withRecoveryCodes: false))
        return (totp.id, [.totp(totp.id, step: 2_000), .recoveryCode(code), .deviceKey(key.id)])
    }

    /// Expects that no clock accepts the step or the previous one, for a sign-in or in the session, and that it stays the last
    /// one.
    fileprivate func expectUsed(_ step: Int64, of totp: TOTPID, _ registered: Registered) async throws {
        let account = registered.account.id
        for moment in moments {
            for used in [step, step - 1] {
                let use = FactorUse.totp(totp, step: used)
                let signIn = try await challenge(.signIn(.password(version: 1)), of: account, at: moment)
                #expect(try await stores.completeSignIn(completion(of: signIn, by: use, at: moment)) == .factorUsed)
                let session = try await challenge(.stepUp(registered.opening.session.id), of: account, at: moment)
                #expect(try await stores.completeStepUp(stepUp(session, by: use, at: moment)) == .factorUsed)
            }
        }
        #expect(try await stores.totp(of: account)?.lastStep == step)
    }
}
