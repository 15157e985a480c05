@testable import Accounts
import Secrets
import Testing
import WebAuthn

extension AccountStoreConformance {
    /// Recoveries that a passkey completes.
    static let recoveryPasskeys: [ConformanceCase] = [
        ConformanceCase("a recovery with a passkey removes the password, and ends all sessions, devices, links and recoveries") {
            scene in
            let anna = try await scene.register("anna")
            let second = try await scene.signIn(anna)
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let link = try await scene.passwordLink(for: anna.account.id)
            let (token, other) = (
                try await scene.openedRecovery(to: address.id), try await scene.openedRecovery(to: address.id)
            )
            for job in try await scene.claim(.mail, at: scene.start) { try #require(try await scene.stores.finishMail(job)) }
            let passkey = try await scene.recoveredPasskey(of: anna)
            let challenge = try scene.usedChallenge()
            let completion = scene.sending.recoveryCompletion(of: passkey, using: challenge, in: token)
            #expect(
                try await scene.stores.completeRecovery(completion)
                    == .recovered(removedFactors: false, removedAddresses: false))
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            #expect(try await scene.stores.passkeys(of: anna.account.id).map(\.id) == [passkey.id])
            for opening in [anna.opening, second] {
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
            #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: scene.start) == nil)
            let notice = AccountMail.passkeyRecovered(at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            #expect(try await scene.eventKinds(of: anna.account.id).first == .passkeyRecovered)
            for ended in [token, other] {
                let again = try scene.recoveryCompletion(of: anna.account.id, in: ended)
                #expect(try await scene.stores.completeRecovery(again) == .ended)
            }
            #expect(try await !scene.stores.useUp(challenge))
        },
        ConformanceCase("a used challenge, a taken credential and a full list reject the passkey of a recovery, which stays open") {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let passkey = try await scene.recoveredPasskey(of: anna)
            let used = try scene.usedChallenge()
            #expect(try await scene.stores.useUp(used))
            let repeated = scene.recoveryCompletion(of: passkey, using: used, in: token)
            #expect(try await scene.stores.completeRecovery(repeated) == .challengeUsed)

            let foreign = try await scene.addPasskey(to: berta)
            let copy = try await scene.recoveredPasskey(of: anna, id: foreign.credential.id.bytes)
            let taken = scene.recoveryCompletion(of: copy, using: try scene.usedChallenge(), in: token)
            #expect(try await scene.stores.completeRecovery(taken) == .credentialTaken)

            for _ in 0..<Passkey.limit { try await scene.addPasskey(to: anna, isWayIn: false) }
            let further = scene.recoveryCompletion(of: passkey, using: try scene.usedChallenge(), in: token)
            #expect(try await scene.stores.completeRecovery(further) == .tooManyPasskeys)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.stores.recoverySession(token, now: scene.start) != nil)
        },
        ConformanceCase("a recovery with a passkey requires the second factor, its own account and an open session") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let foreign = scene.recoveryCompletion(
                of: try await scene.recoveredPasskey(of: berta), using: try scene.usedChallenge(), in: token)
            #expect(try await scene.stores.completeRecovery(foreign) == .ended)
            let passkey = try await scene.recoveredPasskey(of: anna)
            let late = scene.recoveryCompletion(
                of: passkey, using: try scene.usedChallenge(), in: token, at: scene.start + .minutes(10))
            #expect(try await scene.stores.completeRecovery(late) == .ended)
            _ = try await scene.addTOTP(to: anna)
            let early = scene.recoveryCompletion(of: passkey, using: try scene.usedChallenge(), in: token)
            #expect(try await scene.stores.completeRecovery(early) == .factorRequired)
            #expect(try await scene.stores.passkeys(of: anna.account.id).isEmpty)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
        },
        ConformanceCase("a recovery with a passkey after the waiting time removes the second factors") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            _ = try await scene.addTOTP(to: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            let token = try await scene.openedRecovery(to: address.id, at: wait.readyAt)
            let completion = scene.recoveryCompletion(
                of: try await scene.recoveredPasskey(of: anna),
                using: try scene.usedChallenge(until: wait.readyAt + .minutes(10)), in: token, at: wait.readyAt)
            #expect(
                try await scene.stores.completeRecovery(completion) == .recovered(removedFactors: true, removedAddresses: false))
            #expect(try await !scene.stores.secondFactors(of: anna.account.id).hasTOTP)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: wait.readyAt) == nil)
        },
        ConformanceCase("of 64 uses of one recovery session, with passwords and passkeys, one completes it") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let password = try scene.recoveryCompletion(of: anna.account.id, in: token)
            var passkeys: [RecoveryCompletion] = []
            for _ in 0..<32 {
                let passkey = try await scene.recoveredPasskey(of: anna)
                passkeys.append(scene.recoveryCompletion(of: passkey, using: try scene.usedChallenge(), in: token))
            }
            let completions = passkeys
            let results = try await scene.race { number in
                let completion = number < completions.count ? completions[number] : password
                return try await scene.stores.completeRecovery(completion)
            }
            #expect(results.count { $0 == .recovered(removedFactors: false, removedAddresses: false) } == 1)
            #expect(results.count { $0 == .ended } == 63)
            let hasPassword = try await scene.stores.credential(of: anna.account.id) != nil
            #expect(try await scene.stores.passkeys(of: anna.account.id).count == (hasPassword ? 0 : 1))
        },
    ]
}
