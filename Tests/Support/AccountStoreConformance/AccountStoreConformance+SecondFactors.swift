@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// ``SecondFactorStore``, changing factors.
    package static let secondFactors: [ConformanceCase] = generators + recoveryCodes + deviceKeys + unprovedSessions

    private static let generators: [ConformanceCase] = [
        ConformanceCase("an authenticator takes effect at its confirmation") { scene in
            let anna = try await scene.register("anna")
            let totp = try scene.totp(of: anna.account.id)
            #expect(try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start) == .begun)
            #expect(try await scene.stores.totp(of: anna.account.id) == totp)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == [])
            try await scene.signIn(anna)
            let nothing = try await scene.stores.removeTOTP(
                by: anna.opening.session.id, event: scene.event(.totpRemoved, anna.account.id))
            #expect(nothing == .missing)

            let renewal = SessionRenewal(
                session: anna.opening.session.id, digest: try scene.digest(), authenticatedAt: scene.start,
                factorAuthenticatedAt: scene.start + .minutes(1))
            let addition = scene.addition(
                to: anna, codes: try scene.codes(), renewal: renewal, at: scene.start + .minutes(1))
            #expect(
                try await scene.stores.confirmTOTP(totp.id, step: 7, isLate: false, addition) == .added(withRecoveryCodes: true))
            let found = try #require(try await scene.stores.totp(of: anna.account.id))
            #expect(found.confirmedAt == scene.start + .minutes(1))
            #expect(found.lastStep == 7)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == [.totp, .recoveryCode])
            #expect(try await scene.stores.account(anna.account.id)?.secondFactorSince == scene.start + .minutes(1))
            let session = try #require(try await scene.session(renewal))
            #expect(session.session.factorAuthenticatedAt == scene.start + .minutes(1))
            #expect(session.session.assurance == .twoFactors)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .totpAdded)
        },
        ConformanceCase("another authenticator replaces an unconfirmed one, and not a confirmed one") { scene in
            let anna = try await scene.register("anna")
            let (first, second) = (try scene.totp(of: anna.account.id), try scene.totp(of: anna.account.id))
            let session = anna.opening.session.id
            #expect(try await scene.stores.beginTOTP(first, by: session, now: scene.start) == .begun)
            #expect(try await scene.stores.beginTOTP(second, by: session, now: scene.start) == .begun)
            #expect(try await scene.stores.confirmTOTP(first.id, step: 1, isLate: false, scene.addition(to: anna)) == .superseded)
            #expect(
                try await scene.stores.confirmTOTP(second.id, step: 1, isLate: false, scene.addition(to: anna))
                    == .added(withRecoveryCodes: true))
            #expect(try await scene.stores.confirmTOTP(second.id, step: 2, isLate: false, scene.addition(to: anna)) == .superseded)
            #expect(try await scene.stores.beginTOTP(first, by: session, now: scene.start) == .alreadySet)
            #expect(try await scene.stores.totp(of: anna.account.id)?.id == second.id)
        },
        ConformanceCase("an unconfirmed authenticator belongs for an hour to the session that began it") { scene in
            let anna = try await scene.register("anna")
            let (session, other) = (anna.opening.session.id, try await scene.signIn(anna).session.id)
            let (first, second) = (try scene.totp(of: anna.account.id), try scene.totp(of: anna.account.id))
            func waiting(in session: SessionID, after time: Duration = .zero) async throws -> StoredTOTP? {
                try await scene.stores.waitingTOTP(of: anna.account.id, begunBy: session, now: scene.start + time)
            }
            #expect(try await scene.stores.beginTOTP(first, by: session, now: scene.start) == .begun)
            #expect(try await waiting(in: session, after: .minutes(59)) == first)
            #expect(try await waiting(in: session, after: .minutes(60)) == nil)
            #expect(try await waiting(in: other) == nil)
            #expect(try await scene.stores.beginTOTP(second, by: other, now: scene.start) == .begun)
            #expect(try await waiting(in: session) == nil)
            #expect(try await waiting(in: other) == second)
            let byOwner = scene.addition(to: anna)
            #expect(try await scene.stores.confirmTOTP(second.id, step: 1, isLate: false, byOwner) == .superseded)
            #expect(try await scene.stores.beginTOTP(first, by: session, now: scene.start) == .begun)
            #expect(
                try await scene.stores.confirmTOTP(first.id, step: 1, isLate: false, byOwner) == .added(withRecoveryCodes: true))
            #expect(try await waiting(in: session) == nil)
        },
        ConformanceCase("a late code is stored with its authenticator until a code arrives in time") { scene in
            let anna = try await scene.register("anna")
            let begun = try scene.totp(of: anna.account.id)
            #expect(try await scene.stores.beginTOTP(begun, by: anna.opening.session.id, now: scene.start) == .begun)
            try await scene.stores.recordLateStep(5, of: begun.id, anna.account.id)
            #expect(try await scene.stores.totp(of: anna.account.id) == begun, "not before it is confirmed")
            _ = try await scene.stores.confirmTOTP(begun.id, step: 7, isLate: true, scene.addition(to: anna))
            func steps() async throws -> [Int64?] {
                let found = try await scene.stores.totp(of: anna.account.id)
                return [found?.lastStep, found?.lateStep]
            }
            #expect(try await steps() == [7, 7])
            func use(_ step: Int64, isLate: Bool) async throws {
                let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
                let completion = try scene.completion(of: challenge, by: .totp(begun.id, step: step, isLate: isLate))
                #expect(try await scene.stores.completeSignIn(completion) == .completed)
            }
            try await use(9, isLate: false)
            #expect(try await steps() == [9, nil])
            try await use(10, isLate: true)
            #expect(try await steps() == [10, 10])
            try await use(12, isLate: false)
            for step in [11, 12] as [Int64] { try await scene.stores.recordLateStep(step, of: begun.id, anna.account.id) }
            #expect(try await steps() == [12, nil], "these are used up")
            try await scene.stores.recordLateStep(13, of: TOTPID(random: scene.random), anna.account.id)
            let bert = try await scene.register("bert")
            try await scene.stores.recordLateStep(13, of: begun.id, bert.account.id)
            #expect(try await steps() == [12, nil], "another generator, another account")
            try await scene.stores.recordLateStep(13, of: begun.id, anna.account.id)
            #expect(try await steps() == [12, 13])
        },
        ConformanceCase("factors change in an active session only") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let bert = try await scene.register("bert")
            let foreign = bert.opening.session.id
            let event = scene.event(.totpRemoved, anna.account.id)
            let added = FactorAddition(
                account: anna.account.id, session: foreign, renewal: nil, recoveryCodes: [], event: event,
                recoveryEvent: scene.event(.recoveryCancelled, anna.account.id))
            #expect(try await scene.stores.beginTOTP(totp, by: foreign, now: scene.start) == .sessionEnded)
            #expect(try await scene.stores.confirmTOTP(totp.id, step: 5, isLate: false, added) == .sessionEnded)
            #expect(try await scene.stores.add(scene.deviceKey(of: anna.account.id), added) == .sessionEnded)
            #expect(try await scene.stores.removeTOTP(by: foreign, event: event) == .sessionEnded)
            #expect(try await scene.stores.replaceRecoveryCodes(with: [], by: foreign, event: event) == .sessionEnded)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).hasTOTP)
        },
        ConformanceCase("unconfirmed authenticators are deleted after an hour") { scene in
            let anna = try await scene.register("anna")
            let totp = try scene.totp(of: anna.account.id)
            #expect(try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start) == .begun)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(59)) == 0)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(60)) == 1)
            #expect(try await scene.stores.totp(of: anna.account.id) == nil)
        },
    ]

    private static let recoveryCodes: [ConformanceCase] = [
        ConformanceCase("recovery codes come with the first factor only, and are deleted with the last") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna, codes: try scene.codes())
            let key = try scene.deviceKey(of: anna.account.id)
            let codes = try scene.codes(3)
            #expect(
                try await scene.stores.add(key, scene.addition(to: anna, codes: codes, kind: .deviceKeyAdded))
                    == .added(withRecoveryCodes: false))
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 10)

            let session = anna.opening.session.id
            #expect(
                try await scene.stores.removeTOTP(by: session, event: scene.event(.totpRemoved, anna.account.id)) == .removed)
            #expect(try await scene.stores.totp(of: anna.account.id) == nil)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == [.deviceKey, .recoveryCode])
            #expect(try await scene.stores.account(anna.account.id)?.hasSecondFactor == true)
            let waiting = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let removed = try await scene.stores.removeDeviceKey(
                key.id, by: session, event: scene.event(.deviceKeyRemoved, anna.account.id))
            #expect(removed == .removed)
            #expect(
                try await scene.stores.secondFactors(of: anna.account.id)
                    == SecondFactors(hasTOTP: false, deviceKeys: [], recoveryCodes: 0))
            #expect(try await scene.stores.account(anna.account.id)?.hasSecondFactor == false)
            // A sign-in no longer waits for the removed factor.
            #expect(try await scene.stores.takeFactorAttempt(at: waiting.digest, in: nil, now: scene.start) == nil)
            #expect(totp.confirmedAt == nil)
            try await scene.signIn(anna)
        },
        ConformanceCase("a new set of recovery codes replaces the old one") { scene in
            let anna = try await scene.register("anna")
            let session = anna.opening.session.id
            let event = scene.event(.recoveryCodesMade, anna.account.id)
            #expect(try await scene.stores.replaceRecoveryCodes(with: scene.codes(), by: session, event: event) == .noFactor)
            let (old, new) = (try scene.codes(3), try scene.codes(2))
            try await scene.addTOTP(to: anna, codes: old)
            #expect(try await scene.stores.replaceRecoveryCodes(with: new, by: session, event: event) == .replaced)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 2)
            for (code, outcome) in [(old[0], FactorCompletionResult.factorUsed), (new[0], .completed)] {
                let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
                #expect(
                    try await scene.stores.completeSignIn(scene.completion(of: challenge, by: .recoveryCode(code))) == outcome)
            }
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 1)
        },
        ConformanceCase("the operator removes all factors") { scene in
            let anna = try await scene.register("anna")
            let event = scene.event(.secondFactorsRemoved, anna.account.id)
            #expect(!(try await scene.stores.removeSecondFactors(of: anna.account.id, event: event)))
            try await scene.addTOTP(to: anna, codes: try scene.codes())
            let key = try scene.deviceKey(of: anna.account.id)
            _ = try await scene.stores.add(key, scene.addition(to: anna, kind: .deviceKeyAdded))
            #expect(try await scene.stores.removeSecondFactors(of: anna.account.id, event: event))
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == [])
            #expect(try await scene.eventKinds(of: anna.account.id).first == .secondFactorsRemoved)
            try await scene.signIn(anna)
        },
    ]

    private static let deviceKeys: [ConformanceCase] = [
        ConformanceCase("the attestation key of a device key is stored, and so is its absence") { scene in
            let anna = try await scene.register("anna")
            let verification = try #require(TPMName([0x00, 0x0B] + [UInt8](1...32)))
            let plain = try scene.deviceKey(of: anna.account.id)
            let attested = DeviceKey(
                id: plain.id, account: plain.account, publicKey: plain.publicKey, name: plain.name, createdAt: plain.createdAt,
                attestedBy: verification)
            let keys = [attested, try scene.deviceKey(1, of: anna.account.id)]
            for key in keys { _ = try await scene.stores.add(key, scene.addition(to: anna, kind: .deviceKeyAdded)) }
            #expect(try await scene.stores.secondFactors(of: anna.account.id).deviceKeys == keys)
        },
        ConformanceCase("a device key is stored unchanged, once for each account") { scene in
            let (anna, bert) = (try await scene.register("anna"), try await scene.register("bert"))
            let key = try scene.deviceKey(of: anna.account.id, named: "Anna's phone")
            let addition = scene.addition(to: anna, codes: try scene.codes(), kind: .deviceKeyAdded)
            #expect(try await scene.stores.add(key, addition) == .added(withRecoveryCodes: true))
            #expect(try await scene.stores.secondFactors(of: anna.account.id).deviceKeys == [key])
            let again = scene.addition(to: anna, kind: .deviceKeyAdded)
            #expect(try await scene.stores.add(scene.deviceKey(of: anna.account.id), again) == .alreadyAdded)
            let other = try scene.deviceKey(of: bert.account.id)
            #expect(
                try await scene.stores.add(other, scene.addition(to: bert, kind: .deviceKeyAdded))
                    == .added(withRecoveryCodes: true))
            let event = scene.event(.deviceKeyRemoved, bert.account.id)
            #expect(try await scene.stores.removeDeviceKey(key.id, by: bert.opening.session.id, event: event) == .missing)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).deviceKeys == [key])
        },
        ConformanceCase("an account has at most twenty device keys") { scene in
            let anna = try await scene.register("anna")
            var keys: [DeviceKey] = []
            for index in 0...DeviceKey.limit {
                let key = try scene.deviceKey(index, of: anna.account.id)
                let outcome = try await scene.stores.add(key, scene.addition(to: anna, kind: .deviceKeyAdded))
                #expect(outcome == (index == DeviceKey.limit ? .tooMany : .added(withRecoveryCodes: index == 0)))
                keys.append(key)
            }
            #expect(try await scene.stores.secondFactors(of: anna.account.id).deviceKeys == keys.dropLast())
            let event = scene.event(.deviceKeyRemoved, anna.account.id)
            #expect(try await scene.stores.removeDeviceKey(keys[0].id, by: anna.opening.session.id, event: event) == .removed)
            let last = try await scene.stores.add(try #require(keys.last), scene.addition(to: anna, kind: .deviceKeyAdded))
            #expect(last == .added(withRecoveryCodes: false))
        },
        ConformanceCase("the factors of a deleted account are deleted") { scene in
            let anna = try await scene.register("anna")
            try await scene.addTOTP(to: anna, codes: try scene.codes())
            _ = try await scene.stores.add(
                scene.deviceKey(of: anna.account.id), scene.addition(to: anna, kind: .deviceKeyAdded))
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.totp(of: anna.account.id) == nil)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).methods == [])
            #expect(try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start) == nil)
        },
    ]
}
