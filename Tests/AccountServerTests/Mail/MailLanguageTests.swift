import Accounts
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import Mail
import OneTimeCodes
import Secrets
import Testing
import Texts

@testable import AccountServer

@Suite("Languages of messages")
struct MailLanguageTests {
    private static let now = ServerBench.start
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    private static let rewrites = ProcessInfo.processInfo.environment["LATCHKEY_REWRITE_SNAPSHOTS"] == "1"

    /// Each template, and each kind of notice.
    static var mails: [AccountMail] {
        MailTemplate.allCases.filter { $0 != .notice }.compactMap { AccountMail(sampleOf: $0, at: now) }
            + AccountNotice.Kind.allCases.map { kind in
                AccountMail.notice(AccountNotice(kind, at: now, from: source("Mira’s Laptop (2)")))
            }
    }

    /// A source at an IPv6 address of the documentation range (RFC 3849), which must not be reordered in a text from right to left.
    private static func source(_ deviceName: String) -> NoticeSource {
        let address = IPAddress(v6: 0x2001_0DB8_0000_0000_0000_0000_0000_0001)
        return NoticeSource(Client(address: address, deviceName: deviceName))
    }

    static func message(
        _ mail: AccountMail, in language: Language, timeZone: String? = nil
    ) throws -> MailMessage {
        let site = try #require(WebOrigin("https://accounts.example.com"))
        let composer = try #require(MailComposer(from: MailAddress("accounts@example.com"), serviceName: "Example", site: site))
        let outgoing = OutgoingMail(
            id: MailID(random: PredictableRandomBytes(seed: 5)),
            to: try #require(EmailAddress("anna@example.org", key: "anna@example.org")), language: language.domainTag,
            timeZone: timeZone.flatMap { TimeZoneName($0) }, content: mail, queuedAt: now)
        return try #require(composer.message(for: outgoing), "\(language.tag): \(mail.template.name)")
    }

    /// To accept changed messages, run the suite once with `LATCHKEY_REWRITE_SNAPSHOTS=1`, as for pages.
    @Test("the messages equal their snapshot", arguments: [Language.english, .simplifiedChinese, .arabic])
    func snapshots(_ language: Language) throws {
        let texts = try Self.mails.map { mail in
            let content = try Self.message(mail, in: language).content
            return "# \(content.subject)\n\n\(content.text)"
        }
        // All messages have the same markup.
        let text = (texts + [try Self.message(Self.mails[1], in: language).content.html]).joined(separator: "\n")
        let file = Self.folder.appending(path: "\(language.tag).txt")
        if Self.rewrites {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("the snapshot was rewritten")
        } else {
            let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            #expect(text == known)
        }
    }

    @Test("every message can be written in every language, in its direction, and says so", arguments: Language.allCases)
    func languages(_ language: Language) throws {
        for mail in Self.mails {
            let message = try Self.message(mail, in: language)
            let text = String(decoding: try message.encoded().bytes, as: UTF8.self)
            #expect(text.contains("\r\nContent-Language: \(language.tag)\r\n"))
            let direction = language.direction == .rightToLeft ? " dir=\"rtl\"" : ""
            #expect(message.content.html.contains("<html lang=\"\(language.tag)\"\(direction)>"))
            if case .notice = mail {
                #expect(message.content.text.contains("\u{2068}Mira’s Laptop (2)\u{2069}"))
                #expect(message.content.html.contains("<bdi>Mira’s Laptop (2)</bdi>"))
                #expect(message.content.text.contains("UTC"))
                // The invisible characters prevent automatic links.
                let address = "2001:\u{200C}db8:\u{200C}:\u{200C}1"
                #expect(message.content.text.contains("\u{2068}\(address)\u{2069}"))
                #expect(message.content.html.contains("<bdi>\(address)</bdi>"))
            }
        }
    }

    @Test("times are in the zone of the account, and in UTC without one or with an unknown one")
    func zones() throws {
        let notice = AccountMail.notice(AccountNotice(.newDevice, at: Self.now, from: Self.source("iPhone")))
        for (zone, time) in [("Asia/Tokyo", "5:00\u{202F}PM"), (nil, "8:00\u{202F}AM UTC"), ("Mars/Base", "8:00\u{202F}AM UTC")]
            as [(String?, String)]
        {
            let text = try Self.message(notice, in: .english, timeZone: zone).content.text
            #expect(text.contains("Time: Jan 15, 2027, \(time)\n"), "\(zone ?? "none")")
        }
    }

    @Test("a notice is in the time zone that the owner chose")
    func chosenZone() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let token = try await client.register("anna.k")
            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            #expect(try await client.verify(claim, code: try mailbox.code(), token: token).status == .ok)
            _ = try await client.send(.patch, "/v1/account", token: token, json: ["timeZone": "Asia/Tokyo"])
            _ = try await client.signIn()
            await bench.system.sendMail()
            let text = try #require(mailbox.messages.last).content.text
            #expect(text.contains("Jan 15, 2027, 5:00\u{202F}PM\n"))
        }
    }

    @Test("the browser and an unknown device of a notice are in its language")
    func devices() throws {
        for (name, text) in [("Safari on iPhone", "Safari auf iPhone"), ("Unknown device", "Unbekanntes Gerät")] {
            let notice = AccountNotice(.newDevice, at: Self.now, from: Self.source(name))
            #expect(try Self.message(.notice(notice), in: .german).content.text.contains("\nGerät: \(text)\n"))
        }
    }

    @Test("a user who signs up in German gets the code and the notices in German, and after a choice of Italian in Italian")
    func life() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let german: HTTPFields = [.acceptLanguage: "de-AT, en;q=0.5"]
            let created = try await client.send(
                .post, "/v1/accounts", json: ["username": "anna.k", "password": .string(ServerBench.password)], headers: german)
            let token = try created.text("session", "token")
            #expect(try created.text("account", "language") == "de")

            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            let code = try mailbox.code()
            #expect(mailbox.messages.last?.content.subject == "\(code) ist dein Code für Latchkey")
            #expect(try await client.verify(claim, code: code, token: token).status == .ok)

            // The other request has another language, and the account's precedes it.
            _ = try await client.send(
                .post, "/v1/sessions", json: ["username": "anna.k", "password": .string(ServerBench.password)],
                headers: [.acceptLanguage: "fr"])
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Neue Anmeldung")
            _ = try await client.send(.post, "/v1/recovery", json: ["account": "anna.k"], headers: [.acceptLanguage: "fr"])
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Passwort zurücksetzen")

            let changed = try await client.send(.patch, "/v1/account", token: token, json: ["language": "it"])
            #expect(try changed.text("account", "language") == "it")
            _ = try await client.signIn()
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Nuovo accesso")
        }
    }

    @Test("a mail of a request without an account's language is in the language of the picker's cookie")
    func cookie() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            var browser = Browser(client)
            let fields = try await browser.open("/sign-up").form(to: "/language").fields
            _ = try await browser.post("/language", fields + [("language", "es")])
            try await browser.signUp()
            let form = try await browser.open("/account/addresses/new")
            _ = try await browser.submit(form, to: "/account/addresses", ["email": "anna@example.org"])
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject.hasSuffix("es tu código de Latchkey") == true)
        }
    }

    @Test("an account whose sign-up names no offered language has none", arguments: [nil, "nl", "x-klingon"] as [String?])
    func noLanguage(_ acceptLanguage: String?) async throws {
        try await ServerBench().run { client in
            let fields: HTTPFields = acceptLanguage.map { [.acceptLanguage: $0] } ?? [:]
            let created = try await client.send(
                .post, "/v1/accounts", json: ["username": "anna.k", "password": .string(ServerBench.password)], headers: fields)
            #expect(created.json["account"]?["language"] == JSONValue.null)
        }
    }
}
