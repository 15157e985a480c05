import Crypto
import CryptoExtras
import Foundation
import InternetAddresses
import MailPeers
import Secrets
import Synchronization
import TestAuthority
import TestKit
import Testing
import WebClient

@testable import Mail

@Suite(
    "Delivery through Postfix", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.hasPrograms, MailPeers.missingPrograms))
struct ForeignRelayTests {
    /// A message that Postfix delivered, with LF between its lines.
    private struct Delivered: Decodable {
        let mailbox: String
        let message: Data
    }

    private struct Signed: Encodable {
        let messages: [Data]
        let records: [String: String]
    }

    @Test("messages arrive byte for byte with valid signatures, and a rejected recipient has the reply of Postfix")
    func delivery() async throws {
        let domain = try MailDomain("example.com")
        let signers = try [
            DKIMSigner(domain: domain, selector: "r1", key: .rsa(_RSA.Signing.PrivateKey(keySize: .bits2048))),
            DKIMSigner(domain: domain, selector: "e1", key: .ed25519(Curve25519.Signing.PrivateKey())),
        ]
        let recipients = ["ada@example.net", "unknown@example.net", "later@example.net", "用户@example.net"]
        let messages = try recipients.map { try Sample.message(to: $0, text: ".\(PersonalText("Größe"))") }
        let outcomes = Mutex<[MailOutcome]>([])
        let delivered = try await withRelay { server in
            try await transport(to: server, signers: signers).deliver(messages) { _, outcome in
                outcomes.withLock { $0.append(outcome) }
            }
        }
        #expect(
            outcomes.withLock(\.self) == [
                .delivered, .rejected(MailRejection(.address, code: code(550, "5.1.1"))), .tryAgain(.reply(code(450, "4.7.1"))),
                .delivered,
            ])
        #expect(delivered.map(\.mailbox) == ["ada", "user"])
        let sent = try [messages[0], messages[3]].map { try $0.encoded().bytes.filter { $0 != 0x0D } }
        for (delivered, sent) in zip(delivered, sent) { #expect(Array(delivered.message.suffix(sent.count)) == sent) }

        let results: [[[String]]] = try await MailPeers.run(
            "opendkim.py",
            Signed(
                messages: delivered.map { Data(String(decoding: $0.message, as: UTF8.self).replacing("\n", with: "\r\n").utf8) },
                records: ["r1._domainkey.example.com": signers[0].record, "e1._domainkey.example.com": signers[1].record]))
        #expect(results.count == 2 && results.allSatisfy { $0.map(\.last) == ["pass", "pass"] }, "\(results)")
    }

    @Test("a wrong password and another certificate deliver nothing")
    func insecure() async throws {
        let outcomes = Mutex<[MailOutcome]>([])
        let delivered = try await withRelay { server in
            for (name, password) in [("mail.example.com", "wrong"), ("other.example.com", "pass wörd")] {
                let outcome = try await transport(to: server, name: name, password: password).deliver(Sample.message())
                outcomes.withLock { $0.append(outcome) }
            }
        }
        #expect(delivered.isEmpty)
        #expect(
            outcomes.withLock(\.self) == [
                .tryAgain(.authentication(code(535, "5.7.8"))), .tryAgain(.untrusted),
            ])
    }

    /// Postfix in its default state ends a message at a line of one dot after a bare LF too. So another message would arrive from eve@example.com.
    @Test("text that ends the message early in a lenient server stays inside one message")
    func smuggling() async throws {
        let commands = "MAIL FROM:<eve@example.com>\r\nRCPT TO:<ada@example.net>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n"
        let messages = try ["\n.\n", "\n.\r\n", "\r.\r", "\r\n.\r\n", "\r\n.\n"].flatMap { end in
            [
                try Sample.message(text: MailText(words: "a\(end)\(commands)")),
                try Sample.message(text: "a \(PersonalText("\(end)\(commands)"))"),
            ]
        }
        // Lines of one dot in the message itself, behind the types that exclude other line ends.
        let raw = EncodedMail(
            sender: try MailAddress("accounts@example.com"), recipient: try MailAddress("ada@example.net"),
            bytes: Array("Subject: dots\r\n\r\n.\r\n..\r\n\(commands)".utf8), needsSMTPUTF8: false)
        let delivered = try await withRelay { server in
            let outcomes = Mutex<[MailOutcome]>([])
            try await transport(to: server).deliver(messages) { _, outcome in outcomes.withLock { $0.append(outcome) } }
            #expect(outcomes.withLock(\.self).allSatisfy { $0 == .delivered })
            let session = try await SMTPSession.open(
                on: server, clientName: MailDomain("client.example.com"), timeouts: SMTPTimeouts(),
                clock: EventClock(Watched(false)))
            let (outcome, isOpen) = await session.send(raw)
            await session.close(isOpen: isOpen)
            #expect(outcome == .delivered && isOpen)
        }
        #expect(delivered.count == messages.count + 1)
        let texts = delivered.map { String(decoding: $0.message, as: UTF8.self) }
        #expect(texts.allSatisfy { !$0.hasPrefix("Return-Path: <eve@") })
        let lines = "\n\n.\n..\n" + commands.replacing("\r\n", with: "\n")
        #expect(texts.filter { $0.hasSuffix(lines) }.count == 1)
    }

    /// Runs `body` with Postfix, and returns what it delivered.
    private func withRelay(_ body: (SMTPServer) async throws -> Void) async throws -> [Delivered] {
        try await MailPeers.inFolder { folder in
            let authority = try TestAuthority()
            let identity = try authority.identity(for: "mail.example.com")
            let files = ["certificate", "key"].map { folder.appending(path: $0) }
            for (file, text) in zip(files, [identity.certificate, identity.key]) { try Data(text.utf8).write(to: file) }
            let relay = try await PeerServer("relay.py", files.map(\.path) + [folder.path], in: folder)
            try await body(try server(port: relay.port, trust: WebTrust(additionalAuthorities: [authority.pem])))
            #expect(try await relay.stop() == 0)
            return try relay.printed()
        }
    }

    private func server(port: Int, trust: WebTrust) throws -> SMTPServer {
        .startTLS(
            try #require(SMTPHost("mail.example.com")), port: port,
            credentials: SMTPCredentials(user: "latchkey", password: SecretBytes(utf8: "pass wörd")), trust: trust, at: .loopback)
    }

    private func transport(to server: SMTPServer, signers: [DKIMSigner] = []) throws -> SMTPTransport {
        SMTPTransport(
            to: server, clientName: try MailDomain("client.example.com"), signers: signers, clock: EventClock(Watched(false)))
    }

    private func transport(to server: SMTPServer, name: String, password: String) throws -> SMTPTransport {
        try transport(
            to: .startTLS(
                try #require(SMTPHost(name)), port: server.port,
                credentials: SMTPCredentials(user: "latchkey", password: SecretBytes(utf8: password)), trust: server.trust,
                at: .loopback))
    }

    private func code(_ code: Int, _ enhanced: String) -> MailReplyCode { MailReplyCode(code, enhanced: EnhancedStatus(enhanced)) }
}
