@testable import Accounts
import Secrets
import Testing
import WebAuthn

extension AccountStoreConformance {
    /// Credentials that a recovery suspends.
    static let suspendedCredentials: [ConformanceCase] = [
        ConformanceCase("a recovery suspends the passkeys and Apple identities that are older than the verification of its address")
        {
            scene in
            for isOlder in [true, false] {
                let anna = try await scene.register(isOlder ? "anna" : "berta")
                try await scene.addPasskey(to: anna, isWayIn: false)
                try await scene.link("apple-\(isOlder)", to: anna)
                let moment = isOlder ? scene.start + .minutes(1) : scene.start
                let address = try await scene.address("anna-\(isOlder)@example.org", of: anna, verifiedAt: moment)
                let token = try await scene.openedRecovery(to: address.id, at: moment)
                let completion = try scene.recoveryCompletion(of: anna.account.id, in: token, at: moment)
                #expect(
                    try await scene.stores.completeRecovery(completion)
                        == .recovered(removedFactors: false, removedAddresses: false, suspendedCredentials: isOlder))
                let expected = isOlder ? moment : nil
                #expect(try await scene.stores.passkeys(of: anna.account.id).map(\.suspendedAt) == [expected])
                #expect(try await scene.stores.appleIdentities(of: anna.account.id).map(\.suspendedAt) == [expected])
                #expect(try await scene.eventKinds(of: anna.account.id).contains(.credentialsSuspended) == isOlder)
            }
        },
        ConformanceCase("a recovery with a proved second factor suspends nothing") { scene in
            let anna = try await scene.register("anna")
            try await scene.addPasskey(to: anna)
            let moment = scene.start + .minutes(1)
            let address = try await scene.address("anna@example.org", of: anna, verifiedAt: moment)
            let totp = try await scene.addTOTP(to: anna)
            let token = try await scene.openedRecovery(to: address.id)
            let challenge = try await scene.challenge(.recovery(token), of: anna.account.id)
            let proof = scene.recoveryFactor(challenge, in: token, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeRecoveryFactor(proof) == .completed)
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: token, at: moment)
            #expect(
                try await scene.stores.completeRecovery(completion)
                    == .recovered(removedFactors: false, removedAddresses: false))
            #expect(try await scene.stores.passkeys(of: anna.account.id).map(\.suspendedAt) == [nil])
        },
        ConformanceCase("a suspended credential opens and renews no session, is no factor and no way in, until it is confirmed") {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (passkey, identity) = (try await scene.addPasskey(to: anna), try await scene.link("anna", to: anna))
            let (owner, moment) = try await scene.recoverAfterWait(anna)
            let session = owner.opening.session.id
            let until = moment + .minutes(10)

            let opening = try scene.passkeyOpening(of: anna.account.id, at: moment)
            let use = scene.use(passkey, at: moment)
            #expect(try await scene.stores.open(opening, by: use, using: scene.usedChallenge(until: until)) == .superseded)
            let verification = scene.verification(try scene.assertion("anna", at: moment), id: identity.id, at: moment)
            #expect(
                try await scene.stores.open(scene.appleOpening(of: anna.account.id, at: moment), by: verification) == .superseded)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).passkeys.isEmpty)
            let address = try #require(try await scene.stores.addresses(of: anna.account.id).first)
            let recovery = try await scene.openedRecovery(to: address.id, at: moment)
            #expect(try await scene.stores.recoverySession(recovery, now: moment)?.hasPasskey == false)

            _ = try await scene.takeMail(at: moment)
            let event = scene.sending.event(.credentialConfirmed, anna.account.id, at: moment)
            let foreign = scene.event(.credentialConfirmed, berta.account.id, at: moment)
            for credential in [SuspendedCredential.passkey(passkey.id), .appleIdentity(identity.id)] {
                // Neither another account's session nor an ended one confirms it.
                #expect(
                    try await scene.stores.confirm(credential, by: berta.opening.session.id, event: foreign) != .confirmed)
                #expect(try await scene.stores.confirm(credential, by: anna.opening.session.id, event: event) == .sessionEnded)
                #expect(try await scene.stores.confirm(credential, by: session, event: event) == .confirmed)
                #expect(try await scene.stores.confirm(credential, by: session, event: event) == .missing)
            }
            #expect(try await scene.eventKinds(of: anna.account.id).prefix(2) == [.credentialConfirmed, .credentialConfirmed])
            let notice = AccountNotice(.credentialConfirmed, at: moment, from: NoticeSource(.telephone))
            let mail = SentMail(.notice(notice), to: address)
            #expect(try await scene.takeMail(at: moment) == [mail, mail])
            #expect(
                try await scene.stores.open(opening, by: use, using: scene.usedChallenge(until: until)) == .opened)
            #expect(
                try await scene.stores.open(scene.appleOpening(of: anna.account.id, at: moment), by: verification) == .opened)
        },
        ConformanceCase("an account keeps a credential that is not suspended") { scene in
            let anna = try await scene.register("anna")
            try await scene.addPasskey(to: anna)
            try await scene.link("anna", to: anna)
            let (owner, _) = try await scene.recoverAfterWait(anna)
            let (id, session) = (owner.account.id, owner.opening.session.id)
            #expect(try await scene.removePassword(of: id, by: session) == .lastCredential)
            let identity = try await scene.link("anna", to: owner, team: "TEAM000002")
            #expect(try await scene.removePassword(of: id, by: session) == .removed)
            let event = scene.event(.appleUnlinked, id)
            #expect(try await scene.stores.unlink(identity.id, from: id, by: session, event: event) == .lastCredential)
        },
    ]
}

extension ConformanceScene {
    /// Returns an address that is verified at that time.
    func address(_ text: String, of registered: Registered, verifiedAt moment: Timestamp) async throws -> AccountAddress {
        let claim = try await claim(text, by: registered, at: moment)
        try #require(try await verify(claim, by: registered, at: moment).isVerified)
        return try #require(try await stores.addresses(of: registered.account.id).last)
    }

    /// Verifies an address one minute after the start, recovers the account after the waiting time, and signs in.
    fileprivate func recoverAfterWait(_ registered: Registered) async throws -> (Registered, at: Timestamp) {
        let later = Self.start + .minutes(1)
        let address = try await address("anna@example.org", of: registered, verifiedAt: later)
        let (begun, wait) = try await beginWait(
            of: registered, in: try await openedRecovery(to: address.id, at: later), at: later)
        try #require(begun == .begun)
        let token = try await openedRecovery(to: address.id, at: wait.readyAt)
        let completion = try recoveryCompletion(of: registered.account.id, in: token, at: wait.readyAt)
        try #require(
            try await stores.completeRecovery(completion)
                == .recovered(removedFactors: false, removedAddresses: false, suspendedCredentials: true))
        let version = try #require(try await stores.credential(of: registered.account.id)).version
        let known = Registered(account: registered.account, opening: registered.opening, version: version)
        let opening = try await signIn(known, at: wait.readyAt)
        return (Registered(account: registered.account, opening: opening, version: version), wait.readyAt)
    }
}
