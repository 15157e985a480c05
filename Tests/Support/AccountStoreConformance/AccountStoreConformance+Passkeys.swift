@testable import Accounts
import Secrets
import Testing
import WebAuthn

extension AccountStoreConformance {
    /// Cases for ``PasskeyStore``.
    package static let passkeys: [ConformanceCase] = passkeyRecords + passkeySessions + passkeyRaces

    private static let passkeyRecords: [ConformanceCase] = [
        ConformanceCase("a sign-up with a passkey creates an account with a user handle and a session, and without a password") {
            scene in
            let (anna, passkey) = try await scene.signUp("anna")
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            let stored = StoredPasskey(account: anna.account, passkey: passkey)
            #expect(try await scene.stores.passkey(passkey.credential.id) == stored)
            #expect(try await scene.stores.passkeys(of: anna.account.id) == [passkey])
            #expect(try await scene.stores.userHandle(of: anna.account.id, orElse: nil) == passkey.credential.user)
            let session = try #require(try await scene.stores.session(anna.opening.digest, now: scene.start)).session
            #expect(session == anna.opening.session)
            #expect(session.origin == .passkey)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("a passkey is found by its credential ID, and deleted with its account") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let long = try await scene.addPasskey(to: anna, id: [UInt8](repeating: 1, count: 1_023))
            let short = try await scene.addPasskey(to: anna, id: [1])
            #expect(try await scene.stores.passkeys(of: anna.account.id) == [long, short])
            #expect(try await scene.stores.passkeys(of: berta.account.id) == [])
            #expect(try await scene.stores.passkey(long.credential.id)?.passkey == long)
            #expect(try await scene.stores.passkey(CredentialID([1, 1])) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.passkeyAdded, .passkeyAdded, .accountCreated])
            #expect(try await scene.stores.secondFactors(of: anna.account.id).passkeys == [long, short])
            _ = try await scene.stores.deleteAccount(anna.account.id, at: scene.start)
            #expect(try await scene.stores.passkey(short.credential.id) == nil)
        },
        ConformanceCase("an account keeps its first user handle") { scene in
            let anna = try await scene.register("anna")
            let (first, second) = (try UserHandle(scene.random.bytes(64)), try UserHandle([1]))
            #expect(try await scene.stores.userHandle(of: anna.account.id, orElse: nil) == nil)
            #expect(try await scene.stores.userHandle(of: anna.account.id, orElse: first) == first)
            #expect(try await scene.stores.userHandle(of: anna.account.id, orElse: second) == first)
            #expect(try await scene.stores.userHandle(of: AccountID(random: scene.random), orElse: second) == nil)
        },
        ConformanceCase("the accepted passkeys of an account are its user handle and all its passkeys") { scene in
            #expect(try await scene.stores.areSignalsConfirmed())
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            #expect(try await scene.stores.acceptedPasskeys(of: anna.account.id) == nil)
            let first = try await scene.addPasskey(to: anna)
            let second = try await scene.addPasskey(to: anna, isWayIn: false)
            try await scene.addPasskey(to: berta)
            let accepted = AcceptedPasskeys(user: first.credential.user, passkeys: [first, second])
            #expect(try await scene.stores.acceptedPasskeys(of: anna.account.id) == accepted)
            try await scene.stores.confirmSignals()
            #expect(try await scene.stores.areSignalsConfirmed())
            for passkey in [first, second] { _ = try await scene.remove(passkey, by: anna) }
            let empty = AcceptedPasskeys(user: first.credential.user, passkeys: [])
            #expect(try await scene.stores.acceptedPasskeys(of: anna.account.id) == empty)
        },
        ConformanceCase("a registered credential is rejected, and the challenge is used up") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let passkey = try await scene.addPasskey(to: anna, id: [1, 2, 3])
            for person in [anna, berta] {
                let challenge = try scene.usedChallenge()
                let copy = try scene.passkey(of: person.account.id, id: [1, 2, 3])
                #expect(try await scene.add(copy, by: person, using: challenge) == .credentialTaken)
                #expect(try await !scene.stores.useUp(challenge))
            }
            let account = scene.accountWithoutPassword("clara")
            let (copy, challenge) = (try scene.passkey(of: account.id, id: [1, 2, 3]), try scene.usedChallenge())
            let opening = try scene.passkeyOpening(of: account.id)
            #expect(
                try await scene.stores.create(account, copy, opening: opening, using: challenge) == .credentialTaken)
            #expect(try await scene.stores.account(account.id) == nil)
            #expect(try await scene.stores.passkey(passkey.credential.id)?.passkey == passkey)
        },
        ConformanceCase("a sign-up with a taken user name is rejected") { scene in
            try await scene.register("anna")
            let account = scene.accountWithoutPassword("anna")
            let (passkey, challenge) = (try scene.passkey(of: account.id), try scene.usedChallenge())
            let opening = try scene.passkeyOpening(of: account.id)
            #expect(
                try await scene.stores.create(account, passkey, opening: opening, using: challenge) == .userNameTaken)
            #expect(try await scene.stores.passkey(passkey.credential.id) == nil)
            #expect(try await !scene.stores.useUp(challenge))
        },
        ConformanceCase("an account has at most its limit of passkeys") { scene in
            let anna = try await scene.register("anna")
            for _ in 0..<Passkey.limit { try await scene.addPasskey(to: anna) }
            let user = try await scene.stores.userHandle(of: anna.account.id, orElse: nil)
            #expect(try await scene.add(scene.passkey(of: anna.account.id, user: user), by: anna) == .tooMany)
            #expect(try await scene.stores.passkeys(of: anna.account.id).count == Passkey.limit)
        },
        ConformanceCase("an ended session cannot add, rename or remove a passkey") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let passkey = try await scene.addPasskey(to: anna)
            let end = anna.opening.session.expiry.end
            #expect(try await scene.add(scene.passkey(of: anna.account.id), by: anna, at: end) == .sessionEnded)
            #expect(try await scene.add(scene.passkey(of: anna.account.id), by: berta) == .sessionEnded)
            #expect(try await scene.remove(passkey, by: anna, at: end) == .sessionEnded)
            let event = scene.event(.passkeyRenamed, anna.account.id, at: end)
            let result = try await scene.stores.renamePasskey(
                passkey.id, to: "Other", by: anna.opening.session.id, event: event)
            #expect(result == .sessionEnded)
            #expect(try await scene.stores.passkeys(of: anna.account.id) == [passkey])
        },
        ConformanceCase("a session that did not prove the account's second factor adds no passkey") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna, isProved: false)
            let challenge = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
            let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeSignIn(completion) == .completed)
            let user = try await scene.stores.userHandle(of: anna.account.id, orElse: UserHandle(scene.random.bytes(64)))
            for (session, expected) in [
                (anna.opening.session.id, PasskeyAdditionResult.factorRequired), (completion.opening.session.id, .added),
            ] {
                let result = try await scene.stores.add(
                    scene.passkey(of: anna.account.id, user: user), by: session, using: scene.usedChallenge(),
                    event: scene.event(.passkeyAdded, anna.account.id))
                #expect(result == expected)
            }
        },
        ConformanceCase("only its account can rename and remove a passkey") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let passkey = try await scene.addPasskey(to: anna)
            for (person, expected) in [(berta, PasskeyChangeResult.missing), (anna, .changed(endedPresentSession: false))] {
                let event = scene.event(.passkeyRenamed, person.account.id)
                let session = person.opening.session.id
                #expect(
                    try await scene.stores.renamePasskey(passkey.id, to: "Laptop", by: session, event: event) == expected)
            }
            #expect(try await scene.stores.passkeys(of: anna.account.id).map(\.name) == ["Laptop"])
            #expect(try await scene.remove(passkey, by: berta) == .missing)
            #expect(try await scene.remove(passkey, by: anna) == .changed(endedPresentSession: false))
            #expect(try await scene.stores.passkeys(of: anna.account.id) == [])
            #expect(
                try await scene.eventKinds(of: anna.account.id)
                    == [.passkeyRemoved, .passkeyRenamed, .passkeyAdded, .accountCreated])
        },
        ConformanceCase("the last credential that can sign in cannot be removed: passkey, password or Apple identity") { scene in
            let (anna, first) = try await scene.signUp("anna")
            #expect(try await scene.remove(first, by: anna) == .lastCredential)
            let unproved = try await scene.addPasskey(to: anna, isWayIn: false)
            #expect(try await scene.remove(first, by: anna) == .lastCredential)
            #expect(try await scene.remove(unproved, by: anna) == .changed(endedPresentSession: false))
            try await scene.addPasskey(to: anna)
            #expect(try await scene.remove(first, by: anna) == .changed(endedPresentSession: true))

            let berta = try await scene.register("berta")
            let removePassword = {
                try await scene.stores.removePassword(
                    of: berta.account.id, renewal: scene.renewal(of: berta.opening.session.id),
                    event: scene.event(.passwordRemoved, berta.account.id))
            }
            try await scene.addPasskey(to: berta, isWayIn: false)
            #expect(try await removePassword() == .lastCredential)
            try await scene.addPasskey(to: berta)
            #expect(try await removePassword() == .removed)

            let clara = try await scene.registerWithApple("clara")
            let unlink = {
                try await scene.stores.unlink(
                    clara.id, from: clara.account.id, by: clara.opening.session.id,
                    event: scene.event(.appleUnlinked, clara.account.id))
            }
            #expect(try await unlink() == .lastCredential)
            let user = try await scene.stores.userHandle(of: clara.account.id, orElse: UserHandle([9]))
            let added = try await scene.stores.add(
                scene.passkey(of: clara.account.id, user: user), by: clara.opening.session.id, using: scene.usedChallenge(),
                event: scene.event(.passkeyAdded, clara.account.id))
            #expect(added == .added)
            guard case .unlinked(_, endedPresentSession: true) = try await unlink() else { return #expect(Bool(false)) }
        },
        ConformanceCase("an account with a passkey remains after its Apple Account is deleted") { scene in
            let anna = try await scene.registerWithApple("anna")
            let user = try await scene.stores.userHandle(of: anna.account.id, orElse: UserHandle([9]))
            let added = try await scene.stores.add(
                scene.passkey(of: anna.account.id, user: user, isWayIn: false), by: anna.opening.session.id,
                using: scene.usedChallenge(), event: scene.event(.passkeyAdded, anna.account.id))
            #expect(added == .added)
            let notification = try scene.notification("one", .accountDeleted, of: anna.key)
            let outcome = try await scene.stores.apply(
                notification, event: scene.event(.appleAccountDeleted, nil, at: notification.at))
            #expect(outcome == .applied(.unlinked(anna.account.id)))
        },
        ConformanceCase("the store returns the relying party IDs of its passkeys") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.relyingPartyIDs() == [])
            for _ in 0..<2 { try await scene.addPasskey(to: anna) }
            #expect(try await scene.stores.relyingPartyIDs() == ["example.org"])
            try await scene.addPasskey(to: anna, relyingPartyID: "example.com")
            #expect(try await scene.stores.relyingPartyIDs() == ["example.com", "example.org"])
        },
        ConformanceCase("a used challenge is deleted an hour after it expired") { scene in
            let challenge = try scene.usedChallenge()
            #expect(try await scene.stores.useUp(challenge))
            let end = challenge.expiresAt + UsedChallenge.margin
            #expect(try await scene.removeExpired(at: end - .millisecond) == 0)
            #expect(try await !scene.stores.useUp(challenge))
            #expect(try await scene.removeExpired(at: end) == 1)
        },
    ]

    private static let passkeySessions: [ConformanceCase] = [
        ConformanceCase("a passkey opens a session, and its counter and backup state are stored") { scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna, isWayIn: false)
            let opening = try scene.passkeyOpening(of: anna.account.id, at: scene.start + .minutes(1))
            let event = scene.event(.passkeyCounterRegressed, anna.account.id)
            let use = scene.use(passkey, signCount: 7, at: scene.start + .minutes(1), events: [event])
            #expect(try await scene.stores.open(opening, by: use, using: scene.usedChallenge()) == .opened)
            let session = try #require(try await scene.stores.session(opening.digest, now: opening.session.createdAt)).session
            #expect(session == opening.session)
            #expect(
                try await scene.eventKinds(of: anna.account.id)
                    == [.signedIn, .passkeyCounterRegressed, .passkeyAdded, .accountCreated])
            let stored = try #require(try await scene.stores.passkeys(of: anna.account.id).first)
            #expect(stored.credential.signCount == 7)
            #expect(stored.credential.isBackedUp)
            #expect(!stored.credential.hasVerifiedUser)
            #expect(stored.backupChangedAt == use.at)
            #expect(stored.lastUsedAt == use.at)
            #expect(stored.isWayIn)
        },
        ConformanceCase("operations with a used challenge change nothing") { scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            let challenge = try scene.usedChallenge()
            #expect(try await scene.stores.useUp(challenge))
            let opening = try scene.passkeyOpening(of: anna.account.id)
            #expect(
                try await scene.stores.open(opening, by: scene.use(passkey), using: challenge) == .challengeUsed)
            #expect(try await !scene.opens(opening.digest))
            let renewal = try scene.renewal(of: anna.opening.session.id)
            let event = scene.event(.passkeyReauthenticated, anna.account.id)
            let renewed = try await scene.stores.renew(renewal, by: scene.use(passkey), using: challenge, event: event)
            #expect(renewed == .challengeUsed)
            #expect(try await !scene.opens(renewal))
            let other = try scene.passkey(of: anna.account.id, user: passkey.credential.user)
            #expect(try await scene.add(other, by: anna, using: challenge) == .challengeUsed)
            let account = scene.accountWithoutPassword("berta")
            let first = try scene.passkeyOpening(of: account.id)
            let created = try await scene.stores.create(
                account, scene.passkey(of: account.id), opening: first, using: challenge)
            #expect(created == .challengeUsed)
            #expect(try await scene.stores.passkeys(of: anna.account.id) == [passkey])
        },
        ConformanceCase("a removed passkey and a passkey of another account open and renew no session") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (removed, foreign) = (try await scene.addPasskey(to: anna), try await scene.addPasskey(to: berta))
            #expect(try await scene.remove(removed, by: anna) == .changed(endedPresentSession: false))
            for passkey in [removed, foreign] {
                let opening = try scene.passkeyOpening(of: anna.account.id)
                let challenge = try scene.usedChallenge()
                #expect(try await scene.stores.open(opening, by: scene.use(passkey), using: challenge) == .superseded)
                #expect(try await !scene.stores.useUp(challenge))
                let renewal = try scene.renewal(of: anna.opening.session.id)
                let event = scene.event(.passkeyReauthenticated, anna.account.id)
                let renewed = try await scene.stores.renew(
                    renewal, by: scene.use(passkey), using: scene.usedChallenge(), event: event)
                #expect(renewed == .sessionEnded)
                #expect(try await !scene.opens(opening.digest))
                #expect(try await !scene.opens(renewal))
            }
        },
        ConformanceCase("an account with a second factor requires two factors of a passkey") { scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            try await scene.addTOTP(to: anna)
            let one = try scene.passkeyOpening(of: anna.account.id)
            #expect(
                try await scene.stores.open(one, by: scene.use(passkey, signCount: 7), using: scene.usedChallenge())
                    == .factorRequired)
            #expect(try await !scene.opens(one.digest))
            #expect(try await scene.stores.passkeys(of: anna.account.id).first?.credential.signCount == 7)
            let two = try scene.passkeyOpening(of: anna.account.id, isTwoFactors: true)
            let use = scene.use(passkey, after: 7)
            #expect(try await scene.stores.open(two, by: use, using: scene.usedChallenge()) == .opened)
            #expect(try await scene.opens(two.digest))
        },
        ConformanceCase("a second factor after a passkey opens a session and confirms the first user verification") { scene in
            for isVerified in [true, false] {
                let anna = try await scene.register(isVerified ? "anna" : "berta")
                let passkey = try await scene.addPasskey(to: anna, isWayIn: false)
                let totp = try await scene.addTOTP(to: anna)
                let challenge = try await scene.challenge(
                    .signIn(.passkey(passkey.id, hasVerifiedUser: isVerified)), of: anna.account.id)
                #expect(try await scene.stores.factorChallenge(challenge.digest, now: scene.start) == challenge)
                let opening = try scene.passkeyOpening(of: anna.account.id, isTwoFactors: true)
                let completion = FactorSignInCompletion(
                    challenge: challenge.digest, use: .totp(totp.id, step: 1_001), opening: opening)
                #expect(try await scene.stores.completeSignIn(completion) == .completed)
                #expect(try await scene.stores.session(opening.digest, now: scene.start)?.session == opening.session)
                let stored = try #require(try await scene.stores.passkeys(of: anna.account.id).first)
                #expect(stored.credential.hasVerifiedUser == isVerified)
                #expect(try await scene.remove(passkey, by: anna) == .changed(endedPresentSession: false))
                #expect(try await !scene.opens(opening.digest))
                #expect(try await !scene.knows(opening.device))
            }
        },
        ConformanceCase("removing a passkey ends its sign-ins that wait for a second factor") { scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(
                .signIn(.passkey(passkey.id, hasVerifiedUser: true)), of: anna.account.id)
            #expect(try await scene.remove(passkey, by: anna) == .changed(endedPresentSession: false))
            #expect(try await scene.stores.factorChallenge(challenge.digest, now: scene.start) == nil)
        },
        ConformanceCase("a passkey answers a challenge for a second factor once") { scene in
            let anna = try await scene.register("anna")
            let (first, second) = (try await scene.addPasskey(to: anna, isWayIn: false), try await scene.addPasskey(to: anna))
            try await scene.addTOTP(to: anna)
            let purpose = FactorPurpose.signIn(.password(version: anna.version))
            let challenge = try await scene.challenge(purpose, of: anna.account.id)
            let use = scene.use(first, confirmsUser: true, signsIn: false)
            #expect(try await scene.stores.completeSignIn(scene.completion(of: challenge, by: .passkey(use))) == .completed)
            #expect(try await scene.stores.passkeys(of: anna.account.id).first?.credential.hasVerifiedUser == true)
            #expect(try await scene.stores.completeSignIn(scene.completion(of: challenge, by: .passkey(use))) == .challengeInvalid)
            let next = try await scene.challenge(purpose, of: anna.account.id)
            #expect(try await scene.remove(second, by: anna) == .changed(endedPresentSession: false))
            let late = FactorUse.passkey(scene.use(second))
            #expect(try await scene.stores.completeSignIn(scene.completion(of: next, by: late)) == .factorUsed)
        },
        ConformanceCase("a passkey that replaces the password removes it at its first use, unless the account would lose access") {
            scene in
            for (name, isBackedUp, version, expected) in [
                ("anna", true, 1, PasskeySessionOpening.replacedPassword), ("berta", false, 1, .opened),
                ("clara", true, 2, .opened),
            ] {
                let person = try await scene.register(name)
                let passkey = try await scene.addPasskey(to: person, replacing: version)
                // A password of another version is not replaced.
                let stored = try await scene.stores.passkeys(of: person.account.id).first?.replacedPassword
                #expect(stored == (version == 1 ? 1 : nil))
                let opening = try scene.passkeyOpening(of: person.account.id)
                let use = scene.use(passkey, isBackedUp: isBackedUp)
                #expect(try await scene.stores.open(opening, by: use, using: scene.usedChallenge()) == expected)
                let isReplaced = expected == .replacedPassword
                #expect(try await (scene.stores.credential(of: person.account.id) == nil) == isReplaced)
                #expect(try await scene.opens(opening.digest))
                #expect(try await scene.opens(person.opening.digest) != isReplaced)
                #expect(try await scene.eventKinds(of: person.account.id).contains(.passwordRemoved) == isReplaced)
                // Only the first use removes the password.
                #expect(try await scene.stores.passkeys(of: person.account.id).first?.replacedPassword == nil)
            }
            let dora = try await scene.register("dora")
            let passkey = try await scene.addPasskey(to: dora, replacing: 1)
            let renewal = try scene.renewal(of: dora.opening.session.id)
            let renewed = try await scene.stores.renew(
                renewal, by: scene.use(passkey), using: scene.usedChallenge(),
                event: scene.event(.passkeyReauthenticated, dora.account.id))
            #expect(renewed == .replacedPassword)
            #expect(try await scene.opens(renewal))
            #expect(try await scene.stores.credential(of: dora.account.id) == nil)
        },
        ConformanceCase("a passkey that replaces the password removes it when a second factor completes its first sign-in") {
            scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna, replacing: 1)
            let totp = try await scene.addTOTP(to: anna)
            let one = try scene.passkeyOpening(of: anna.account.id)
            #expect(
                try await scene.stores.open(one, by: scene.use(passkey), using: scene.usedChallenge()) == .factorRequired)
            let challenge = try await scene.challenge(
                .signIn(.passkey(passkey.id, hasVerifiedUser: false)), of: anna.account.id)
            let opening = try scene.passkeyOpening(of: anna.account.id, isTwoFactors: true)
            let completion = FactorSignInCompletion(
                challenge: challenge.digest, use: .totp(totp.id, step: 1_001), opening: opening,
                passwordRemoval: scene.event(.passwordRemoved, anna.account.id))
            #expect(try await scene.stores.completeSignIn(completion) == .replacedPassword)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            #expect(try await scene.opens(opening.digest))
            #expect(try await !scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id).contains(.passwordRemoved))
        },
    ]
}
