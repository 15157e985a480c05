import Accounts
import Foundation
import HTTPTypes
import InternetAddresses
import JSONText
import Mail
import OneTimeCodes
import Testing
import Texts

@testable import AccountServer

@Suite("Line ends in fields that reach a message")
struct LineEndTests {
    private static let attacks = [
        "\r\nBcc: eve@example.com", "\nBcc: eve@example.com\n", "\rBcc: eve@example.com\r", "\r\n\r\nBcc: eve@example.com",
        "\r\n.\r\nBcc: eve@example.com", "\n.\nBcc: eve@example.com", "\u{2028}Bcc: eve@example.com", "\u{85}Bcc: eve@example.com",
    ]

    private static let headers = [
        "Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Auto-Submitted", "X-Auto-Response-Suppress",
        "Content-Language", "Content-Type",
    ]

    @Test("in requests, they are rejected or become spaces: no header, recipient or line is added", arguments: attacks)
    func requests(attack: String) async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let device = JSONValue.string("Telephone\(attack)"), password = JSONValue.string(ServerBench.password)
            let created = try await client.send(
                .post, "/v1/accounts", json: ["username": "anna.k", "password": password, "deviceName": device])
            let token = try created.text("session", "token")

            let path = "/v1/account/addresses"
            let rejected = try await client.send(.post, path, token: token, json: ["email": .string("anna@example.org\(attack)")])
            #expect(rejected.status != .created)
            let claim = try await client.send(.post, path, token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            #expect(try await client.verify(claim, code: try mailbox.code(), token: token).status == .ok)
            for (name, value) in [("language", "de"), ("timeZone", "Asia/Tokyo")] {
                let answer = try await client.send(.patch, "/v1/account", token: token, json: [name: .string(value + attack)])
                #expect((400..<500).contains(answer.status.code), "\(name)")
            }

            let signedIn = try await client.send(
                .post, "/v1/sessions", json: ["username": "anna.k", "password": password, "deviceName": device])
            #expect(signedIn.status == .created)
            for name in ["anna@example.org\(attack)", "anna.k\(attack)", "anna@example.org"] {
                #expect(try await client.send(.post, "/v1/recovery", json: ["account": .string(name)]).status == .created)
            }
            await bench.system.sendMail()
        }
        #expect(Set(mailbox.messages.map(\.content.subject).suffix(2)) == ["New sign-in", "Reset your password"])
        for message in mailbox.messages { try expectWhole(message) }
        #expect(mailbox.messages.contains { $0.content.text.contains("Telephone") })
    }

    @Test("in a stored device name, they add no header, recipient or line to any message", arguments: attacks)
    func storedNames(attack: String) throws {
        let now = ServerBench.start
        // A client cleans its name. This is one that another program wrote into the store.
        let source = NoticeSource(Client(address: .loopback, storedName: "Telephone\(attack)"))
        let address = try #require(EmailAddress("anna@example.org", key: "anna@example.org"))
        let mails: [AccountMail] =
            [
                .addressAdded(address, at: now, from: source), .addressRemoved(address, at: now, from: source),
                .passwordRecovered(at: now, from: source), .passkeyRecovered(at: now, from: source),
                .recoveryWaits(until: now, from: source), .recoveryCancelled(at: now, from: source),
            ] + AccountNotice.Kind.allCases.map { .notice(AccountNotice($0, at: now, from: source)) }
        for mail in mails {
            let message = try MailLanguageTests.message(mail, in: .english)
            #expect(message.content.text.contains("Telephone"))
            try expectWhole(message)
        }
    }

    @Test("a service name or a sender's address with a line end is rejected", arguments: attacks)
    func operators(attack: String) throws {
        let site = try #require(WebOrigin("https://accounts.example.com"))
        let address = try MailAddress("accounts@example.com")
        #expect(MailComposer(from: address, serviceName: "Example", site: site) != nil)
        #expect(MailComposer(from: address, serviceName: "Example\(attack)", site: site) == nil)
        #expect(throws: (any Error).self) { try MailAddress("accounts@example.com\(attack)") }
    }

    /// Expects the headers of a message and no others, one recipient, and no line that begins with the added text.
    private func expectWhole(_ message: MailMessage) throws {
        let mail = try message.encoded()
        let lines = String(decoding: mail.bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { !$0.utf8.contains(0x0D) && !$0.utf8.contains(0x0A) && $0 != "." })
        let names = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != ":" }) }
        #expect(names == Self.headers)
        #expect(mail.recipient.text == "anna@example.org" && mail.sender?.text == "accounts@example.com")
        #expect(!message.content.subject.contains("Bcc"))
        #expect(!message.content.text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("Bcc") || $0 == "." })
    }
}
