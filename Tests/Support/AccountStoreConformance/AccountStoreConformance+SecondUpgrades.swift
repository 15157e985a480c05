import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// The effect of an upgrade on later ones: of two devices, one wins.
    static let secondUpgrades: [ConformanceCase] = [
        ConformanceCase("no other upgrade or conversion is possible while an upgrade is neither confirmed nor expired") { scene in
            let anna = try await scene.register("anna")
            let later = scene.start + .minutes(1)
            let fresh = try await scene.signIn(anna, at: scene.start)
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            try #require(
                try await scene.stores.renew(
                    scene.renewal(of: fresh.session.id, at: later), passwordVersion: 2,
                    event: scene.event(.reauthenticated, anna.account.id, at: later)))
            let second = try scene.commit(anna, version: 2, hash: .stronger, session: fresh.session.id, at: later)
            #expect(try await scene.stores.commit(second) == .superseded)
            #expect(try await scene.stores.commit(scene.commit(anna, version: 2, hash: .stronger, at: later)) == .superseded)
            let conversion = try await scene.conversion(anna, renews: false, version: 2)
            #expect(try await scene.stores.convert(conversion) == .superseded)
            let last = commit.formerUntil - .millisecond
            #expect(try await scene.stores.convert(scene.changed(conversion, at: last)) == .superseded)
            #expect(try await scene.stores.credential(of: anna.account.id)?.hash == (try StoredHash.second.value()))
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            #expect(try await scene.stores.commit(second) == .committed)
        },
        ConformanceCase("an expired upgrade does not block a caller with its new password") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            let before = try scene.commit(anna, version: 2, hash: .stronger, at: commit.formerUntil - .millisecond)
            #expect(try await scene.stores.commit(before) == .superseded)
            let after = try scene.commit(anna, version: 2, hash: .stronger, at: commit.formerUntil)
            #expect(try await scene.stores.commit(after) == .committed)
        },
        ConformanceCase("a session without authentication since the last upgrade makes no other one, confirmed or not") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let late = try await scene.signIn(anna, at: scene.start + .minutes(1))
            let commit = try scene.commit(anna, session: anna.opening.session.id)
            #expect(try await scene.stores.commit(commit) == .committed)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            // The second session was opened with a clock ahead of the upgrade's.
            for session in [other.session.id, late.session.id] {
                let moment = scene.start + .minutes(2)
                let second = try scene.commit(anna, version: 2, hash: .stronger, session: session, at: moment)
                #expect(try await scene.stores.commit(second) == .superseded)
                let conversion = try await scene.conversion(anna, renews: true, version: 2)
                let renewal = try scene.renewal(of: session, at: moment)
                #expect(try await scene.stores.convert(scene.changed(conversion, renewal: renewal)) == .superseded)
            }
            let shown = scene.start + .minutes(3)
            try #require(
                try await scene.stores.renew(
                    scene.renewal(of: late.session.id, at: shown), passwordVersion: 2,
                    event: scene.event(.reauthenticated, anna.account.id, at: shown)))
            let third = try scene.commit(anna, version: 2, hash: .stronger, session: late.session.id, at: shown)
            #expect(try await scene.stores.commit(third) == .committed)
        },
        ConformanceCase("the session that made an upgrade may continue after its confirmation, and not before") { scene in
            let anna = try await scene.register("anna")
            let session = anna.opening.session.id
            let commit = try scene.commit(anna, session: session)
            #expect(try await scene.stores.commit(commit) == .committed)
            #expect(try await scene.stores.passwordUpgrade(of: anna.account.id)?.session == session)
            let second = try scene.commit(anna, version: 2, hash: .stronger, session: session)
            let conversion = try await scene.conversion(anna, renews: true, version: 2)
            #expect(try await scene.stores.commit(second) == .superseded)
            #expect(try await scene.stores.convert(conversion) == .superseded)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            #expect(try await scene.stores.convert(conversion) == .converted)
        },
        ConformanceCase("a password change lifts the restrictions of an upgrade") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.commit(scene.commit(anna)) == .committed)
            let renewal = try scene.renewal(of: anna.opening.session.id)
            let replacement = try scene.replacement(of: anna, version: 2, by: renewal, hash: .stronger)
            #expect(try await scene.stores.replacePassword(replacement) == .replaced)
            let second = try scene.commit(anna, version: 3, session: anna.opening.session.id)
            #expect(try await scene.stores.commit(second) == .committed)
        },
        ConformanceCase("of 64 upgrades in separate sessions, one is made and stays") { scene in
            let anna = try await scene.register("anna")
            var sessions = [anna.opening.session.id]
            for _ in 1..<64 { sessions.append(try await scene.signIn(anna).session.id) }
            let opened = sessions
            let outcomes = try await scene.race { index -> PasswordUpgradeResult in
                let version = try await scene.stores.credential(of: anna.account.id)?.version ?? 1
                let commit = try scene.commit(anna, version: version, session: opened[index])
                let outcome = try await scene.stores.commit(commit)
                if outcome == .committed { _ = try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id) }
                return outcome
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .superseded } == 63)
            #expect(try await scene.stores.credential(of: anna.account.id)?.version == 2)
        },
        ConformanceCase("an upgrade with one factor is not made for an account with two, whenever it got the second") { scene in
            let anna = try await scene.register("anna")
            let plain = try await scene.signIn(anna)
            let (byPassword, inSession) = (try scene.commit(anna), try scene.commit(anna, session: plain.session.id))
            let conversion = try await scene.conversion(anna, renews: false)
            try await scene.addTOTP(to: anna)
            #expect(try await scene.stores.commit(byPassword) == .factorRequired)
            #expect(try await scene.stores.commit(inSession) == .factorRequired)
            #expect(try await scene.stores.convert(conversion) == .factorRequired)
            let renewal = try scene.renewal(of: plain.session.id)
            #expect(try await scene.stores.convert(scene.changed(conversion, renewal: renewal)) == .factorRequired)
            #expect(try await scene.stores.credential(of: anna.account.id)?.version == 1)
            #expect(try await scene.stores.appleIdentities(of: anna.account.id).isEmpty)
            try #require(
                try await scene.stores.removeSecondFactors(
                    of: anna.account.id, event: scene.event(.secondFactorsRemoved, anna.account.id)))
            #expect(try await scene.stores.commit(byPassword) == .committed)
        },
        ConformanceCase("of upgrades concurrent with the first factor, none is made after it") { scene in
            for round in 0..<8 {
                let anna = try await scene.register("anna\(round)")
                let totp = try scene.totp(of: anna.account.id)
                _ = try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start)
                let outcomes = try await scene.race(8) { index -> PasswordUpgradeResult? in
                    guard index == 2 else { return try await scene.stores.commit(scene.commit(anna)) }
                    _ = try await scene.stores.confirmTOTP(totp.id, step: 1, isLate: false, scene.addition(to: anna))
                    return nil
                }
                #expect(outcomes.count { $0 == .committed } <= 1)
                let kinds = try await scene.eventKinds(of: anna.account.id)
                let factor = try #require(kinds.firstIndex(of: .totpAdded))
                if let upgrade = kinds.firstIndex(of: .passwordUpgraded) { #expect(upgrade > factor, "round \(round)") }
                #expect(try await scene.stores.commit(scene.commit(anna)) != .committed)
            }
        },
    ]

    /// The sessions of the password before an upgrade.
    static let formerPasswords: [ConformanceCase] = [
        ConformanceCase("the former password opens marked sessions until it expires") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.open(scene.formerOpening(of: anna), passwordVersion: 1) == .superseded)
            #expect(try await scene.stores.commit(commit) == .committed)
            // A sign-in that was verified just before the upgrade, without the mark.
            #expect(try await scene.stores.open(scene.opening(of: anna.account.id), passwordVersion: 1) == .superseded)
            for (version, outcome) in [(1, SessionOpeningOutcome.opened), (0, .superseded), (2, .superseded)] {
                #expect(try await scene.stores.open(scene.formerOpening(of: anna), passwordVersion: version) == outcome)
            }
            let last = try scene.formerOpening(of: anna, at: commit.formerUntil - .millisecond)
            #expect(try await scene.stores.open(last, passwordVersion: 1) == .opened)
            let late = try scene.formerOpening(of: anna, at: commit.formerUntil)
            #expect(try await scene.stores.open(late, passwordVersion: 1) == .superseded)
            let stored = try #require(try await scene.stores.session(last.digest, now: commit.formerUntil))
            #expect(stored.session.isByFormerPassword)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            #expect(try await scene.stores.open(scene.formerOpening(of: anna), passwordVersion: 1) == .superseded)
        },
        ConformanceCase("the holder of the former password neither ends the owner's sessions nor makes the account forget devices")
        {
            scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            let owner = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(owner, passwordVersion: anna.version + 1) == .opened)
            var former: [SessionOpening] = []
            for second in 0...Session.limit {
                former.append(try scene.formerOpening(of: anna, at: scene.start + .seconds(second)))
                #expect(try await scene.stores.open(former[second], passwordVersion: anna.version) == .opened)
            }
            for opening in [anna.opening, owner] {
                #expect(try await scene.opens(opening.digest))
                #expect(try await scene.knows(opening.device))
            }
            #expect(!(try await scene.opens(former[0].digest)), "the former password's sessions have their own limit")
            #expect(try await scene.opens(former[1].digest))
            #expect(!(try await scene.knows(former[1].device)))
        },
        ConformanceCase("a known device stays known when it signs in with the former password") { scene in
            let anna = try await scene.register("anna")
            let device = anna.opening.device
            #expect(try await scene.stores.commit(scene.commit(anna)) == .committed)
            let former = try scene.formerOpening(of: anna, replacing: device.digest)
            #expect(try await scene.stores.open(former, passwordVersion: anna.version) == .opened)
            #expect(!(try await scene.knows(device)))
            #expect(try await scene.knows(former.device))
        },
        ConformanceCase("a second factor after the former password opens a marked session until that password expires") {
            scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let fresh = try await scene.factorSession(of: anna, totp.id, step: 2_000)
            let commit = try scene.commit(anna, session: fresh)
            #expect(try await scene.stores.commit(commit) == .committed)
            let former = FactorPurpose.signIn(.password(version: 1))
            for (step, isSaid) in [(Int64(2_001), false), (2_002, true)] {
                let challenge = try await scene.challenge(former, of: anna.account.id)
                let completion = FactorSignInCompletion(
                    challenge: challenge.digest, use: .totp(totp.id, step: step),
                    opening: try isSaid ? scene.formerOpening(of: anna) : scene.factorOpening(of: anna.account.id))
                #expect(try await scene.stores.completeSignIn(completion) == (isSaid ? .completed : .challengeInvalid))
            }
            let waiting = try await scene.challenge(former, of: anna.account.id)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            let late = FactorSignInCompletion(
                challenge: waiting.digest, use: .totp(totp.id, step: 2_003), opening: try scene.formerOpening(of: anna))
            #expect(try await scene.stores.completeSignIn(late) == .challengeInvalid)
        },
    ]
}

extension ConformanceScene {
    /// Returns a session that the former password is about to open.
    func formerOpening(
        of registered: Registered, at moment: Timestamp = start, replacing replaced: TokenDigest? = nil
    ) throws -> SessionOpening {
        let plain = try opening(of: registered.account.id, at: moment)
        let session = Session(
            id: plain.session.id, account: registered.account.id, createdAt: moment, lastUsedAt: moment,
            authenticatedAt: Session.beforeCounting, expiry: plain.session.expiry, client: plain.session.client,
            lastAddress: plain.session.lastAddress)
        return SessionOpening(
            session: session, digest: plain.digest, device: plain.device, replacedDevice: replaced, event: plain.event)
    }

    /// Returns a session that the password and a code opened.
    func factorSession(of registered: Registered, _ totp: TOTPID, step: Int64) async throws -> SessionID {
        let challenge = try await challenge(.signIn(.password(version: 1)), of: registered.account.id)
        let completion = try completion(of: challenge, by: .totp(totp, step: step))
        try #require(try await stores.completeSignIn(completion) == .completed)
        return completion.opening.session.id
    }
}
