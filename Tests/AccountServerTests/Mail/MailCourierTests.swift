import Accounts
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import Mail
import OneTimeCodes
import Secrets
import Synchronization
import Testing

@testable import AccountServer

@Suite("The courier over the mail library")
struct MailCourierTests {
    private static let now = ServerBench.start

    private static func composer(_ name: String = "Example") throws -> MailComposer {
        let site = try #require(WebOrigin("https://accounts.example.com"))
        return try #require(MailComposer(from: MailAddress("accounts@example.com"), serviceName: name, site: site))
    }

    private static func mail(_ content: AccountMail, to text: String = "anna@example.org") throws -> OutgoingMail {
        OutgoingMail(
            id: MailID(random: PredictableRandomBytes(seed: 5)), to: try #require(EmailAddress(text, key: text)),
            language: .english,
            content: content, queuedAt: now)
    }

    /// Returns the text without the marks that separate and isolate the words of other parties.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !"\u{200C}\u{2068}\u{2069}".unicodeScalars.contains($0) }))
    }

    /// A source at an address of the documentation range (RFC 5737).
    private static func source(_ deviceName: String) -> NoticeSource {
        NoticeSource(Client(address: IPAddress(v4: 0xCB00_7107), deviceName: deviceName))
    }

    private static func code() throws -> AccountMail { .addressCode(try #require(MailedCode(typed: "K7QM2XPA"))) }

    @Test("the code precedes the subject and is bound to the site in the last line")
    func codeMail() throws {
        let message = try #require(try Self.composer().message(for: Self.mail(Self.code())))
        #expect(message.content.subject == "K7QM-2XPA is your Example code")
        #expect(message.content.text.split(separator: "\n").last == "@accounts.example.com #K7QM-2XPA")
        #expect(message.bounces == message.from.address && message.date == Date(timeIntervalSince1970: 1_800_000_000))
    }

    @Test(
        "a message with a code says when and from where it was requested, and has no name of a device that its client chose",
        arguments: [("Safari on iPhone", "Device: Safari on iPhone\n"), ("Call +1 555 0100", ""), (Client.unnamed, "")])
    func requests(_ deviceName: String, _ device: String) throws {
        let code = try #require(MailedCode(typed: "K7QM2XPA"))
        let source = Self.source(deviceName)
        for content in [
            AccountMail.addressCode(code, from: source), .recoveryCode(code, from: source), .signInCode(code, from: source),
        ] {
            let message = try #require(try Self.composer().message(for: Self.mail(content))).content
            let facts = "\n\nTime: Jan 15, 2027, 8:00\u{202F}AM UTC\n\(device)IP address: 203.0.113.7\n\n"
            #expect(Self.plain(message.text).contains(facts), "\(message.text)")
            #expect(!message.text.contains("555") && !message.html.contains("555"))
            #expect(message.text.hasSuffix("@accounts.example.com #K7QM-2XPA\n"))
        }
        // A message that an earlier version queued.
        for content in [AccountMail.addressCode(code), .recoveryCode(code), .signInCode(code)] {
            let message = try #require(try Self.composer().message(for: Self.mail(content))).content
            #expect(!message.text.contains("IP address") && message.codeText == "K7QM-2XPA")
        }
    }

    @Test("with an address for bounces, the envelope sender has the tag of the message, and From does not change")
    func bounces() throws {
        let tags = BounceTags(keys: MasterKeys(current: .random(PredictableRandomBytes(seed: 7))))
        let base = try MailAddress("bounces@example.com")
        let site = try #require(WebOrigin("https://accounts.example.com"))
        let composer = try #require(
            MailComposer(
                from: MailAddress("accounts@example.com"), bounces: BounceSender(base, tags: tags), serviceName: "Example",
                site: site))
        let id = AccountAddressID(random: PredictableRandomBytes(seed: 6))
        let mail = OutgoingMail(
            id: MailID(random: PredictableRandomBytes(seed: 5)), recipient: id,
            to: try #require(EmailAddress("anna@example.org", key: "anna@example.org")), language: .english,
            content: try Self.code(),
            queuedAt: Self.now)
        let message = try #require(composer.message(for: mail))
        let sender = try #require(message.bounces)
        #expect(message.from.address.text == "accounts@example.com" && sender.localPart.utf8.count <= 64)
        let returned = try MailAddress(sender.text.uppercased())
        let text = try #require(BounceSender.tag(in: returned, base: base))
        #expect(tags.tag(text, now: Self.now)?.recipient == id)
        #expect(BounceSender.tag(in: try MailAddress("other+\(text)@example.com"), base: base) == nil)
        #expect(BounceSender.tag(in: try MailAddress("bounces+\(text)@example.net"), base: base) == nil)
        #expect(BounceSender.tag(in: base, base: base) == nil)
        #expect(composer.message(for: try Self.mail(Self.code()))?.bounces == base)
    }

    @Test(
        "a notice names the address, the time, the device and the IP address, and no text of another party is in its subject or a link"
    )
    func notices() throws {
        let address = try #require(EmailAddress("new@example.net", key: "new@example.net"))
        let source = Self.source("https://evil.example/ Click")
        for content in [
            AccountMail.addressAdded(address, at: Self.now, from: source),
            .addressRemoved(address, at: Self.now, from: source),
        ] {
            let message = try #require(try Self.composer().message(for: Self.mail(content)))
            let html = message.content.html
            let text = Self.plain(message.content.text)
            for fact in ["new@example.net", "Jan 15, 2027, 8:00\u{202F}AM UTC", "evil.example", "203.0.113.7"] {
                #expect(text.contains(fact))
            }
            #expect(!message.content.subject.contains("new") && !html.contains("href=\"https://evil"))
            #expect(message.content.text.contains("https://accounts.example.com/account"))
        }
    }

    @Test("the notice of a change has its words, the time, the device, the IP address and one link, to the page that ends sessions")
    func changes() throws {
        let notice = AccountNotice(.newDevice, at: Self.now, from: Self.source("Safari on iPhone"))
        let message = try #require(try Self.composer().message(for: Self.mail(.notice(notice))))
        #expect(message.content.subject == "New sign-in")
        #expect(
            Self.plain(message.content.text) == """
                A new device signed in to your Example account.

                Time: Jan 15, 2027, 8:00\u{202F}AM UTC
                Device: Safari on iPhone
                IP address: 203.0.113.7

                If this was not you, end all sessions with the link below. Then change your password.

                This wasn't me
                https://accounts.example.com/account/not-me

                """)
    }

    @Test("the notice of a recovery that waits has the times of the request and of the recovery, and the source")
    func waits() throws {
        let ready = Self.now + RecoveryService.standardWait
        let code = try #require(UndoCode(typed: "k7qm-2xpa-k7qm-2xpa-k7qm-2xpa"))
        let source = Self.source("Safari on iPhone")
        for content in [
            AccountMail.recoveryWaits(until: ready, from: source), .recoveryUndo(code, until: ready, from: source),
        ] {
            let message = try #require(try Self.composer().message(for: Self.mail(content)))
            #expect(
                Self.plain(message.content.text).contains(
                    """
                    Time: Jan 15, 2027, 8:00\u{202F}AM UTC
                    Possible from: Jan 18, 2027, 8:00\u{202F}AM UTC
                    Device: Safari on iPhone
                    IP address: 203.0.113.7

                    """))
            #expect(message.content.codeText == (content.template == .recoveryUndo ? code.reveal() : nil))
            #expect(message.content.subject == "Account recovery begun")
        }
    }

    @Test("each kind of notice has its subject and names no other service", arguments: AccountNotice.Kind.allCases)
    func subjects(_ kind: AccountNotice.Kind) throws {
        let subjects: [AccountNotice.Kind: String] = [
            .newDevice: "New sign-in", .passwordChanged: "Password changed", .passwordSet: "Password set",
            .passwordRemoved: "Password removed", .passwordReplacedByApple: "Password replaced with Sign in with Apple",
            .passkeyAdded: "Passkey added",
            .passkeyRemoved: "Passkey removed", .passkeyCounterRegressed: "Passkey may have been copied",
            .secondFactorAdded: "Second factor added",
            .secondFactorRemoved: "Second factor removed", .recoveryCodesMade: "New recovery codes created",
            .recoveryCodeUsed: "Recovery code used", .appleLinked: "Apple Account linked",
            .appleUnlinked: "Apple Account unlinked", .accountDeleted: "Account deleted",
            .addressRestored: "E-mail address restored", .credentialConfirmed: "Suspended way to sign in confirmed",
            .signedInByMail: "Signed in with a code from an e-mail", .accountLocked: "Account locked by the operator",
            .recoveryStarted: "Account recovery started by the operator",
            .passwordLinkMade: "Password reset link created by the operator",
            .recoveryOpened: "Code from an e-mail accepted to reset the password",
            .noticesOff: "Notices by e-mail changed",
        ]
        let notice = AccountNotice(kind, at: Self.now, from: Self.source("https://evil.example/ Click"))
        let message = try #require(try Self.composer().message(for: Self.mail(.notice(notice))))
        #expect(message.content.subject == subjects[kind])
        #expect(message.content.text.contains("our Example account"))
        #expect(!message.content.html.contains("href=\"https://evil"))
        let links = message.content.html.matches(of: /href="([^"]*)"/).map { String($0.1) }
        let path: String? =
            switch kind {
            case .accountDeleted, .accountLocked: nil
            case .recoveryStarted: "/recovery"
            default: "/account/not-me"
            }
        #expect(links == (path.map { ["https://accounts.example.com\($0)"] } ?? []))
    }

    @Test("every attempt has the same Message-ID, which depends on the message alone")
    func identity() throws {
        let first = try #require(try Self.composer().message(for: Self.mail(Self.code())))
        let second = try #require(try Self.composer().message(for: Self.mail(Self.code())))
        #expect(first.id == second.id && first.id.description.hasSuffix("@example.com>"))
        #expect(first.id.unique == Base64URL.encode(try Self.mail(Self.code()).id.bytes))
    }

    @Test("each outcome of the library has its meaning in the domain, and its code")
    func outcomes() async throws {
        func expect(_ outcome: MailOutcome, _ carriage: MailCarriage) async throws {
            let mailbox = Mailbox()
            mailbox.answer(outcome)
            #expect(try await Self.carry([Self.mail(Self.code())], by: mailbox) == [0: carriage])
        }
        let unknown = MailReplyCode(550, enhanced: EnhancedStatus("5.1.1"))
        let later = MailReplyCode(451, enhanced: EnhancedStatus("4.7.1"))
        try await expect(.delivered, .accepted)
        try await expect(.rejected(MailRejection(.address, code: unknown)), .rejected(isAboutAddress: true, reply: "550 5.1.1"))
        try await expect(
            .rejected(MailRejection(.message, code: MailReplyCode(554))), .rejected(isAboutAddress: false, reply: "554"))
        try await expect(
            .rejected(MailRejection(.unsupportedAddress, code: nil)), .rejected(isAboutAddress: false, reply: nil))
        try await expect(.tryAgain(.reply(later)), .postponed(reply: "451 4.7.1"))
        try await expect(.tryAgain(.untrusted), .postponed(reply: "untrusted certificate"))
        try await expect(.unknown(.timedOut(.completion)), .postponed(reply: "timeout in completion"))
    }

    @Test("a message that the library rejects counts as rejected, and the others are sent in one call")
    func rejected() async throws {
        let transport = CountingTransport()
        let mails = [
            try Self.mail(Self.code(), to: "a@localhost"), try Self.mail(Self.code()),
            try Self.mail(Self.code(), to: "b@example.org"),
        ]
        let outcomes = try await Self.carry(mails, by: transport)
        #expect(outcomes == [0: .rejected(isAboutAddress: false, reply: nil), 1: .accepted, 2: .accepted])
        #expect(transport.calls == [2])
    }

    @Test("at the deadline, the delivery is cancelled and its messages are postponed")
    func deadline() async throws {
        let outcomes = try await Self.carry([Self.mail(Self.code())], by: EndlessTransport(), until: now)
        #expect(outcomes == [0: .postponed(reply: "cancelled")])
    }

    private static func carry(
        _ mails: [OutgoingMail], by transport: any MailTransport, until deadline: Timestamp = now + .seconds(60)
    ) async throws -> [Int: MailCarriage] {
        let courier = MailCourier(transport, composer: try composer(), now: { now }, clock: ContinuousClock())
        let outcomes = Mutex<[Int: MailCarriage]>([:])
        await courier.carry(mails, until: deadline) { index, outcome in outcomes.withLock { $0[index] = outcome } }
        return outcomes.withLock { $0 }
    }

    private var now: Timestamp { Self.now }
}

/// A transport that counts the messages of each call.
private final class CountingTransport: MailTransport {
    private let counts = Mutex<[Int]>([])
    var calls: [Int] { counts.withLock { $0 } }

    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        counts.withLock { $0.append(messages.count) }
        for index in messages.indices { await report(index, .delivered) }
    }
}

/// A transport that ends only when it is cancelled.
private struct EndlessTransport: MailTransport {
    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        _ = continuation
        for index in messages.indices { await report(index, .tryAgain(.cancelled)) }
    }
}

@Suite("Mail of a server")
struct MailWorkTests {
    @Test("the metrics show the queue, the age of its oldest message, and the outcomes of messages")
    func metrics() async throws {
        let mailbox = Mailbox()
        mailbox.answer(.tryAgain(.unreachable))
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let token = try await client.register()
            _ = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            bench.clock.advance(by: .seconds(2))
            await bench.system.sendMail()
            let waiting = bench.system.metrics.exposition()
            #expect(waiting.contains("mail_queue_length 1") && waiting.contains("mail_oldest_seconds 2"), "\(waiting)")
            #expect(waiting.contains(#"mail_messages_total{outcome="postponed"} 1"#))
            mailbox.answer(.delivered)
            bench.clock.advance(by: .seconds(3))
            await bench.system.sendMail()
            let sent = bench.system.metrics.exposition()
            #expect(sent.contains("mail_queue_length 0") && sent.contains("mail_oldest_seconds 0"))
            #expect(sent.contains(#"mail_messages_total{outcome="sent"} 1"#))
        }
    }
}
