@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``MailStore``.
    package static let mail: [ConformanceCase] = [
        ConformanceCase("a sent message leaves the queue, once") { scene in
            let anna = try await scene.register("anna")
            try await scene.claim("anna@example.org", by: anna)
            let job = try #require(try await scene.claim(.mail, at: scene.start).first)
            #expect(try await scene.stores.finishMail(job))
            #expect(!(try await scene.stores.finishMail(job)))
            #expect(try await scene.stores.countJobs(.mail) == 0)
        },
        ConformanceCase("a worker whose lease has expired neither finishes, rejects nor postpones a message") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let first = try #require(try await scene.claim(.mail, at: scene.start).first)
            let second = try #require(try await scene.claim(.mail, at: scene.start + .minutes(1)).first)
            let event = scene.event(.emailAddressUndeliverable, nil)
            #expect(!(try await scene.stores.finishMail(first)))
            #expect(try await scene.stores.rejectMail(first, event: event) == .notHeld)
            #expect(!(try await scene.stores.postponeMail(first, until: scene.start, reply: nil)))
            #expect(try await scene.stores.addresses(of: anna.account.id) == [claim.address])
            #expect(try await scene.stores.finishMail(second))
        },
        ConformanceCase("a postponed message is due again at its time, and keeps the last reply") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let later = scene.start + .minutes(2)
            let first = try #require(try await scene.claim(.mail, at: scene.start).first)
            #expect(try await scene.stores.postponeMail(first, until: later, reply: "451 4.7.1"))
            #expect(try await scene.claim(.mail, at: later - .millisecond) == [])
            let expected = WaitingMail(mail: claim.mail, dueAt: later, attempts: 1, reply: "451 4.7.1")
            #expect(try await scene.stores.waitingMail(limit: 10) == [expected])
            let second = try #require(try await scene.claim(.mail, at: later).first)
            #expect(second.retries == 1 && second.work == .mail(claim.mail))
            #expect(try await scene.stores.postponeMail(second, until: later + .minutes(1), reply: nil))
            #expect(try await scene.stores.waitingMail(limit: 10).map(\.reply) == ["451 4.7.1"])
        },
        ConformanceCase("a message with a code is sent before notices that are due for longer") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let notice = try await scene.notice(address, at: scene.start)
            #expect(try await scene.stores.retry(notice, at: scene.start))
            let now = scene.start + .minutes(1)
            let claim = try await scene.claim("berta@example.org", by: berta, at: now)
            let first = try await scene.claim(.mail, at: now, limit: 1)
            #expect(first.map(\.work) == [.mail(claim.mail)])
            #expect(try await scene.claim(.mail, at: now).map(\.work) == [notice.work])

            for job in first { #expect(try await scene.stores.retry(job, at: now)) }
            let later = now + .minutes(10)
            #expect(try await scene.claim(.mail, at: later).map(\.work) == [.mail(claim.mail), notice.work])
        },
        ConformanceCase("the queue is listed from its oldest message on") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            #expect(try await scene.stores.oldestMail() == nil)
            try await scene.claim("anna@example.org", by: anna, at: scene.start + .minutes(1))
            try await scene.claim("berta@example.org", by: berta)
            #expect(try await scene.stores.oldestMail() == scene.start)
            #expect(try await scene.stores.waitingMail(limit: 10).map(\.mail.queuedAt) == [scene.start, scene.start + .minutes(1)])
            #expect(try await scene.stores.waitingMail(limit: 1).count == 1)
        },
        ConformanceCase("a rejection that is not about the address changes only the queue") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            #expect(try await scene.reject(address, at: scene.start, isAboutAddress: false) == .rejected)
            #expect(try await scene.stores.addresses(of: anna.account.id) == [address])
            #expect(try await scene.stores.countJobs(.mail) == 0)
        },
        ConformanceCase("an address that is rejected on two days is undeliverable, with an event, until it is verified again") {
            scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let nextDay = scene.start + .days(1)
            #expect(try await scene.reject(address, at: scene.start) == .rejected)
            #expect(try await scene.reject(address, at: nextDay - .millisecond) == .rejected)
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.undeliverableSince) == [nil])
            let another = try await scene.notice(address, at: nextDay)
            #expect(try await scene.reject(address, at: nextDay) == .addressUndeliverable(anna.account.id))
            let off = try #require(try await scene.stores.addresses(of: anna.account.id).first)
            #expect(off.undeliverableSince == nextDay && off.rejectedAt == scene.start && !off.receivesNotices)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .emailAddressUndeliverable)
            let event = scene.event(.emailAddressUndeliverable, nil, at: nextDay)
            #expect(try await scene.stores.rejectMail(another, event: event) == .rejected)

            let claim = try await scene.claim("anna@example.org", by: anna, at: nextDay)
            // A mail server that accepts the code does not prove that the user received it.
            for job in try await scene.claim(.mail, at: nextDay) { #expect(try await scene.stores.finishMail(job)) }
            #expect(try await scene.stores.addresses(of: anna.account.id).first == off)
            #expect(try await scene.verify(claim, by: anna, at: nextDay).isVerified)
            let alive = try #require(try await scene.stores.addresses(of: anna.account.id).first)
            #expect(alive == address)
        },
        ConformanceCase("a delivery between two rejections keeps an address alive") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            #expect(try await scene.reject(address, at: scene.start) == .rejected)
            #expect(try await scene.stores.finishMail(try await scene.notice(address, at: scene.start + .minutes(1))))
            #expect(try await scene.reject(address, at: scene.start + .days(1)) == .rejected)
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.rejectedAt) == [scene.start + .days(1)])
        },
        ConformanceCase("bounces of messages of two days make an address undeliverable, and each message counts once") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let (first, second) = (scene.start + .minutes(1), scene.start + .minutes(1) + .days(1))
            let now = scene.start + .days(2)
            for moment in [first, first, second - .seconds(1)] {
                #expect(try await scene.bounce(address.id, of: moment, at: now) == .counted)
            }
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.rejectedAt) == [first])
            #expect(try await scene.bounce(address.id, of: second, at: now) == .addressUndeliverable(anna.account.id))
            let off = try #require(try await scene.stores.addresses(of: anna.account.id).first)
            #expect(off.undeliverableSince == now && off.rejectedAt == first)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .emailAddressUndeliverable)
            #expect(try await scene.bounce(address.id, of: second, at: now) == .ignored)

            // Verified again: bounces of earlier messages no longer count.
            let claim = try await scene.claim("anna@example.org", by: anna, at: now)
            #expect(try await scene.verify(claim, by: anna, at: now).isVerified)
            #expect(try await scene.bounce(address.id, of: second, at: now) == .ignored)
            #expect(try await scene.bounce(address.id, of: now, at: now) == .counted)
        },
        ConformanceCase("a bounce of an address that no account has under that identifier is ignored") { scene in
            let anna = try await scene.register("anna")
            _ = try await scene.verifiedAddress("anna@example.org", of: anna)
            let other = AccountAddressID(random: scene.random)
            #expect(try await scene.bounce(other, of: scene.start, at: scene.start) == .ignored)
            #expect(try await scene.stores.addresses(of: anna.account.id).map(\.rejectedAt) == [nil])
        },
        ConformanceCase("a message that can no longer be sent is deleted after a margin") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            while try await scene.removeExpired(at: claim.mail.notAfter + Job.margin - .millisecond) > 0 {}
            #expect(try await scene.stores.countJobs(.mail) == 1)
            #expect(try await scene.removeExpired(at: claim.mail.notAfter + Job.margin) == 1)
            #expect(try await scene.stores.countJobs(.mail) == 0)
        },
        ConformanceCase("the sealed part of a message is found by its key") { scene in
            let anna = try await scene.register("anna")
            let claim = try await scene.claim("anna@example.org", by: anna)
            let key = claim.mail.sealed.keyFingerprint
            #expect(try await scene.stores.sealingKeys(of: .job) == [key])
            let values = try await scene.stores.sealedValues(.job, under: key, after: nil, limit: 10)
            #expect(values.map(\.place) == [.mail(claim.mail.id)])
            #expect(values.map(\.octets) == [claim.mail.sealed.bytes])
        },
    ]
}

extension ConformanceScene {
    /// Queues a notice to the address by verifying another one, which the account does not keep, and leases it.
    fileprivate func notice(_ address: AccountAddress, at moment: Timestamp) async throws -> Job {
        let opening = try opening(of: address.account, at: moment)
        try #require(try await stores.open(opening, passwordVersion: 1) == .opened)
        let session = opening.session.id
        let other = AccountAddress(
            id: AccountAddressID(random: random), account: address.account, address: try email("other@example.org"),
            claimedAt: moment)
        let code = PendingAddressCode(holder: try digest(), code: try digest(), expiresAt: moment + .minutes(10))
        let claimed = try await stores.claim(
            other, code: code, mail: try mail(.addressCode, to: other.id, at: moment), by: session,
            event: event(.emailAddressClaimed, address.account, at: moment))
        try #require(claimed == .claimed(other))
        let verified = try await stores.verify(
            code.holder, code: code.code, by: session,
            event: sending.event(.emailAddressVerified, address.account, at: moment))
        try #require(verified.isVerified)
        let removed = try await stores.removeAddress(
            other.id, by: session, undo: UndoCode(random: random),
            event: event(.emailAddressRemoved, address.account, at: moment))
        guard case .removed = removed else { throw StoreError(.failed, reason: "\(removed)") }

        var notice: Job?
        for job in try await claim(.mail, at: moment) {
            if case .mail(let mail) = job.work, mail.template == .addressAdded {
                notice = job
            } else {
                try #require(try await stores.abandon(job))
            }
        }
        return try #require(notice)
    }

    fileprivate func bounce(
        _ address: AccountAddressID, of sentAt: Timestamp, at moment: Timestamp
    ) async throws -> MailBounceResult {
        try await stores.bounceMail(
            BounceTag(recipient: address, sentAt: sentAt), event: event(.emailAddressUndeliverable, nil, at: moment))
    }

    func reject(
        _ address: AccountAddress, at moment: Timestamp, isAboutAddress: Bool = true
    ) async throws -> MailRejectionResult {
        let job = try await notice(address, at: moment)
        return try await stores.rejectMail(job, event: isAboutAddress ? event(.emailAddressUndeliverable, nil, at: moment) : nil)
    }
}
