@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``MailedCodeStore``: the codes that sign in.
    package static let mailedSignIns: [ConformanceCase] = signInCodes + signInFactors + signInRaces

    private static let signInCodes: [ConformanceCase] = [
        ConformanceCase("a right sign-in code opens one session, which ends with its address") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let begun = try await scene.signInCode(to: address.id)
            #expect(try await scene.stores.account(of: begun.use) == anna.account)
            let opening = try scene.mailedOpening(of: anna.account.id)
            #expect(try await scene.openSession(opening, by: begun) == .opened)
            let stored = try #require(try await scene.stores.session(opening.digest, now: scene.start))
            #expect(stored.session == opening.session && stored.session.origin == .mailedCode)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).contains(opening.session))
            #expect(try await scene.knows(opening.device))
            #expect(try await scene.eventKinds(of: anna.account.id).first == .signedInByMail)
            #expect(try await scene.stores.account(of: begun.use) == nil)
            let again = try scene.mailedOpening(of: anna.account.id)
            #expect(try await scene.openSession(again, by: begun) == .missing)
            #expect(!(try await scene.opens(again.digest)))

            let pending = try await scene.signInCode(to: address.id)
            #expect(try await scene.sending.remove(address, by: anna) == .removed(address))
            #expect(!(try await scene.opens(opening.digest)))
            #expect(!(try await scene.knows(opening.device)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.stores.account(of: pending.use) == nil)
            #expect(try await scene.takeMail().map(\.content.template) == [.addressUndo])
        },
        ConformanceCase("five wrong sign-in codes use a code up, with and without an account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            for recipient in [address.id, AccountAddressID(random: scene.random)] {
                let begun = try await scene.signInCode(to: recipient)
                for left in (0..<MailedCode.attempts).reversed() {
                    let wrong = MailedCodeUse(holder: begun.code.holder, code: try scene.digest())
                    #expect(try await scene.stores.account(of: wrong) == nil)
                    let result = try await scene.stores.openSession(nil, by: wrong, now: scene.start)
                    #expect(result == .wrong(attemptsLeft: left))
                }
                let opening = try scene.mailedOpening(of: anna.account.id)
                #expect(try await scene.openSession(opening, by: begun) == .missing)
                #expect(!(try await scene.opens(opening.digest)))
            }
        },
        ConformanceCase("a sign-in code is valid for ten minutes, for its holder") { scene in
            let anna = try await scene.register("anna")
            let begun = try await scene.signInCode(to: try await scene.verifiedAddress("anna@example.org", of: anna).id)
            let opening = try scene.mailedOpening(of: anna.account.id)
            let foreign = MailedCodeUse(holder: try scene.digest(), code: begun.code.code)
            #expect(try await scene.stores.account(of: foreign) == nil)
            #expect(try await scene.stores.openSession(opening, by: foreign, now: scene.start) == .missing)
            let end = scene.start + .minutes(10)
            #expect(try await scene.openSession(opening, by: begun, at: end) == .missing)
            let late = try scene.mailedOpening(of: anna.account.id, at: end - .millisecond)
            #expect(try await scene.openSession(late, by: begun, at: end - .millisecond) == .opened)
        },
        ConformanceCase("a completed recovery and a cancelled one void the sign-in codes of the account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let opening = try scene.mailedOpening(of: anna.account.id)
            let first = try await scene.signInCode(to: address.id)
            _ = try await scene.openedRecovery(to: address.id)
            let cancelling = scene.event(.recoveryCancelled, anna.account.id)
            #expect(
                try await scene.stores.cancelRecoveryWait(by: anna.opening.session.id, event: cancelling) == .cancelled)
            #expect(try await scene.openSession(opening, by: first) == .missing)
            let second = try await scene.signInCode(to: address.id)
            let recovery = try await scene.openedRecovery(to: address.id)
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: recovery)
            _ = try await scene.stores.completeRecovery(completion)
            #expect(try await scene.openSession(opening, by: second) == .missing)
        },
        ConformanceCase("the confirmation of an upgrade ends sessions of the former password, and none by a mailed code") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let commit = try scene.commit(anna)
            try #require(try await scene.stores.commit(commit) == .committed)
            let former = try scene.formerOpening(of: anna)
            try #require(try await scene.stores.open(former, passwordVersion: anna.version) == .opened)
            let mailed = try scene.mailedOpening(of: anna.account.id)
            try #require(try await scene.openSession(mailed, by: scene.signInCode(to: address.id)) == .opened)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            #expect(!(try await scene.opens(former.digest)))
            #expect(try await scene.opens(mailed.digest))
        },
        ConformanceCase("a sign-in by a mailed code queues a notice, except on a known device") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let sending = scene.sending
            let first = try sending.mailedOpening(of: anna.account.id)
            let begun = try await sending.signInCode(to: address.id)
            for job in try await scene.claim(.mail, at: scene.start) { try #require(try await scene.stores.finishMail(job)) }
            try #require(try await sending.openSession(first, by: begun) == .opened)
            let notice = AccountNotice(.signedInByMail, at: scene.start, from: NoticeSource(first.event.client))
            #expect(try await sending.takeMail().map(\.content) == [.notice(notice)])
            let known = try sending.mailedOpening(of: anna.account.id, replacing: first.device.digest)
            let again = try await sending.signInCode(to: address.id)
            for job in try await scene.claim(.mail, at: scene.start) { try #require(try await scene.stores.finishMail(job)) }
            try #require(try await sending.openSession(known, by: again) == .opened)
            #expect(try await scene.stores.countJobs(.mail) == 0)
        },
    ]

    private static let signInFactors: [ConformanceCase] = [
        ConformanceCase("a sign-in code of an account with a second factor is used up, and the factor opens the session") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            let begun = try await scene.signInCode(to: address.id)
            let plain = try scene.mailedOpening(of: anna.account.id)
            #expect(try await scene.openSession(plain, by: begun) == .factorRequired(address.id))
            #expect(!(try await scene.opens(plain.digest)))
            #expect(try await scene.openSession(plain, by: begun) == .missing)

            let purpose = FactorPurpose.signIn(.mailedCode(address.id))
            let challenge = try await scene.challenge(purpose, of: anna.account.id)
            #expect(try await scene.stores.factorChallenge(challenge.digest, now: scene.start) == challenge)
            let opening = try scene.mailedOpening(of: anna.account.id, factorAt: scene.start)
            let completion = FactorSignInCompletion(
                challenge: challenge.digest, use: .totp(totp.id, step: 1_001), opening: opening)
            #expect(try await scene.stores.completeSignIn(completion) == .completed)
            #expect(try await scene.stores.session(opening.digest, now: scene.start)?.session == opening.session)
        },
        ConformanceCase("a removed address takes the challenges after its sign-in codes along") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(.signIn(.mailedCode(address.id)), of: anna.account.id)
            _ = try await scene.remove(address, by: anna)
            #expect(try await scene.stores.factorChallenge(challenge.digest, now: scene.start) == nil)
            let completion = FactorSignInCompletion(
                challenge: challenge.digest, use: .totp(totp.id, step: 1_001),
                opening: try scene.mailedOpening(of: anna.account.id, factorAt: scene.start))
            #expect(try await scene.stores.completeSignIn(completion) == .challengeInvalid)
        },
    ]

    private static let signInRaces: [ConformanceCase] = [
        ConformanceCase("of 64 uses of one sign-in code, one opens a session") { scene in
            let anna = try await scene.register("anna")
            let begun = try await scene.signInCode(to: try await scene.verifiedAddress("anna@example.org", of: anna).id)
            let results = try await scene.race { _ in
                try await scene.openSession(try scene.mailedOpening(of: anna.account.id), by: begun)
            }
            #expect(results.count { $0 == .opened } == 1)
            #expect(results.count { $0 == .missing } == 63)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 2)
            #expect(try await scene.eventKinds(of: anna.account.id).filter { $0 == .signedInByMail }.count == 1)
        },
        ConformanceCase("64 wrong sign-in codes at once are five attempts, with and without an account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            for recipient in [address.id, AccountAddressID(random: scene.random)] {
                let begun = try await scene.signInCode(to: recipient)
                let wrong = MailedCodeUse(holder: begun.code.holder, code: try scene.digest())
                let results = try await scene.race { _ in
                    try await scene.stores.openSession(nil, by: wrong, now: scene.start)
                }
                #expect(results.count { $0 == .missing } == 64 - MailedCode.attempts)
            }
        },
    ]
}

extension ConformanceScene {
    func signInCode(to recipient: AccountAddressID, at moment: Timestamp = start) async throws -> BegunRecovery {
        try await recovery(to: recipient, by: .signInCode, at: moment)
    }

    func openSession(
        _ opening: SessionOpening, by begun: BegunRecovery, at moment: Timestamp = start
    ) async throws -> MailedSessionResult {
        try await stores.openSession(opening, by: begun.use, now: moment)
    }

    /// Returns a session that a mailed code is about to open.
    ///
    /// - Parameter factor: when a second factor was proved, if one was.
    func mailedOpening(
        of account: AccountID, at moment: Timestamp = start, replacing replaced: TokenDigest? = nil,
        factorAt factor: Timestamp? = nil
    ) throws -> SessionOpening {
        let plain = try opening(of: account, at: moment, kind: .signedInByMail)
        let session = Session(
            id: plain.session.id, account: account, createdAt: moment, lastUsedAt: moment,
            authenticatedAt: Session.beforeCounting, expiry: plain.session.expiry, client: plain.session.client,
            lastAddress: plain.session.lastAddress, origin: .mailedCode, factorAuthenticatedAt: factor)
        return SessionOpening(
            session: session, digest: plain.digest, device: plain.device, replacedDevice: replaced, event: plain.event)
    }
}

extension ConformanceScene.BegunRecovery {
    /// The right use of the code.
    var use: MailedCodeUse { MailedCodeUse(holder: code.holder, code: code.code) }
}
