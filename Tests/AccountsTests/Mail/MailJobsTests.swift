import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("The courier")
struct MailJobsTests {
    static let start = MailBench.start

    @Test("a message is sent once, with its address, language and content")
    func sent() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let language = try #require(LanguageTag("pt-BR"))
        let outcome = try await bench.service.claim(
            try MailBench.address(), of: anna.active,
            client: Client(address: AccountBench.home.address, deviceName: nil, language: language), now: Self.start)
        #expect(outcome.claim != nil)
        #expect(try await bench.run().sent == 1)
        #expect(try await bench.run(at: Self.start + .seconds(86_400)) == MailJobsRun())
        let mail = try #require(bench.carrier.carried.first)
        #expect(mail.to.text == "anna@example.org" && mail.language == language && mail.queuedAt == Self.start)
        #expect(bench.carrier.carried.count == 1)
    }

    @Test("a message whose sending fails is sent again later and later, with the same identifier, until it is too late")
    func retries() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        bench.carrier.answer { _ in .postponed(reply: "451 4.7.1") }
        _ = try await bench.claim(of: anna.active)
        var (attempts, expired): ([Int], [Int]) = ([], [])
        for second in 0..<1_200 {
            let run = try await bench.run(at: Self.start + .seconds(second))
            if run.postponed > 0 { attempts.append(second) }
            if run.expired > 0 { expired.append(second) }
        }
        #expect(attempts == [0, 5, 15, 35, 75, 155, 315])
        #expect(expired == [635])
        #expect(Set(bench.carrier.carried.map(\.id)).count == 1)
    }

    @Test("an expired code is never sent, and a batch ends before any of its codes expires")
    func expiry() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        _ = try await bench.claim(of: anna.active)
        #expect(try await bench.run(at: Self.start + .seconds(540)) == MailJobsRun(expired: 1))
        #expect(bench.carrier.carried.isEmpty)

        _ = try await bench.claim("b@example.org", of: anna.active)
        #expect(try await bench.run(at: Self.start + .seconds(539)).sent == 1)
        #expect(bench.carrier.deadlines == [Self.start + .seconds(540)])
        #expect(MailTemplate.addressCode.lifetime < MailedCode.lifetime)
    }

    @Test("a batch ends within half of its lease")
    func lease() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        _ = try await bench.claim(of: anna.active)
        _ = try await bench.run()
        #expect(bench.carrier.deadlines == [Self.start + MailJobs.batchLimit])
        #expect(JobKind.mail.lease >= MailJobs.batchLimit * 2)
    }

    @Test("if a worker is killed after the delivery, the message is sent again when the lease expires, with the same identifier")
    func deathBeforeRecord() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        _ = try await bench.claim(of: anna.active)
        bench.bench.stores.before(.finishMail) { throw StoreError(.unavailable, reason: "the process died") }
        await #expect(throws: StoreError.self) { try await bench.run() }
        #expect(try await bench.run(at: Self.start + JobKind.mail.lease - .milliseconds(1)) == MailJobsRun())
        // A code is too old by then. It is dropped and not sent late.
        #expect(try await bench.run(at: Self.start + JobKind.mail.lease) == MailJobsRun(expired: 1))

        let address = try await bench.verifiedAddress(of: anna.active)
        _ = try await bench.service.remove(address.id, of: anna.active, client: AccountBench.home, now: Self.start)
        bench.bench.stores.before(.finishMail) { throw StoreError(.unavailable, reason: "the process died") }
        await #expect(throws: StoreError.self) { try await bench.run() }
        #expect(try await bench.run(at: Self.start + JobKind.mail.lease).sent == 1)
        #expect(Set(bench.carrier.carried.suffix(2).map(\.id)).count == 1)
    }

    @Test("a rejected message is not sent again, and two rejections of its address a day apart mark the address as undeliverable")
    func rejections() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        _ = try await bench.verifiedAddress("first@example.org", of: anna.active)
        bench.carrier.answer { _ in .rejected(isAboutAddress: true, reply: "550 5.1.1") }
        for day in [0, 1] {
            let now = Self.start + .seconds(day * 86_400)
            let session = try #require(try await bench.bench.signIn(at: now).signedIn)
            let claim = try #require(try await bench.claim("second@example.org", of: session.active, at: now).claim)
            #expect(try await bench.run(at: now).rejected == 1)
            let address = try #require(try await bench.service.addresses(of: session.active).first { $0.id == claim.address.id })
            #expect(address.rejectedAt == Self.start && (address.undeliverableSince != nil) == (day == 1))
        }
        #expect(bench.bench.reported.last == .emailAddressUndeliverable)
    }

    @Test("where bounces are counted, an accepted message erases no rejection", arguments: [true, false])
    func acceptance(isDelivery: Bool) async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let jobs = MailJobs(
            accounts: bench.bench.service, sealer: bench.sealer, carrier: bench.carrier, acceptanceIsDelivery: isDelivery)
        let claim = try #require(try await bench.claim(of: anna.active).claim)
        let now = Self.start + .seconds(60)
        let bounces = MailBounces(accounts: bench.bench.service)
        #expect(try await bounces.count(BounceTag(recipient: claim.address.id, sentAt: Self.start), now: now) == .counted)
        #expect(try await jobs.runDue { now }.sent == 1)
        #expect(try await bench.service.addresses(of: anna.active).map(\.rejectedAt) == [isDelivery ? nil : Self.start])
    }

    @Test("two bounces on two days report the event")
    func bounces() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let claim = try #require(try await bench.claim(of: anna.active).claim)
        let bounces = MailBounces(accounts: bench.bench.service)
        for day in 0..<2 {
            let moment = Self.start + .seconds(86_400 * Int64(day))
            _ = try await bounces.count(BounceTag(recipient: claim.address.id, sentAt: moment), now: moment)
        }
        #expect(bench.bench.reported.last == .emailAddressUndeliverable)
    }

    @Test("a rejection of the message leaves the address deliverable")
    func rejectedMessage() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        bench.carrier.answer { _ in .rejected(isAboutAddress: false, reply: "554 5.7.1") }
        _ = try await bench.claim(of: anna.active)
        let run = try await bench.run()
        #expect(run.rejected == 1 && run.rejections == ["554 5.7.1": 1])
        #expect(try await bench.service.addresses(of: anna.active).map(\.rejectedAt) == [nil])
        #expect(try await bench.run(at: Self.start + .seconds(60)) == MailJobsRun())
    }

    @Test("a message under an unknown key is removed and not sent")
    func unknownKey() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        _ = try await bench.claim(of: anna.active)
        let other = MasterKeys(current: MasterKey.random(PredictableRandomBytes(seed: 99)))
        let jobs = MailJobs(
            accounts: bench.bench.service,
            sealer: MailSealer(keys: other.sealingKeys(for: .mail), random: SystemRandomBytes()), carrier: bench.carrier)
        #expect(try await jobs.runDue { Self.start } == MailJobsRun(unopened: 1))
        #expect(bench.carrier.carried.isEmpty)
    }

    @Test("one run sends many messages, in batches")
    func batches() async throws {
        var throttles = ThrottlePolicy()
        throttles.mailsPerAddress = try #require(Budget(burst: 100, refill: 100, per: .seconds(3_600)))
        let bench = try MailBench(throttles: throttles)
        for number in 0..<(MailJobs.batch + 3) {
            let person = try await bench.bench.register("person\(number)", from: AccountBench.unknownClient(number))
            _ = try await bench.claim("p\(number)@example.org", of: try #require(person.signedIn).active)
        }
        #expect(try await bench.run().sent == MailJobs.batch + 3)
        #expect(bench.carrier.deadlines.count == 2)
    }
}

@Suite("Values of mail")
struct MailValueTests {
    @Test(
        "a text with a control character, an invisible character or without both parts is not an address",
        arguments: [
            "a@b\r\nRCPT", "a\u{0}@b", "a\u{200B}@b", "@b", "a@", "ab", "", "a@b\u{2028}",
            String(repeating: "a", count: 253) + "@b",
        ])
    func rejected(_ text: String) {
        #expect(EmailAddress(text, key: "a@b") == nil)
        #expect(EmailAddress("a@b", key: text) == nil)
    }

    @Test("addresses are equal if their keys are, and their description shows no part of them")
    func equality() throws {
        let (upper, lower) = (try #require(EmailAddress("A@b", key: "a@b")), try #require(EmailAddress("a@b", key: "a@b")))
        #expect(upper == lower && Set([upper, lower]).count == 1)
        #expect(upper != EmailAddress("A@b", key: "c@b"))
        #expect(!"\(upper)".contains("@"))
    }

    @Test("each message opens as it was sealed, and only under its own identifier")
    func sealing() throws {
        let bench = try MailBench()
        let address = try MailBench.address()
        let recipient = AccountAddress(
            id: AccountAddressID(random: SystemRandomBytes()), account: AccountID(random: SystemRandomBytes()), address: address,
            claimedAt: MailBench.start)
        let code = MailedCode(random: SystemRandomBytes())
        let (now, undo) = (MailBench.start, UndoCode(random: SystemRandomBytes()))
        let home = NoticeSource(AccountBench.home)
        let elsewhere = NoticeSource(Client(address: IPAddress(v6: 0x2001_0DB8_0000_0000_0000_0000_0000_0001), deviceName: nil))
        let contents: [AccountMail] = [
            .addressCode(code), .recoveryCode(code), .signInCode(code), .addressCode(code, from: home),
            .recoveryCode(code, from: elsewhere), .signInCode(code, from: home), .addressAdded(address, at: now, from: home),
            .addressRemoved(address, at: now, from: elsewhere), .addressUndo(undo, address, at: now, from: home),
            .passwordRecovered(at: now, from: home), .passkeyRecovered(at: now, from: elsewhere),
            .recoveryWaits(until: now, from: home), .recoveryUndo(undo, until: now, from: elsewhere),
            .recoveryCancelled(at: now, from: home), .notice(AccountNotice(.passkeyAdded, at: now, from: elsewhere)),
        ]
        #expect(Set(contents.map(\.template)) == Set(MailTemplate.allCases))
        for content in contents {
            let sealed = try bench.sealer.seal(content, to: recipient, in: .english, now: MailBench.start)
            let opened = try #require(bench.sealer.open(sealed))
            #expect(opened.content == content && opened.to == address && opened.to.text == address.text)
            let other = QueuedMail(
                id: MailID(random: SystemRandomBytes()), recipient: sealed.recipient, template: sealed.template,
                language: sealed.language, timeZone: sealed.timeZone, sealed: sealed.sealed, queuedAt: sealed.queuedAt,
                notAfter: sealed.notAfter)
            #expect(bench.sealer.open(other) == nil)
        }
    }

    @Test(
        "a language is a tag of subtags",
        arguments: [("en", true), ("pt-BR", true), ("e", false), ("en-", false), ("en_GB", false), ("en\n", false)])
    func languages(_ text: String, _ isValid: Bool) {
        #expect((LanguageTag(text) != nil) == isValid)
    }
}
