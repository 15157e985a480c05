@testable import Accounts
import PasswordHashing
import Secrets
import Testing

extension AccountStoreConformance {
    /// The waiting times of recoveries.
    static let recoveryWaits: [ConformanceCase] = [
        ConformanceCase("after the waiting time, a recovery needs no second factor, and removes it") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.addTOTP(to: anna, codes: scene.codes())
            let begun = try await scene.waitBegun(of: anna, to: address)
            let ready = scene.start + .days(3)
            let (early, late) = (ready - .millisecond, begun.endsAt)
            for (moment, expected) in [
                (early, RecoveryCompletionResult.factorRequired), (late, .factorRequired),
                (ready, .recovered(removedFactors: true, removedAddresses: false)),
            ] {
                let token = try await scene.openedRecovery(to: address.id, at: moment)
                let completion = try scene.recoveryCompletion(of: anna.account.id, in: token, at: moment)
                #expect(try await scene.stores.completeRecovery(completion) == expected)
            }
            let factors = try await scene.stores.secondFactors(of: anna.account.id)
            #expect(factors == SecondFactors(hasTOTP: false, deviceKeys: [], recoveryCodes: 0))
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: ready) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id).prefix(2) == [.passwordRecovered, .secondFactorsRemoved])
        },
        ConformanceCase("a waiting time that has begun keeps its end, and queues its notices once") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let wait = try await scene.sending.waitBegun(of: anna, to: address)
            let notice = AccountMail.recoveryUndo(wait.undo, until: wait.readyAt, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            let nextDay = scene.start + .days(1)
            let token = try await scene.openedRecovery(to: address.id, at: nextDay)
            let (result, _) = try await scene.sending.beginWait(of: anna, in: token, at: nextDay)
            #expect(result == .alreadyWaiting(until: wait.readyAt))
            #expect(try await scene.takeMail(at: nextDay) == [])
            while try await scene.removeExpired(at: wait.endsAt - .millisecond) > 0 {}
            let last = try await scene.stores.recoveryWait(of: anna.account.id, now: wait.endsAt - .millisecond)
            #expect(last == RecoveryWait(readyAt: wait.readyAt, endsAt: wait.endsAt))
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: wait.endsAt) == nil)
            #expect(try await scene.removeExpired(at: wait.endsAt) == 1)
        },
        ConformanceCase("a session of the account cancels the wait and the open recoveries, and one of another does not") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.waitBegun(of: anna, to: address)
            let other = try await scene.waitBegun(of: berta, to: try await scene.verifiedAddress("berta@example.org", of: berta))
            let token = try await scene.openedRecovery(to: address.id)
            let event = scene.sending.event(.recoveryCancelled, anna.account.id)
            #expect(
                try await scene.stores.cancelRecoveryWait(by: berta.opening.session.id, event: event)
                    == .sessionEnded)
            let session = anna.opening.session.id
            #expect(try await scene.stores.cancelRecoveryWait(by: session, event: event) == .cancelled)
            #expect(try await scene.stores.cancelRecoveryWait(by: session, event: event) == .missing)
            let notice = AccountMail.recoveryCancelled(at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            #expect(try await scene.stores.recoverySession(token, now: scene.start) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .recoveryCancelled)
            #expect(
                try await scene.stores.recoveryWait(of: berta.account.id, now: scene.start)
                    == RecoveryWait(readyAt: other.readyAt, endsAt: other.endsAt))
        },
        ConformanceCase("a session that did not prove the second factor does not cancel the wait") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.addTOTP(to: anna, isProved: false)
            let wait = try await scene.waitBegun(of: anna, to: address)
            let event = scene.event(.recoveryCancelled, anna.account.id)
            let session = anna.opening.session.id
            #expect(
                try await scene.stores.cancelRecoveryWait(by: session, event: event) == .factorRequired)
            #expect(
                try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start)
                    == RecoveryWait(readyAt: wait.readyAt, endsAt: wait.endsAt))
        },
        ConformanceCase("a session that did not prove the account's passkey ends no recovery, and one that did cancels the wait") {
            scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let passkey = try await scene.addPasskey(to: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            let (session, event) = (anna.opening.session.id, scene.event(.recoveryCancelled, anna.account.id))
            #expect(try await scene.stores.cancelRecoveryWait(by: session, event: event) == .factorRequired)
            let revoked = try await scene.stores.revokeAll(
                by: session, event: scene.event(.allSessionsRevoked, anna.account.id), recoveryEvent: event)
            #expect(revoked == .factorRequired)
            #expect(
                try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start)
                    == RecoveryWait(readyAt: wait.readyAt, endsAt: wait.endsAt))
            let opening = try scene.passkeyOpening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, by: scene.use(passkey), using: scene.usedChallenge()) == .opened)
            #expect(try await scene.stores.cancelRecoveryWait(by: opening.session.id, event: event) == .cancelled)
        },
        ConformanceCase("an ended session ends no other session and no recovery") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let (session, event) = (anna.opening.session.id, scene.event(.sessionRevoked, anna.account.id))
            #expect(try await scene.stores.revoke(session, of: anna.account.id, device: .kept, event: event))
            let revoke = {
                try await scene.stores.revokeAll(
                    by: session, event: scene.event(.allSessionsRevoked, anna.account.id),
                    recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id))
            }
            #expect(try await revoke() == .sessionEnded)
            #expect(try await scene.opens(other.digest))
            try await scene.waitBegun(of: anna, to: address)
            let token = try await scene.openedRecovery(to: address.id)
            #expect(try await revoke() == .sessionEnded)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) != nil)
            #expect(try await scene.stores.recoverySession(token, now: scene.start) != nil)
            #expect(try await scene.takeMail() == [])
        },
        ConformanceCase("a reauthentication by a passkey ends the wait if it proved two factors, and only then") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let passkey = try await scene.addPasskey(to: anna)
            try await scene.waitBegun(of: anna, to: address)
            let token = try await scene.openedRecovery(to: address.id)
            for factorAt in [nil, scene.start] {
                let renewal = SessionRenewal(
                    session: anna.opening.session.id, digest: try scene.digest(), authenticatedAt: scene.start,
                    factorAuthenticatedAt: factorAt, recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id))
                let renewed = try await scene.stores.renew(
                    renewal, by: scene.use(passkey), using: scene.usedChallenge(),
                    event: scene.event(.passkeyReauthenticated, anna.account.id))
                #expect(renewed == .renewed)
                let isWaiting = try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) != nil
                let isOpen = try await scene.stores.recoverySession(token, now: scene.start) != nil
                #expect(isWaiting == (factorAt == nil) && isOpen == isWaiting)
            }
            let notice = AccountMail.recoveryCancelled(at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            #expect(try await scene.eventKinds(of: anna.account.id).contains(.recoveryCancelled))
        },
        ConformanceCase("revoking all sessions by a session ends the wait and the open recoveries, with one notice") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.waitBegun(of: anna, to: address)
            let token = try await scene.openedRecovery(to: address.id)
            let revoke = {
                try await scene.stores.revokeAll(
                    by: anna.opening.session.id, event: scene.event(.allSessionsRevoked, anna.account.id),
                    recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id))
            }
            #expect(try await revoke() == .ended(1, withRecovery: true))
            #expect(try await revoke() == .sessionEnded)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) == nil)
            #expect(try await scene.stores.recoverySession(token, now: scene.start) == nil)
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(!(try await scene.knows(anna.opening.device)))
            let notice = AccountMail.recoveryCancelled(at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            #expect(try await scene.eventKinds(of: anna.account.id).prefix(2) == [.allSessionsRevoked, .recoveryCancelled])
        },
        ConformanceCase("while a recovery waits, a session that did not prove the second factor does not revoke all sessions") {
            scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            try await scene.addTOTP(to: anna, isProved: false)
            let revoke = {
                try await scene.stores.revokeAll(
                    by: anna.opening.session.id, event: scene.event(.allSessionsRevoked, anna.account.id),
                    recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id))
            }
            let wait = try await scene.waitBegun(of: anna, to: address)
            #expect(try await revoke() == .factorRequired)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(
                try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start)
                    == RecoveryWait(readyAt: wait.readyAt, endsAt: wait.endsAt))
            let cancelling = scene.event(.secondFactorsRemoved, anna.account.id)
            #expect(try await scene.stores.removeSecondFactors(of: anna.account.id, event: cancelling))
            try await scene.addTOTP(to: anna, isProved: false)
            // Without a wait, such a session ends the sessions, and leaves an open recovery, which may be the owner's.
            let token = try await scene.openedRecovery(to: address.id)
            #expect(try await revoke() == .ended(1, withRecovery: false))
            #expect(try await scene.stores.recoverySession(token, now: scene.start) != nil)
            #expect(try await scene.takeMail() == [])
        },
        ConformanceCase("an open recovery can be cancelled before a wait") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let (begun, token) = (try await scene.recovery(to: address.id), try await scene.openedRecovery(to: address.id))
            let event = scene.event(.recoveryCancelled, anna.account.id)
            let session = anna.opening.session.id
            #expect(try await scene.stores.cancelRecoveryWait(by: session, event: event) == .cancelled)
            #expect(try await scene.stores.recoverySession(token, now: scene.start) == nil)
            #expect(try await scene.open(begun) == .missing)
        },
        ConformanceCase("an open recovery that has expired is not cancelled") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let session = try #require(try await scene.stores.recoverySession(token, now: scene.start))
            let late = scene.event(.recoveryCancelled, anna.account.id, at: session.expiresAt)
            #expect(try await scene.stores.cancelRecoveryWait(by: anna.opening.session.id, event: late) == .missing)
        },
        ConformanceCase("a second factor that is added, proved in a recovery, or removed as the last one ends the wait") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let isWaiting = { try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) != nil }
            try await scene.waitBegun(of: anna, to: address)
            let totp = try await scene.addTOTP(to: anna)
            #expect(try await !isWaiting())

            try await scene.waitBegun(of: anna, to: address)
            let token = try await scene.openedRecovery(to: address.id)
            let challenge = try await scene.challenge(.recovery(token), of: anna.account.id)
            let proof = scene.recoveryFactor(challenge, in: token, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeRecoveryFactor(proof) == .completed)
            #expect(try await !isWaiting())

            try await scene.waitBegun(of: anna, to: address)
            #expect(try await isWaiting())
            let event = scene.event(.secondFactorsRemoved, anna.account.id)
            #expect(try await scene.stores.removeSecondFactors(of: anna.account.id, event: event))
            #expect(try await !isWaiting())
        },
        ConformanceCase("an added second factor that ends a wait records it and queues a notice, and no other one does") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let notice = AccountMail.recoveryCancelled(at: scene.start, from: NoticeSource(.telephone))
            for (point, waits) in [true, false].enumerated() {
                if waits { try await scene.waitBegun(of: anna, to: address) }
                let key = try scene.deviceKey(point, of: anna.account.id)
                let added = try await scene.stores.add(key, scene.sending.addition(to: anna, kind: .deviceKeyAdded))
                #expect(added == .added(withRecoveryCodes: waits))
                let sent = try await scene.takeMail().filter { $0 == SentMail(notice, to: address) }
                #expect(sent.count == (waits ? 1 : 0))
            }
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .recoveryCancelled } == 1)
        },
        ConformanceCase("a sign-in or a step-up with a second factor ends the wait") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            try await scene.waitBegun(of: anna, to: address)
            let signIn = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
            let completion = try scene.completion(of: signIn, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeSignIn(completion) == .completed)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) == nil)

            try await scene.waitBegun(of: anna, to: address)
            let stepUp = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
            #expect(
                try await scene.stores.completeStepUp(scene.stepUp(stepUp, by: .totp(totp.id, step: 1_002))) == .completed)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) == nil)
        },
        ConformanceCase("the proof of a second factor that ends the wait records it and queues a notice, and no other one does") {
            scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            let notice = AccountMail.recoveryCancelled(at: scene.start, from: NoticeSource(.telephone))
            for (step, waits) in [(Int64(1_001), true), (1_002, false)] {
                if waits { try await scene.waitBegun(of: anna, to: address) }
                let challenge = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
                let plain = try scene.factorOpening(of: anna.account.id)
                let opening = SessionOpening(
                    session: plain.session, digest: plain.digest, device: plain.device, replacedDevice: nil, event: plain.event,
                    recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id))
                let completion = FactorSignInCompletion(
                    challenge: challenge.digest, use: .totp(totp.id, step: step), opening: opening)
                #expect(try await scene.stores.completeSignIn(completion) == .completed)
                let expected: [SentMail] = waits ? [SentMail(notice, to: address)] : []
                #expect(try await scene.takeMail() == expected)
            }
            for (step, waits) in [(Int64(1_003), true), (1_004, false)] {
                if waits { try await scene.waitBegun(of: anna, to: address) }
                let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
                let plain = try scene.stepUp(challenge, by: .totp(totp.id, step: step))
                let completion = FactorStepUpCompletion(
                    challenge: plain.challenge, use: plain.use, renewal: plain.renewal, event: plain.event,
                    recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id))
                #expect(try await scene.stores.completeStepUp(completion) == .completed)
                let expected: [SentMail] = waits ? [SentMail(notice, to: address)] : []
                #expect(try await scene.takeMail() == expected)
            }
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .recoveryCancelled } == 2)
        },
        ConformanceCase("a wait that has had no effect for days ends without an event") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let totp = try await scene.addTOTP(to: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            let challenge = try await scene.challenge(
                .signIn(.password(version: anna.version)), of: anna.account.id, at: wait.endsAt)
            let plain = try scene.factorOpening(of: anna.account.id, at: wait.endsAt)
            let opening = SessionOpening(
                session: plain.session, digest: plain.digest, device: plain.device, replacedDevice: nil, event: plain.event,
                recoveryEvent: scene.sending.event(.recoveryCancelled, anna.account.id, at: wait.endsAt))
            let completion = FactorSignInCompletion(
                challenge: challenge.digest, use: .totp(totp.id, step: 1_001), opening: opening)
            #expect(try await scene.stores.completeSignIn(completion) == .completed)
            #expect(try await scene.takeMail(at: wait.endsAt) == [])
            #expect(try await !scene.eventKinds(of: anna.account.id).contains(.recoveryCancelled))
        },
    ]
}
