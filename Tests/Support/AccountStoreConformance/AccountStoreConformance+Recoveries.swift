@testable import Accounts
import PasswordHashing
import Secrets
import Testing
import Traces

extension AccountStoreConformance {
    /// ``RecoveryStore``.
    package static let recoveries: [ConformanceCase] =
        recoveryAddresses + recoveryCodes + recoveryCompletions + recoveryFactors + recoveryWaits
        + recoveryUndos + recoveryPasskeys + suspendedCredentials + recoveryRaces

    private static let recoveryAddresses: [ConformanceCase] = [
        ConformanceCase("a recovery goes to a verified address that is deliverable, by the address or by the user name") { scene in
            let anna = try await scene.register("anna")
            try await scene.claim("claimed@example.org", by: anna)
            #expect(try await scene.stores.codeAddress(of: scene.recoveryName("anna")) == nil)
            #expect(try await scene.stores.codeAddress(of: scene.recoveryName("claimed@example.org")) == nil)
            let first = try await scene.verifiedAddress("first@example.org", of: anna)
            let claim = try await scene.claim("second@example.org", by: anna)
            #expect(try await scene.verify(claim, by: anna).isVerified)
            let second = try #require(try await scene.stores.addresses(of: anna.account.id).last)
            for (name, expected) in [
                ("anna", first), ("ANNA ", first), ("first@example.org", first), ("second@example.org", second),
            ] { #expect(try await scene.stores.codeAddress(of: scene.recoveryName(name)) == expected, "\(name)") }
            for name in ["berta", "third@example.org", "", "anna\0"] {
                #expect(try await scene.stores.codeAddress(of: scene.recoveryName(name)) == nil)
            }
            try await scene.kill(first)
            #expect(try await scene.stores.codeAddress(of: scene.recoveryName("anna")) == second)
            #expect(try await scene.stores.codeAddress(of: scene.recoveryName("first@example.org")) == nil)
        },
        ConformanceCase("a verified address takes precedence over another account's equal user name") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("anna@example.org"))
            let own = try await scene.verifiedAddress("berta@example.org", of: berta)
            #expect(try await scene.stores.codeAddress(of: scene.recoveryName("anna@example.org")) == own)
            let verified = try await scene.verifiedAddress("anna@example.org", of: anna)
            #expect(try await scene.stores.codeAddress(of: scene.recoveryName("anna@example.org")) == verified)
        },
        ConformanceCase("a code costs the same statements for names with and without an account or a verified address") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            _ = try await scene.verifiedAddress("anna@example.org", of: anna)
            _ = try await scene.register("clara")
            try await scene.claim("berta@example.org", by: berta)
            for names in [
                ["anna", "berta", "clara", "unknown"], ["anna@example.org", "berta@example.org", "unknown@example.org"],
            ] {
                let known = try await scene.transactions(ofCodeFor: names[0])
                #expect(known.map { $0[.operation] } == ["codeAddress", "addCode"])
                for name in names.dropFirst() {
                    #expect(try await scene.transactions(ofCodeFor: name) == known, "\(name)")
                }
            }
        },
        ConformanceCase("a code is queued for a verified address, and for no other recipient") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let begun = try await scene.recovery(to: address.id)
            #expect(try await scene.claim(.mail, at: scene.start).map(\.work) == [.mail(begun.mail)])
            let claimed = try await scene.claim("other@example.org", by: anna).address
            let waiting = try await scene.stores.countJobs(.mail)
            for recipient in [claimed.id, AccountAddressID(random: scene.random)] {
                let decoy = try await scene.recovery(to: recipient)
                #expect(try await scene.open(decoy) == .wrong(attemptsLeft: 4))
            }
            #expect(try await scene.stores.countJobs(.mail) == waiting)
            try await scene.kill(address)
            let left = try await scene.stores.countJobs(.mail)
            #expect(try await scene.open(try await scene.recovery(to: address.id)) == .wrong(attemptsLeft: 4))
            #expect(try await scene.stores.countJobs(.mail) == left)
        },
        ConformanceCase("a removed address takes its codes and recovery sessions along") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let (begun, opened) = (try await scene.recovery(to: address.id), try await scene.openedRecovery(to: address.id))
            #expect(try await scene.sending.remove(address, by: anna) == .removed(address))
            #expect(try await scene.open(begun) == .missing)
            #expect(try await scene.stores.recoverySession(opened, now: scene.start) == nil)
            #expect(try await scene.stores.countJobs(.mail) == 1)
            #expect(try await scene.takeMail().map(\.content.template) == [.addressUndo])
        },
    ]

    private static let recoveryCodes: [ConformanceCase] = [
        ConformanceCase("a right code opens a recovery session once, and no session of the account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let begun = try await scene.recovery(to: address.id)
            let token = try scene.digest()
            let session = RecoverySession(
                account: anna.account, expiresAt: scene.start + .minutes(10), hasPasskey: false, hasProvedFactor: false,
                waitsUntil: nil)
            #expect(try await scene.open(begun, as: token) == .opened(session))
            #expect(try await scene.open(begun) == .missing)
            for moment in [scene.start, session.expiresAt - .millisecond] {
                #expect(try await scene.stores.recoverySession(token, now: moment) == session)
            }
            #expect(try await scene.stores.recoverySession(token, now: session.expiresAt) == nil)
            #expect(try await !scene.opens(token))
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 1)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .recoveryOpened)
        },
        ConformanceCase("five wrong codes use a code up, with and without an account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            for recipient in [address.id, AccountAddressID(random: scene.random)] {
                let begun = try await scene.recovery(to: recipient)
                for left in (0..<MailedCode.attempts).reversed() {
                    #expect(try await scene.open(begun, code: scene.digest()) == .wrong(attemptsLeft: left))
                }
                #expect(try await scene.open(begun) == .missing)
            }
        },
        ConformanceCase("four wrong codes leave the right one valid, until ten minutes later, for its holder") { scene in
            let anna = try await scene.register("anna")
            let begun = try await scene.recovery(to: try await scene.verifiedAddress("anna@example.org", of: anna).id)
            for _ in 1..<MailedCode.attempts { _ = try await scene.open(begun, code: scene.digest()) }
            #expect(try await scene.open(begun, holder: scene.digest()) == .missing)
            #expect(try await scene.open(begun, at: scene.start + .minutes(10)) == .missing)
            #expect(try await scene.open(begun, at: scene.start + .minutes(10) - .millisecond).isOpened)
        },
        ConformanceCase("expired codes and recovery sessions are deleted") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.openedRecovery(to: address.id)
            _ = try await scene.recovery(to: AccountAddressID(random: scene.random))
            #expect(try await scene.removeExpired(at: scene.start + .minutes(10) - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(10)) == 2)
        },
    ]

    private static let recoveryCompletions: [ConformanceCase] = [
        ConformanceCase("a completed recovery sets the password, and ends all sessions, devices, links and recoveries") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let second = try await scene.signIn(anna)
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let link = try await scene.passwordLink(for: anna.account.id)
            let (token, other) = (
                try await scene.openedRecovery(to: address.id), try await scene.openedRecovery(to: address.id)
            )
            for job in try await scene.claim(.mail, at: scene.start) { try #require(try await scene.stores.finishMail(job)) }
            // Its code leaves the queue.
            let pending = try await scene.recovery(to: address.id)
            let completion = try scene.sending.recoveryCompletion(of: anna.account.id, in: token)
            #expect(
                try await scene.stores.completeRecovery(completion)
                    == .recovered(removedFactors: false, removedAddresses: false))
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(try credential.hash == StoredHash.second.value())
            #expect(credential.version > anna.version)
            for opening in [anna.opening, second] {
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
            #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: scene.start) == nil)
            #expect(try await scene.open(pending) == .missing)
            #expect(try await scene.stores.countJobs(.mail) == 1)
            let notice = AccountMail.passwordRecovered(at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            #expect(try await scene.eventKinds(of: anna.account.id).first == .passwordRecovered)
            for ended in [token, other] {
                let again = try scene.recoveryCompletion(of: anna.account.id, in: ended)
                #expect(try await scene.stores.completeRecovery(again) == .ended)
            }
            #expect(try await scene.opens(berta.opening.digest))
        },
        ConformanceCase("a recovery session ends when the password changes otherwise, after ten minutes, and for another account") {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let late = try scene.recoveryCompletion(of: anna.account.id, in: token, at: scene.start + .minutes(10))
            #expect(try await scene.stores.completeRecovery(late) == .ended)
            let foreign = try scene.recoveryCompletion(of: berta.account.id, in: token)
            #expect(try await scene.stores.completeRecovery(foreign) == .ended)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna, hash: .first)) == .replaced)
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: token)
            #expect(try await scene.stores.completeRecovery(completion) == .ended)
            #expect(try await scene.stores.credential(of: anna.account.id)?.hash == StoredHash.first.value())
        },
        ConformanceCase("a recovery removes the addresses that are newer than its own, unless a second factor was proved in it") {
            scene in
            for provesFactor in [false, true] {
                let anna = try await scene.register(provesFactor ? "anna" : "berta")
                var addresses: [AccountAddress] = []
                for (index, text) in ["oldest", "recovering", "newest"].enumerated() {
                    let moment = scene.start + .milliseconds(index)
                    let claim = try await scene.claim("\(text)-\(provesFactor)@example.org", by: anna, at: moment)
                    #expect(try await scene.verify(claim, by: anna, at: moment).isVerified)
                    addresses = try await scene.stores.addresses(of: anna.account.id)
                }
                let totp = provesFactor ? try await scene.addTOTP(to: anna) : nil
                let token = try await scene.openedRecovery(to: addresses[1].id)
                if let totp {
                    let challenge = try await scene.challenge(.recovery(token), of: anna.account.id)
                    let proof = scene.recoveryFactor(challenge, in: token, by: .totp(totp.id, step: 1_001))
                    #expect(try await scene.stores.completeRecoveryFactor(proof) == .completed)
                }
                let completion = try scene.sending.recoveryCompletion(of: anna.account.id, in: token)
                #expect(
                    try await scene.stores.completeRecovery(completion)
                        == .recovered(removedFactors: false, removedAddresses: !provesFactor))
                let kept = try await scene.stores.addresses(of: anna.account.id)
                #expect(kept == (provesFactor ? addresses : Array(addresses.dropLast())))
                #expect(try await scene.eventKinds(of: anna.account.id).contains(.emailAddressRemoved) == !provesFactor)
                // The removed address gets its notice as well.
                let notice = AccountMail.passwordRecovered(at: scene.start, from: NoticeSource(.telephone))
                #expect(try await scene.takeMail(at: scene.start + .minutes(1)) == addresses.map { SentMail(notice, to: $0) })
            }
        },
        ConformanceCase("a recovery gives an account without a password its first one, and a user name that is free") { scene in
            let apple = try await scene.registerWithApple("anna")
            let anna = Registered(account: apple.account, opening: apple.opening, version: 0)
            try await scene.register("berta")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            for (name, expected) in [
                ("berta", RecoveryCompletionResult.userNameTaken),
                ("anna", .recovered(removedFactors: false, removedAddresses: false)),
            ] {
                let completion = try scene.recoveryCompletion(
                    of: anna.account.id, in: token, userName: UserName(stored: name))
                #expect(try await scene.stores.completeRecovery(completion) == expected)
            }
            #expect(try await scene.stores.credential(of: anna.account.id)?.account.userName?.text == "anna")
            #expect(try await !scene.opens(anna.opening.digest))
        },
    ]

    private static let recoveryFactors: [ConformanceCase] = [
        ConformanceCase("a recovery of an account with a second factor requires it, and the factor stays") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            let (token, other) = (
                try await scene.openedRecovery(to: address.id), try await scene.openedRecovery(to: address.id)
            )
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: token)
            #expect(try await scene.stores.completeRecovery(completion) == .factorRequired)
            let challenge = try await scene.challenge(.recovery(token), of: anna.account.id)
            let use = FactorUse.totp(totp.id, step: 1_001)
            // The challenge of one recovery session serves no other, and opens no session.
            let foreign = scene.recoveryFactor(challenge, in: other, by: use)
            #expect(try await scene.stores.completeRecoveryFactor(foreign) == .challengeInvalid)
            #expect(try await scene.stores.completeSignIn(scene.completion(of: challenge, by: use)) == .challengeInvalid)
            let proof = scene.recoveryFactor(challenge, in: token, by: use)
            #expect(try await scene.stores.completeRecoveryFactor(proof) == .completed)
            #expect(try await scene.stores.completeRecoveryFactor(proof) == .challengeInvalid)
            #expect(try await scene.stores.recoverySession(token, now: scene.start)?.hasProvedFactor == true)
            #expect(try await scene.stores.recoverySession(other, now: scene.start)?.hasProvedFactor == false)
            #expect(
                try await scene.stores.completeRecovery(completion)
                    == .recovered(removedFactors: false, removedAddresses: false))
            #expect(try await scene.stores.secondFactors(of: anna.account.id).hasTOTP)
        },
        ConformanceCase("a recovery requires a passkey that signs in by itself, and no other") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.addPasskey(to: anna, isWayIn: false)
            #expect(
                try await scene.stores.recoverySession(scene.openedRecovery(to: address.id), now: scene.start)?.hasPasskey == false)
            try await scene.addPasskey(to: anna)
            let token = try await scene.openedRecovery(to: address.id)
            #expect(try await scene.stores.recoverySession(token, now: scene.start)?.hasPasskey == true)
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: token)
            #expect(try await scene.stores.completeRecovery(completion) == .factorRequired)
        },
        ConformanceCase("a challenge of a sign-in proves nothing in a recovery, and a used code neither") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let signIn = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
            let use = FactorUse.totp(totp.id, step: 1_001)
            #expect(
                try await scene.stores.completeRecoveryFactor(scene.recoveryFactor(signIn, in: token, by: use)) == .challengeInvalid
            )
            #expect(try await scene.stores.completeSignIn(scene.completion(of: signIn, by: use)) == .completed)
            let challenge = try await scene.challenge(.recovery(token), of: anna.account.id)
            #expect(
                try await scene.stores.completeRecoveryFactor(scene.recoveryFactor(challenge, in: token, by: use)) == .factorUsed)
            let renewed = try await scene.challenge(.recovery(token), of: anna.account.id)
            #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start) == nil)
            #expect(try await scene.stores.takeFactorAttempt(at: renewed.digest, in: nil, now: scene.start) == renewed)
        },
    ]

    private static let recoveryRaces: [ConformanceCase] = [
        ConformanceCase("of 64 uses of one recovery code, one opens a recovery session") { scene in
            let anna = try await scene.register("anna")
            let begun = try await scene.recovery(to: try await scene.verifiedAddress("anna@example.org", of: anna).id)
            let results = try await scene.race { _ in try await scene.open(begun) }
            #expect(results.count(where: \.isOpened) == 1)
            #expect(results.count { $0 == .missing } == 63)
            #expect(try await scene.eventKinds(of: anna.account.id).filter { $0 == .recoveryOpened }.count == 1)
        },
        ConformanceCase("64 wrong recovery codes at once are five attempts, with and without an account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            for recipient in [address.id, AccountAddressID(random: scene.random)] {
                let begun = try await scene.recovery(to: recipient)
                let wrong = try scene.digest()
                let results = try await scene.race { _ in try await scene.open(begun, code: wrong) }
                #expect(results.count { $0 == .missing } == 64 - MailedCode.attempts)
            }
        },
        ConformanceCase("of 64 uses of one recovery session, one sets the password") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: token)
            let results = try await scene.race { _ in try await scene.stores.completeRecovery(completion) }
            #expect(results.count { $0 == .recovered(removedFactors: false, removedAddresses: false) } == 1)
            #expect(results.count { $0 == .ended } == 63)
        },
    ]
}
