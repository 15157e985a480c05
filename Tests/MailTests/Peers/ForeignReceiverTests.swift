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

@Suite("Delivery to aiosmtpd", .tags(.realParts), .timeLimit(.minutes(20)), .enabled(if: MailPeers.isProvided, MailPeers.missing))
struct ForeignReceiverTests {
    @Test(
        "a burst arrives over one connection, encrypted and authenticated, each message with its outcome",
        arguments: ["PLAIN", "LOGIN"])
    func burst(mechanism: String) async throws {
        let (received, outcomes, messages) = try await delivering(
            to: [
                "ada@example.net", "unknown@example.net", "later@example.net", "large@example.net", "用户@bücher.example",
                "\"a b\"@example.net",
            ],
            without: mechanism == "PLAIN" ? "LOGIN" : "PLAIN")
        func code(_ code: Int, _ enhanced: String) -> MailReplyCode { MailReplyCode(code, enhanced: EnhancedStatus(enhanced)) }
        #expect(
            outcomes == [
                .delivered, .rejected(MailRejection(.address, code: code(550, "5.1.1"))), .tryAgain(.reply(code(451, "4.7.1"))),
                .rejected(MailRejection(.message, code: code(552, "5.3.4"))), .delivered, .delivered,
            ])
        #expect(received.map(\.recipients) == [["ada@example.net"], ["用户@xn--bcher-kva.example"], ["\"a b\"@example.net"]])
        #expect(Set(received.map(\.peer)).count == 1)
        #expect(
            received.allSatisfy {
                $0.encrypted && $0.login == mechanism && $0.client == "client.example.com" && $0.sender == "bounces@example.com"
            })
        let sent = try [0, 4, 5].map { try messages[$0].encoded().bytes }
        #expect(received.map { Array($0.message) } == sent)
    }

    @Test("a wrong password delivers nothing")
    func wrongPassword() async throws {
        let (received, outcomes, _) = try await delivering(to: ["ada@example.net"], password: "wrong")
        #expect(received.isEmpty)
        #expect(outcomes == [.tryAgain(.authentication(MailReplyCode(535, enhanced: EnhancedStatus("5.7.8"))))])
    }

    private func delivering(
        to recipients: [String], password: String = "pass wörd", without mechanism: String? = nil
    ) async throws -> ([MailPeers.Received], [MailOutcome], [MailMessage]) {
        try await MailPeers.inFolder { folder in
            let authority = try TestAuthority()
            let identity = try authority.identity(for: "mail.example.com")
            let files = ["certificate", "key"].map { folder.appending(path: $0) }
            for (file, text) in zip(files, [identity.certificate, identity.key]) { try Data(text.utf8).write(to: file) }
            let receiver = try await PeerServer(
                "receiver.py", [files[0].path, files[1].path] + (mechanism.map { [$0] } ?? []), in: folder)

            let credentials = SMTPCredentials(user: "latchkey", password: SecretBytes(utf8: password))
            let server = SMTPServer.startTLS(
                try #require(SMTPHost("mail.example.com")), port: receiver.port, credentials: credentials,
                trust: WebTrust(additionalAuthorities: [authority.pem]), at: .loopback)
            let transport = SMTPTransport(
                to: server, clientName: try MailDomain("client.example.com"), clock: EventClock(Watched(false)))
            let messages = try recipients.map { try Sample.message(to: $0, text: ".\(PersonalText("Größe"))") }
            let outcomes = Mutex<[MailOutcome]>([])
            await transport.deliver(messages) { _, outcome in outcomes.withLock { $0.append(outcome) } }
            #expect(try await receiver.stop() == 0)
            return (try receiver.printed(), outcomes.withLock(\.self), messages)
        }
    }
}
