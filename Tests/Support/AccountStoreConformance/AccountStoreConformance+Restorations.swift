@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``RestorationStore``.
    package static let restorations: [ConformanceCase] = [
        ConformanceCase("a restored copy accepts no mailed code, continues no recovery and sends no code") { scene in
            let anna = try await scene.register("anna")
            let removed = try await scene.verifiedAddress("anna@example.org", of: anna)
            let address = try await scene.verifiedAddress("second@example.org", of: anna)
            let undo = UndoCode(random: scene.random)
            #expect(try await scene.remove(removed, by: anna, undo: undo) == .removed(removed))
            let claim = try await scene.claim("new@example.org", by: anna)
            let session = try await scene.openedRecovery(to: address.id)
            let recovery = try await scene.recovery(to: address.id)
            let signIn = try await scene.recovery(to: address.id, by: .signInCode)
            #expect(try await scene.stores.countJobs(.mail) > 0)

            try await scene.restore()
            let prepared = try #require(try await scene.prepare())
            #expect(prepared.removed > 0 && prepared.cancellations == [])
            #expect(try await scene.open(recovery) == .missing)
            let use = MailedCodeUse(holder: signIn.code.holder, code: signIn.code.code)
            #expect(try await scene.stores.account(of: use) == nil)
            #expect(try await scene.stores.recoverySession(session, now: scene.start) == nil)
            #expect(try await !scene.verify(claim, by: anna).isVerified)
            let event = scene.event(.emailAddressRestored, nil)
            let id = AccountAddressID(random: scene.random)
            #expect(try await scene.stores.restoreAddress(undo.digest, as: id, event: event) == .missing)
            #expect(try await scene.stores.countJobs(.mail) == 0)
            // Another code is valid.
            #expect(try await scene.open(scene.recovery(to: address.id)).isOpened)
        },
        ConformanceCase("a restored copy has no challenge, link, attempt at Apple's page or request of an operator") { scene in
            let anna = try await scene.register("anna")
            let lead = try await scene.operating("lead", as: .administrator)
            _ = try await scene.request(.deleteAccount, for: anna, by: lead)
            let challenge = StoredChallenge(
                digest: try scene.digest(), purpose: .appleSignIn, expiresAt: scene.start + .minutes(10))
            try await scene.stores.add(challenge)
            let factor = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
            let link = try await scene.passwordLink(for: anna.account.id)
            let attempt = StoredAppleWebAttempt(
                state: try scene.digest(), browser: try scene.digest(), nonce: OpaqueToken(random: scene.random),
                purpose: .signIn, next: try #require(ReturnPath("/account")), expiresAt: scene.start + .minutes(10))
            try await scene.stores.add(attempt)

            try await scene.restore()
            #expect(try await scene.prepare()?.removed == 5)
            #expect(try await scene.stores.approvalRequests(now: scene.start, limit: 100) == [])
            #expect(try await !scene.stores.consumeChallenge(challenge.digest, for: .appleSignIn, now: scene.start))
            #expect(try await scene.stores.factorChallenge(factor.digest, now: scene.start) == nil)
            #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: scene.start) == nil)
            #expect(try await scene.stores.consumeWebAttempt(attempt.state, now: scene.start) == nil)
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("a restored copy keeps recovery codes, and rejects codes of authenticators up to its restoration") {
            scene in
            let anna = try await scene.register("anna")
            let codes = try scene.codes()
            let totp = try await scene.addTOTP(to: anna, step: 1_000, codes: codes)
            let (slow, ahead) = (try await scene.register("berta"), try await scene.register("clara"))
            let late = try scene.totp(of: slow.account.id)
            #expect(try await scene.stores.beginTOTP(late, by: slow.opening.session.id, now: scene.start) == .begun)
            _ = try await scene.stores.confirmTOTP(late.id, step: 1_000, isLate: true, scene.addition(to: slow))
            try await scene.addTOTP(to: ahead, step: 2_000)

            try await scene.restore()
            #expect(try await scene.prepare(step: 1_010) != nil)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == codes.count)
            for (account, steps) in [
                (anna, [1_010, nil]), (slow, [1_010, 1_010]), (ahead, [2_000, nil]),
            ] as [(Registered, [Int64?])] {
                let found = try #require(try await scene.stores.totp(of: account.account.id))
                #expect([found.lastStep, found.lateStep] == steps)
            }
            let challenge = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
            for (step, expected) in [(1_010, .factorUsed), (1_011, .completed)] as [(Int64, FactorCompletionResult)] {
                let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: step))
                #expect(try await scene.stores.completeSignIn(completion) == expected)
            }
        },
        ConformanceCase("a restored copy rejects passkey challenges and Apple tokens that were issued before its restoration") {
            scene in
            let later = scene.start + .minutes(1)
            try await scene.register("anna")
            try await scene.restore()
            #expect(try await scene.prepare(at: later) != nil)
            #expect(try await !scene.stores.useUp(scene.usedChallenge(issuedAt: later - .millisecond)))
            #expect(try await scene.stores.useUp(scene.usedChallenge(issuedAt: later)))
            for (issuedAt, isAccepted) in [(later - .millisecond, false), (later, true)] {
                let token = UnboundAppleToken(
                    digest: try scene.digest(), issuedAt: issuedAt, expiresAt: scene.start + .minutes(10))
                #expect(try await scene.stores.recordUse(of: token) == isAccepted)
            }
        },
        ConformanceCase("a restored copy ends the waiting times of recoveries, with an event and notices") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.waitBegun(of: anna, to: address)

            try await scene.restore()
            let now = scene.start + .days(1)
            let prepared = try #require(try await scene.sending.prepare(at: now))
            #expect(prepared.cancellations.map(\.account) == [anna.account.id])
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: now) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .recoveryCancelled)
            let notice = AccountMail.recoveryCancelled(at: now, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail(at: now) == [SentMail(notice, to: address)])
        },
        ConformanceCase("a restored copy records nothing for a waiting time that was over") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            try await scene.restore()
            #expect(try await scene.prepare(at: wait.endsAt)?.cancellations == [])
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .recoveryWaitBegun)
        },
        ConformanceCase("a new store, one that is no copy, and a prepared copy keep their codes") { scene in
            #expect(try await scene.prepare() == nil)
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            for isRestored in [false, true] {
                if isRestored {
                    try await scene.restore()
                    #expect(try await scene.prepare() != nil)
                }
                let recovery = try await scene.recovery(to: address.id)
                #expect(try await scene.prepare() == nil)
                #expect(try await scene.open(recovery).isOpened)
            }
        },
        ConformanceCase("of 64 servers that start over one restored copy, one prepares it before any other continues") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let recovery = try await scene.recovery(to: address.id)
            try await scene.restore()
            let outcomes = try await scene.race { _ in
                let prepared = try await scene.prepare()
                return (prepared != nil, try await scene.open(recovery) == .missing)
            }
            #expect(outcomes.count { $0.0 } == 1)
            #expect(outcomes.allSatisfy { $0.1 })
        },
    ]
}

extension ConformanceScene {
    fileprivate func prepare(at moment: Timestamp = start, step: Int64 = 0) async throws -> PreparedCopy? {
        try await stores.prepareCopy(
            StoreRestoration(at: moment, step: step) { event(.recoveryCancelled, $0, at: moment) })
    }
}
