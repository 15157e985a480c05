@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``AddressStore``.
    package static let emailAddresses: [ConformanceCase] =
        addressClaims + addressVerifications + addressRemovals + addressUndos + addressRaces

    private static let addressClaims: [ConformanceCase] = [
        ConformanceCase("a claimed address is listed with its values, and its code waits in the queue") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            #expect(try await scene.stores.addresses(of: anna.account.id) == [claim.address])
            #expect(!claim.address.isVerified)
            let job = try #require(try await scene.claim(.mail, at: scene.start).first)
            #expect(job.work == .mail(claim.mail))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.emailAddressClaimed, .accountCreated])
        },
        ConformanceCase("an address that is claimed again keeps its row, and the session's earlier code becomes invalid") { scene in
            let anna = try await scene.register("anna")
            let first = try await scene.claim("anna@example.org", by: anna)
            let second = try await scene.claim("anna@example.org", by: anna)
            #expect(second.address == first.address)
            #expect(try await scene.verify(first, by: anna) == .missing)
            #expect(try await scene.verify(second, by: anna).isVerified)
            #expect(try await scene.eventKinds(of: anna.account.id).filter { $0 == .emailAddressClaimed }.count == 1)
        },
        ConformanceCase("a claimed address is verified in the spelling that its code was sent to") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna).session.id
            let first = try await scene.claim("Anna@example.org", key: "anna@example.org", by: anna, in: other)
            let second = try await scene.claim("anna@example.org", key: "anna@example.org", by: anna)
            #expect(second.address.id == first.address.id)
            #expect(try await scene.verify(first, by: anna, in: other) == .missing)
            #expect(try await scene.verify(second, by: anna).isVerified)
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.address.text) == ["anna@example.org"])
        },
        ConformanceCase("each session has its own code for an address") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna).session.id
            let (mine, others) = (
                try await scene.claim("anna@example.org", by: anna), try await scene.claim("anna@example.org", by: anna, in: other)
            )
            #expect(try await scene.verify(mine, by: anna, in: other) == .missing)
            #expect(try await scene.verify(others, by: anna, in: other).isVerified)
            #expect(try await scene.verify(mine, by: anna) == .missing)
        },
        ConformanceCase("a session that did not prove the account's second factor verifies no address") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let totp = try await scene.addTOTP(to: anna, isProved: false)
            #expect(try await scene.verify(claim, by: anna) == .missing)
            let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
            let completion = try scene.stepUp(challenge, by: .totp(totp.id, step: 1_001))
            #expect(try await scene.stores.completeStepUp(completion) == .completed)
            #expect(try await scene.verify(claim, by: anna).isVerified)
        },
        ConformanceCase("an account has at most its limit of addresses") { scene in
            let anna = try await scene.register("anna")
            for number in 0..<AccountAddress.limit { try await scene.claim("anna\(number)@example.org", by: anna) }
            #expect(try await scene.claimResult("one.more@example.org", by: anna).result == .tooMany)
            try await scene.claim("anna0@example.org", by: anna)
            #expect(try await scene.stores.addresses(of: anna.account.id).count == AccountAddress.limit)
        },
        ConformanceCase("a session that has ended claims, verifies and removes no address") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let session = anna.opening.session.id
            #expect(
                try await scene.stores.revoke(
                    session, of: anna.account.id, device: .kept, event: scene.event(.signedOut, anna.account.id)))
            #expect(try await scene.claimResult("other@example.org", by: anna).result == .sessionEnded)
            #expect(try await scene.verify(claim, by: anna) == .sessionEnded)
            #expect(try await scene.remove(claim.address, by: anna) == .sessionEnded)
            #expect(try await scene.stores.addresses(of: anna.account.id) == [claim.address])
        },
        ConformanceCase("claims expire a week later and codes after ten minutes, and a verified address stays") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            _ = try await scene.verify(try await scene.claim("anna@example.org", by: anna), by: anna)
            try await scene.claim("berta@example.org", by: berta)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(10) - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(10)) == 1)
            while try await scene.removeExpired(at: scene.start + .days(7) - .millisecond) > 0 {}
            #expect(try await scene.stores.addresses(of: berta.account.id).count == 1)
            #expect(try await scene.removeExpired(at: scene.start + .days(7)) == 1)
            #expect(try await scene.stores.addresses(of: berta.account.id) == [])
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.isVerified) == [true])
        },
    ]

    private static let addressVerifications: [ConformanceCase] = [
        ConformanceCase("a right code verifies the address, once") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let verified = try await scene.verify(claim, by: anna, at: scene.start + .minutes(1))
            let stored = try await scene.stores.addresses(of: anna.account.id)
            #expect(stored.map(\.verifiedAt) == [scene.start + .minutes(1)])
            #expect(verified == .verified(try #require(stored.first)))
            #expect(try await scene.eventKinds(of: anna.account.id).first == .emailAddressVerified)
            #expect(try await scene.verify(claim, by: anna) == .missing)
            #expect(
                try await scene.claimResult("anna@example.org", by: anna).result
                    == .alreadyVerified(try #require(stored.first)))
        },
        ConformanceCase("a wrong code counts, and the fifth one uses the code up") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            for left in (0..<MailedCode.attempts).reversed() {
                #expect(try await scene.verify(claim, code: scene.digest(), by: anna) == .wrong(attemptsLeft: left))
            }
            #expect(try await scene.verify(claim, by: anna) == .missing)
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.isVerified) == [false])
        },
        ConformanceCase("four wrong codes leave the right one valid") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            for _ in 1..<MailedCode.attempts { _ = try await scene.verify(claim, code: scene.digest(), by: anna) }
            #expect(try await scene.verify(claim, by: anna).isVerified)
        },
        ConformanceCase("a code is invalid ten minutes later, for another holder, and for another account") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let claim = try await scene.claim("anna@example.org", by: anna)
            #expect(try await scene.verify(claim, by: anna, at: scene.start + .minutes(10)) == .missing)
            #expect(try await scene.verify(claim, holder: scene.digest(), by: anna) == .missing)
            #expect(try await scene.verify(claim, by: berta) == .missing)
            #expect(try await scene.verify(claim, by: berta, in: anna.opening.session.id) == .sessionEnded)
            #expect(try await scene.verify(claim, by: anna, at: scene.start + .minutes(10) - .millisecond).isVerified)
        },
        ConformanceCase("a verified address belongs to one account, and the claims of others end") { scene in
            let (anna, berta, clara) = (
                try await scene.register("anna"), try await scene.register("berta"), try await scene.register("clara")
            )
            let (first, second) = (
                try await scene.claim("anna@example.org", by: anna), try await scene.claim("anna@example.org", by: berta)
            )
            #expect(try await scene.verify(first, by: anna).isVerified)
            #expect(try await scene.stores.addresses(of: berta.account.id) == [])
            #expect(try await scene.verify(second, by: berta) == .missing)
            // Another account can still claim it, and learns that it is taken only with the code.
            let third = try await scene.claim("ANNA@example.org", key: "anna@example.org", by: clara)
            #expect(try await scene.verify(third, code: scene.digest(), by: clara) == .wrong(attemptsLeft: 4))
            #expect(try await scene.verify(third, by: clara) == .taken)
            #expect(try await scene.verify(third, by: clara) == .missing)
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.isVerified) == [true])
        },
        ConformanceCase("an address that is verified queues a notice for each other verified one, and no other address") { scene in
            let anna = try await scene.register("anna")
            let addresses = [
                try await scene.verifiedAddress("first@example.org", of: anna),
                try await scene.verifiedAddress("second@example.org", of: anna),
            ]
            try await scene.claim("claimed@example.org", by: anna)
            let third = try await scene.claim("third@example.org", by: anna)
            #expect(try await scene.sending.verify(third, code: scene.digest(), by: anna) == .wrong(attemptsLeft: 4))
            #expect(try await scene.takeMail() == [])
            #expect(try await scene.sending.verify(third, by: anna).isVerified)
            let notice = AccountMail.addressAdded(
                third.address.address, at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == addresses.map { SentMail(notice, to: $0) })
        },
    ]

    private static let addressRemovals: [ConformanceCase] = [
        ConformanceCase("a removed address is gone with its code, its notice stays in the queue, and another account can have it") {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (address, other) = (
                try await scene.verifiedAddress("anna@example.org", of: anna),
                try await scene.verifiedAddress("other@example.org", of: anna)
            )
            let undo = UndoCode(random: scene.random)
            #expect(try await scene.sending.remove(address, by: anna, undo: undo) == .removed(address))
            #expect(try await scene.stores.addresses(of: anna.account.id) == [other])
            let source = NoticeSource(.telephone)
            let notice = AccountMail.addressRemoved(address.address, at: scene.start, from: source)
            let mail = AccountMail.addressUndo(undo, address.address, at: scene.start, from: source)
            #expect(try await scene.takeMail() == [SentMail(mail, to: address), SentMail(notice, to: other)])
            #expect(try await scene.eventKinds(of: anna.account.id).first == .emailAddressRemoved)
            #expect(try await scene.remove(address, by: anna) == .missing)
            _ = try await scene.verifiedAddress("anna@example.org", of: berta)
        },
        ConformanceCase("a claim is removed without notices, and only from its own account") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let verified = try await scene.verifiedAddress("first@example.org", of: anna)
            let claim = try await scene.claim("second@example.org", by: anna)
            #expect(try await scene.remove(claim.address, by: berta) == .missing)
            #expect(try await scene.sending.remove(claim.address, by: anna) == .removed(claim.address))
            #expect(try await scene.stores.addresses(of: anna.account.id) == [verified])
            #expect(try await scene.stores.countJobs(.mail) == 0)
        },
        ConformanceCase("a deleted account leaves no address and no code in the queue, and its notices") { scene in
            let anna = try await scene.register("anna")
            let first = try await scene.verifiedAddress("first@example.org", of: anna)
            let second = try await scene.claim("second@example.org", by: anna)
            #expect(try await scene.sending.verify(second, by: anna).isVerified)
            _ = try await scene.stores.deleteAccount(anna.account.id, at: scene.start)
            #expect(try await scene.stores.addresses(of: anna.account.id) == [])
            #expect(try await scene.stores.countJobs(.mail) == 1)
            #expect(try await scene.takeMail().map(\.content.template) == [.addressAdded])
            #expect(first.isVerified)
        },
    ]

    private static let addressRaces: [ConformanceCase] = [
        ConformanceCase("of 64 uses of one code, one verifies the address") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let results = try await scene.race { _ in try await scene.verify(claim, by: anna) }
            #expect(results.count(where: \.isVerified) == 1)
            #expect(results.count { $0 == .missing } == 63)
            #expect(try await scene.eventKinds(of: anna.account.id).filter { $0 == .emailAddressVerified }.count == 1)
        },
        ConformanceCase("64 wrong codes at once are five attempts") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let wrong = try scene.digest()
            let results = try await scene.race { _ in try await scene.verify(claim, code: wrong, by: anna) }
            #expect(results.count { $0 == .missing } == 64 - MailedCode.attempts)
        },
        ConformanceCase("of 64 accounts that verify one address at once, one has it") { scene in
            var claims: [(Registered, ConformanceScene.Claim)] = []
            for number in 0..<64 {
                let person = try await scene.register("person\(number)")
                claims.append((person, try await scene.claim("shared@example.org", by: person)))
            }
            let all = claims
            let results = try await scene.race { number in try await scene.verify(all[number].1, by: all[number].0) }
            #expect(results.count(where: \.isVerified) == 1)
            var owners = 0
            for (person, _) in all { owners += try await scene.stores.addresses(of: person.account.id).filter(\.isVerified).count }
            #expect(owners == 1)
        },
    ]
}

extension ConformanceScene {
    /// A claimed address with everything that the case sent along.
    struct Claim: Sendable {
        let address: AccountAddress
        let code: PendingAddressCode
        let mail: QueuedMail
    }

    func email(_ text: String, key: String? = nil) throws -> EmailAddress {
        try #require(EmailAddress(text, key: key ?? text))
    }

    func mail(
        _ template: MailTemplate, to recipient: AccountAddressID, at moment: Timestamp = start
    ) throws -> QueuedMail {
        QueuedMail(
            id: MailID(random: random), recipient: recipient, template: template, language: .english, timeZone: nil,
            sealed: try sealed(), queuedAt: moment, notAfter: moment + .minutes(9))
    }

    func claimResult(
        _ text: String, key: String? = nil, by registered: Registered, in session: SessionID? = nil, at moment: Timestamp = start
    ) async throws -> (result: AddressClaimResult, code: PendingAddressCode, mail: QueuedMail) {
        let account = registered.account.id
        let address = AccountAddress(
            id: AccountAddressID(random: random), account: account, address: try email(text, key: key), claimedAt: moment)
        let code = PendingAddressCode(holder: try digest(), code: try digest(), expiresAt: moment + .minutes(10))
        let known = try await stores.addresses(of: account).first { $0.address == address.address }
        let mail = try mail(.addressCode, to: known?.id ?? address.id, at: moment)
        let result = try await stores.claim(
            address, code: code, mail: mail, by: session ?? registered.opening.session.id,
            event: event(.emailAddressClaimed, account, at: moment))
        return (result, code, mail)
    }

    /// Claims an address. Fails the case if that is not possible.
    @discardableResult
    func claim(
        _ text: String, key: String? = nil, by registered: Registered, in session: SessionID? = nil, at moment: Timestamp = start
    ) async throws -> Claim {
        let (result, code, mail) = try await claimResult(text, key: key, by: registered, in: session, at: moment)
        guard case .claimed(let address) = result else { throw StoreError(.failed, reason: "\(result)") }
        return Claim(address: address, code: code, mail: mail)
    }

    func verify(
        _ claim: Claim, holder: TokenDigest? = nil, code: TokenDigest? = nil, by registered: Registered,
        in session: SessionID? = nil, at moment: Timestamp = start
    ) async throws -> AddressVerificationResult {
        try await stores.verify(
            holder ?? claim.code.holder, code: code ?? claim.code.code, by: session ?? registered.opening.session.id,
            event: event(.emailAddressVerified, registered.account.id, at: moment))
    }

    /// Verifies an address of an account, and takes its mail from the queue. Fails the case if that is not possible.
    func verifiedAddress(_ text: String, of registered: Registered, at moment: Timestamp = start) async throws -> AccountAddress {
        let claim = try await claim(text, by: registered, at: moment)
        guard case .verified(let address) = try await verify(claim, by: registered, at: moment) else {
            throw StoreError(.failed, reason: "the address is not verified")
        }
        for job in try await self.claim(.mail, at: moment) { try #require(try await stores.finishMail(job)) }
        return address
    }

    func remove(
        _ address: AccountAddress, by registered: Registered, undo: UndoCode? = nil, at moment: Timestamp = start
    ) async throws -> AddressRemovalResult {
        try await stores.removeAddress(
            address.id, by: registered.opening.session.id, undo: undo ?? UndoCode(random: random),
            event: event(.emailAddressRemoved, registered.account.id, at: moment))
    }
}

extension AddressVerificationResult {
    var isVerified: Bool { if case .verified = self { true } else { false } }
}
