import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``SecondFactorStore``: verifying factors.
    package static let factorChallenges: [ConformanceCase] = asking + completing

    private static let asking: [ConformanceCase] = [
        ConformanceCase("an account with a second factor opens no session with one factor") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("000001.anna", to: anna)
            try await scene.addTOTP(to: anna)
            let byPassword = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(byPassword, passwordVersion: anna.version) == .factorRequired)
            let identity = try #require(try await scene.stores.appleIdentity(scene.key("000001.anna")))
            let verification = scene.verification(
                try scene.assertion("000001.anna", email: scene.email("anna@example.com"), at: scene.start + .minutes(1)),
                id: identity.id)
            let byApple = try scene.appleOpening(of: anna.account.id)
            #expect(try await scene.stores.open(byApple, by: verification) == .factorRequired)
            for opening in [byPassword, byApple] {
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
            // Apple's values are still stored.
            #expect(try await scene.stores.appleIdentity(identity.id)?.email?.address == "anna@example.com")
        },
        ConformanceCase("a challenge accepts five answers until its expiry") { scene in
            let anna = try await scene.register("anna")
            let challenge = try await scene.challenge(
                .signIn(.password(version: 1)), of: anna.account.id, device: anna.opening.device.digest)
            #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: challenge.expiresAt) == nil)
            // Reading the challenge is not an answer.
            for _ in 0...FactorChallenge.attempts {
                #expect(try await scene.stores.factorChallenge(challenge.digest, now: scene.start) == challenge)
            }
            #expect(try await scene.stores.factorChallenge(challenge.digest, now: challenge.expiresAt) == nil)
            #expect(try await scene.stores.factorChallenge(scene.digest(), now: scene.start) == nil)
            for _ in 0..<FactorChallenge.attempts {
                #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start) == challenge)
            }
            #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start) == nil)
        },
        ConformanceCase("a challenge is valid in its session only, and other attempts do not count") { scene in
            let anna = try await scene.register("anna")
            let (session, other) = (anna.opening.session.id, try await scene.signIn(anna).session.id)
            let challenge = try await scene.challenge(.stepUp(session), of: anna.account.id)
            for wrong in [nil, other] {
                for _ in 0..<6 {
                    #expect(
                        try await scene.stores.takeFactorAttempt(at: challenge.digest, in: wrong, now: scene.start) == nil)
                }
            }
            #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: session, now: scene.start) == challenge)
            let signIn = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            #expect(try await scene.stores.takeFactorAttempt(at: signIn.digest, in: session, now: scene.start) == nil)
        },
        ConformanceCase("a session has one challenge and an account twenty for signing in, and the oldest are replaced") { scene in
            let anna = try await scene.register("anna")
            let session = anna.opening.session.id
            let first = try await scene.challenge(.stepUp(session), of: anna.account.id)
            let second = try await scene.challenge(.stepUp(session), of: anna.account.id)
            #expect(try await scene.stores.takeFactorAttempt(at: first.digest, in: session, now: scene.start) == nil)
            var signIns: [StoredFactorChallenge] = []
            for index in 0...FactorChallenge.limit {
                signIns.append(
                    try await scene.challenge(
                        .signIn(.password(version: 1)), of: anna.account.id, at: scene.start + .seconds(index)))
            }
            let now = scene.start + .minutes(1)
            #expect(try await scene.stores.takeFactorAttempt(at: signIns[0].digest, in: nil, now: now) == nil)
            #expect(try await scene.stores.takeFactorAttempt(at: signIns[1].digest, in: nil, now: now) == signIns[1])
            #expect(try await scene.stores.takeFactorAttempt(at: second.digest, in: session, now: now) == second)
        },
        ConformanceCase("sign-ins from unknown devices and from known devices do not replace each other's challenges") { scene in
            let anna = try await scene.register("anna")
            let device = anna.opening.device.digest
            for (mine, others) in [(device, nil), (nil, device)] as [(TokenDigest?, TokenDigest?)] {
                let began = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id, device: mine)
                for index in 1...FactorChallenge.limit + 1 {
                    _ = try await scene.challenge(
                        .signIn(.password(version: 1)), of: anna.account.id, device: others, at: scene.start + .seconds(index))
                }
                let now = scene.start + .minutes(1)
                #expect(try await scene.stores.takeFactorAttempt(at: began.digest, in: nil, now: now) == began)
            }
        },
        ConformanceCase("a deleted challenge has no answer and completes nothing, and other challenges stay") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna, step: 1_000)
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let other = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            for _ in 0..<2 { try await scene.stores.removeFactorChallenge(challenge.digest) }
            #expect(try await scene.stores.factorChallenge(challenge.digest, now: scene.start) == nil)
            #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start) == nil)
            let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeSignIn(completion) == .challengeInvalid)
            #expect(try await scene.stores.takeFactorAttempt(at: other.digest, in: nil, now: scene.start) == other)
        },
        ConformanceCase("expired challenges for second factors are deleted") { scene in
            let anna = try await scene.register("anna")
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            #expect(try await scene.removeExpired(at: challenge.expiresAt - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: challenge.expiresAt) == 1)
        },
    ]

    private static let completing: [ConformanceCase] = [
        ConformanceCase("a second factor opens the session of the first factor, once") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna, step: 1_000)
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeSignIn(completion) == .completed)
            let stored = try #require(try await scene.stores.session(completion.opening.digest, now: scene.start))
            #expect(stored.session == completion.opening.session)
            #expect(try await scene.stores.totp(of: anna.account.id)?.lastStep == 1_001)
            let again = try scene.completion(of: challenge, by: .totp(totp.id, step: 1_002))
            #expect(try await scene.stores.completeSignIn(again) == .challengeInvalid)
        },
        ConformanceCase("a used step or code and a deleted key open nothing, and the challenge stays valid") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna, step: 1_000)
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let uses: [FactorUse] = [
                .totp(totp.id, step: 1_000), .totp(totp.id, step: 999), .totp(TOTPID(random: scene.random), step: 1_001),
                .recoveryCode(try scene.digest()), .deviceKey(DeviceKeyID(random: scene.random)),
            ]
            for use in uses {
                let completion = try scene.completion(of: challenge, by: use)
                #expect(try await scene.stores.completeSignIn(completion) == .factorUsed)
                #expect(!(try await scene.opens(completion.opening.digest)))
            }
            let right = try scene.completion(of: challenge, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeSignIn(right) == .completed)
        },
        ConformanceCase("another account's factors open nothing") { scene in
            let (anna, bert) = (try await scene.register("anna"), try await scene.register("bert"))
            try await scene.addTOTP(to: anna)
            let code = try scene.digest()
            let totp = try await scene.addTOTP(to: bert, codes: [code])
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let key = try scene.deviceKey(of: bert.account.id)
            _ = try await scene.stores.add(key, scene.addition(to: bert, kind: .deviceKeyAdded))
            for use in [FactorUse.totp(totp.id, step: 2_000), .recoveryCode(code), .deviceKey(key.id)] {
                #expect(try await scene.stores.completeSignIn(scene.completion(of: challenge, by: use)) == .factorUsed)
            }
            let forBert = FactorSignInCompletion(
                challenge: challenge.digest, use: .recoveryCode(code), opening: try scene.factorOpening(of: bert.account.id))
            #expect(try await scene.stores.completeSignIn(forBert) == .challengeInvalid)
            let left = try await scene.stores.secondFactors(of: bert.account.id)
            #expect(left.recoveryCodes == 1)
            #expect(left.deviceKeys == [key])
        },
        ConformanceCase("an unconfirmed authenticator opens nothing") { scene in
            let anna = try await scene.register("anna")
            let totp = try scene.totp(of: anna.account.id)
            #expect(try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start) == .begun)
            let key = try scene.deviceKey(of: anna.account.id)
            _ = try await scene.stores.add(key, scene.addition(to: anna, kind: .deviceKeyAdded))
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let byCode = try scene.completion(of: challenge, by: .totp(totp.id, step: 2_000))
            #expect(try await scene.stores.completeSignIn(byCode) == .factorUsed)
            let byKey = try scene.completion(of: challenge, by: .deviceKey(key.id))
            #expect(try await scene.stores.completeSignIn(byKey) == .completed)
        },
        ConformanceCase("an answer that was accepted in time but completes after the expiry opens nothing") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let end = challenge.expiresAt
            let late = try scene.completion(of: challenge, by: .totp(totp.id, step: 2_000), at: end)
            #expect(try await scene.stores.completeSignIn(late) == .challengeInvalid)
            let inTime = try scene.completion(of: challenge, by: .totp(totp.id, step: 2_000), at: end - .millisecond)
            #expect(try await scene.stores.completeSignIn(inTime) == .completed)
        },
        ConformanceCase("a challenge for a session completes no sign-in, and the reverse") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let session = anna.opening.session.id
            let (signIn, stepUp) = (
                try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id),
                try await scene.challenge(.stepUp(session), of: anna.account.id)
            )
            let use = FactorUse.totp(totp.id, step: 2_000)
            #expect(try await scene.stores.completeSignIn(scene.completion(of: stepUp, by: use)) == .challengeInvalid)
            let renewal = SessionRenewal(
                session: session, digest: try scene.digest(), authenticatedAt: scene.start, factorAuthenticatedAt: scene.start)
            let completion = FactorStepUpCompletion(
                challenge: signIn.digest, use: use, renewal: renewal, event: scene.event(.factorShown, anna.account.id))
            #expect(try await scene.stores.completeStepUp(completion) == .challengeInvalid)
            #expect(try await scene.stores.completeSignIn(scene.completion(of: signIn, by: use)) == .completed)
        },
        ConformanceCase("a password change ends the challenges that the old password started") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: 2_000))
            #expect(try await scene.stores.completeSignIn(completion) == .challengeInvalid)
        },
        ConformanceCase("another account's Apple identity starts no challenge that a second factor completes") { scene in
            let (anna, bert) = (try await scene.register("anna"), try await scene.register("bert"))
            let totp = try await scene.addTOTP(to: anna)
            let (own, foreign) = (try await scene.link("000001.anna", to: anna), try await scene.link("000001.bert", to: bert))
            for (identity, outcome) in [(foreign, FactorCompletionResult.challengeInvalid), (own, .completed)] {
                let challenge = try await scene.challenge(.signIn(.apple(identity.id)), of: anna.account.id)
                let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: 2_000))
                #expect(try await scene.stores.completeSignIn(completion) == outcome)
            }
        },
        ConformanceCase("an unlinked or revoked Apple identity ends the challenges that it started") { scene in
            for isUnlinked in [true, false] {
                let name = isUnlinked ? "anna" : "bert"
                let anna = try await scene.register(name)
                let totp = try await scene.addTOTP(to: anna)
                let identity = try await scene.link("000001.\(name)", to: anna)
                let (ended, living) = (
                    try await scene.challenge(.signIn(.apple(identity.id)), of: anna.account.id),
                    try await scene.challenge(.signIn(.apple(identity.id)), of: anna.account.id)
                )
                let first = try scene.completion(of: living, by: .totp(totp.id, step: 2_000))
                #expect(try await scene.stores.completeSignIn(first) == .completed)
                if isUnlinked {
                    _ = try await scene.unlink(anna.account.id, by: anna.opening.session.id)
                } else {
                    let notice = try scene.notification("n1", .consentRevoked, of: scene.key("000001.\(name)"))
                    _ = try await scene.stores.apply(notice, event: scene.event(.appleConsentRevoked, nil))
                }
                // The session that it opened has ended, too.
                #expect(!(try await scene.opens(first.opening.digest)))
                let completion = try scene.completion(of: ended, by: .totp(totp.id, step: 2_001))
                #expect(try await scene.stores.completeSignIn(completion) == .challengeInvalid)
            }
        },
        ConformanceCase("a second factor renews no ended session, and stays unused") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let codes = try scene.codes(2)
            try await scene.addTOTP(to: anna, codes: codes)
            for (opening, code) in [(anna.opening, codes[0]), (other, codes[1])] {
                let session = opening.session
                let end = session.expiry.idle
                let challenge = try await scene.challenge(.stepUp(session.id), of: anna.account.id, at: end - .minutes(1))
                let tooLate = try scene.stepUp(challenge, by: .recoveryCode(code), at: end)
                #expect(try await scene.stores.completeStepUp(tooLate) == .challengeInvalid)
                if session.id == other.session.id {
                    let event = scene.event(.sessionRevoked, anna.account.id, at: end - .minutes(1))
                    #expect(
                        try await scene.stores.revoke(session.id, of: anna.account.id, device: .forgotten, event: event))
                }
                let inTime = try scene.stepUp(challenge, by: .recoveryCode(code), at: end - .millisecond)
                let outcome: FactorCompletionResult = session.id == other.session.id ? .challengeInvalid : .completed
                #expect(try await scene.stores.completeStepUp(inTime) == outcome)
            }
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 1)
        },
        ConformanceCase("a second factor renews its session, and its use is recorded") { scene in
            let anna = try await scene.register("anna")
            let code = try scene.digest()
            try await scene.addTOTP(to: anna, codes: [code])
            let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
            let renewal = SessionRenewal(
                session: anna.opening.session.id, digest: try scene.digest(), authenticatedAt: scene.start,
                factorAuthenticatedAt: scene.start + .minutes(2))
            let completion = FactorStepUpCompletion(
                challenge: challenge.digest, use: .recoveryCode(code), renewal: renewal,
                event: scene.event(.factorShown, anna.account.id, at: scene.start + .minutes(2)),
                codeEvent: scene.event(.recoveryCodeUsed, anna.account.id, at: scene.start + .minutes(2)))
            #expect(try await scene.stores.completeStepUp(completion) == .completed)
            #expect(try await scene.session(renewal)?.session.factorAuthenticatedAt == scene.start + .minutes(2))
            #expect(try await scene.eventKinds(of: anna.account.id).prefix(2) == [.factorShown, .recoveryCodeUsed])
            #expect(try await scene.stores.completeStepUp(completion) == .challengeInvalid)
            // A later renewal keeps the time of the factor.
            let plain = try scene.renewal(of: anna.opening.session.id, at: scene.start + .minutes(3))
            #expect(
                try await scene.stores.renew(plain, passwordVersion: 1, event: scene.event(.reauthenticated, anna.account.id)))
            #expect(try await scene.session(plain)?.session.factorAuthenticatedAt == scene.start + .minutes(2))
        },
    ]
}
