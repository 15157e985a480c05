import AccountServer
import Foundation
import JSONText
import Mail
import MailPeers
import TestKit
import Testing

@testable import latchkey

@Suite("latchkey mail check", .tags(.realParts), .timeLimit(.minutes(20)))
struct MailCheckTests {
    @Test("prints the state of each part, what to do, and what to register with Apple")
    func report() async throws {
        let check = try await check([
            "example.com": ["v=spf1 mx"], "_dmarc.example.com": ["v=DMARC1; p=\u{1B}[31mnone"],
        ])
        #expect(
            check.lines.joined(separator: "\n") == """
                transport  ok       smtp.example.com:465, TLS, as accounts
                SPF        warning  v=spf1 mx: says nothing about servers that it does not list
                                    end the record with -all or ~all
                DKIM       problem  no DKIM key at s1._domainkey.example.com
                                    publish the TXT record that your mail server shows for its key, or correct mail.dkimKeys
                DMARC      problem  v=DMARC1; p=\u{FFFD}[31mnone: no valid policy
                                    add p=none, p=quarantine or p=reject after v=DMARC1

                Apple's private relay delivers mail from registered sources only. In the developer account, under Services, Sign in
                with Apple for Email Communication, register:
                  domain     example.com
                  address    accounts@example.com
                """)
        #expect(check.status == .negative)
    }

    @Test("reads SPF at the domain of mail.bounces, and lists both domains to register with Apple")
    func bounces() async throws {
        let records = ["bounces.example.net": ["v=spf1 mx -all"], "_dmarc.example.com": ["v=DMARC1; p=none"]]
        let check = try await check(records, selector: nil, bounces: "bounces@bounces.example.net")
        #expect(check.status == nil && check.lines.contains("SPF        ok       v=spf1 mx -all"))
        #expect(
            check.lines.suffix(3) == [
                "  domain     example.com", "  domain     bounces.example.net", "  address    accounts@example.com",
            ])
        #expect(check.json["appleRelay"]?["domains"] == ["example.com", "bounces.example.net"])
        let other = try await self.check(
            ["example.com": ["v=spf1 mx -all"], "_dmarc.example.com": ["v=DMARC1; p=none"]], selector: nil,
            bounces: "bounces@bounces.example.net")
        #expect(other.status == .negative && other.lines.contains { $0.hasSuffix("no SPF record at bounces.example.net") })
    }

    @Test("a warning does not change the exit code, and only a failed lookup has its own")
    func status() async throws {
        let records = ["example.com": ["v=spf1 mx"], "_dmarc.example.com": ["v=DMARC1; p=none"]]
        #expect(try await check(records, selector: nil).status == nil)
        #expect(try await check(records).status == .negative)
        #expect(try await check(records, broken: "s1._domainkey.example.com").status == .failure)
    }

    @Test(
        "a name server is an IPv4 address with an optional port",
        arguments: [
            ("192.0.2.53", 53), ("127.0.0.1:5353", 5_353), ("192.0.2.53:0", nil), ("192.0.2.53:", nil), ("::1", nil), ("ns", nil),
            ("0.0.0.0", nil), ("192.0.2.53:65536", nil),
        ] as [(String, UInt16?)])
    func nameServers(_ text: String, _ port: UInt16?) {
        #expect(NameServer(text)?.port == port)
    }

    private func check(
        _ records: [String: [String]], broken: String? = nil, selector: String? = "s1", bounces: String? = nil
    ) async throws -> MailCheck {
        let from = try MailAddress("accounts@example.com")
        let keys = selector.flatMap { DKIMSelector($0) }.map { [DKIMKey(selector: $0, domain: from.domain)] }
        var mail = MailConfiguration(
            from: from, destination: .sendmail(program: "/usr/sbin/sendmail"), dkimKeys: keys ?? [])
        mail.bounces = try bounces.map { try MailAddress($0) }
        return await MailCheck(mail, records: Zone(names: records, broken: broken)) { _ in
            MailFinding(.transport, .ok, "smtp.example.com:465, TLS, as accounts")
        }
    }

    private struct Zone: TextRecordSource {
        let names: [String: [String]]
        let broken: String?

        func textRecords(at name: String) async throws(TextRecordFault) -> [String] {
            if name == broken { throw TextRecordFault(reason: "no name server gave an answer") }
            return names[name] ?? []
        }
    }
}

@Suite(
    "latchkey mail against foreign servers", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.isProvided, MailPeers.missing))
struct ForeignMailServerTests {
    @Test("the resolver reads records over UDP and TCP, joins their strings, and follows an alias")
    func records() async throws {
        try await MailPeers.inFolder { folder in
            let names = try await PeerServer("names.py", [Self.zone], in: folder)
            let server = try #require(NameServer("127.0.0.1:\(names.port)"))
            let records = SystemTextRecords(server: server)
            #expect(Set(try await records.textRecords(at: "example.com")) == ["v=spf1 ip4:127.0.0.1 -all", "other"])
            #expect(Set(try await records.textRecords(at: "alias.example.com")) == ["v=spf1 ip4:127.0.0.1 -all", "other"])
            #expect(try await records.textRecords(at: "long.example.com") == [String(repeating: "a", count: 4_000)])
            #expect(try await records.textRecords(at: "empty.example.com") == [])
            #expect(try await records.textRecords(at: "missing.example.com") == [])
            await #expect(throws: TextRecordFault(reason: "no name server gave an answer")) {
                try await records.textRecords(at: "broken.example.com")
            }
        }
    }

    @Test("check succeeds with a server and records in order, and names a server that offers no encryption")
    func check() async throws {
        try await MailPeers.inFolder { folder in
            let names = try await PeerServer("names.py", [Self.zone], in: try subfolder("names", of: folder))
            let receiver = try await PeerServer("receiver.py", ["plain"], in: try subfolder("mail", of: folder))
            let place = try Self.folder(port: receiver.port, security: "loopback")
            let run = try place.run("mail check --config latchkey.yaml --name-server 127.0.0.1:\(names.port)")
            #expect(
                run.hasPrefix(
                    """
                    transport  ok       127.0.0.1:\(receiver.port), unencrypted on this machine, without a password
                    SPF        ok       v=spf1 ip4:127.0.0.1 -all
                    DKIM       ok       s1: Ed25519
                    DKIM       ok       s2: Ed25519
                    DMARC      ok       v=DMARC1; p=none

                    """) && run.hasSuffix("= 0"), "\(run)")

            let other = try Self.folder(port: receiver.port, security: "starttls")
            let rejected = try CommandRun(
                ["mail", "check", "--json", "--config", "latchkey.yaml", "--name-server", "127.0.0.1:\(names.port)"], in: other)
            let json = try JSONText.parse(Array(rejected.output.utf8)).root.value
            #expect(json["ok"] == false && json["appleRelay"]?["domains"] == ["example.com"] && rejected.status == 1)
            #expect(
                json["findings"]?[0]?["detail"]?.string
                    == "127.0.0.1:\(receiver.port), STARTTLS, without a password: no STARTTLS", "\(rejected.output)")
            #expect(rejected.errors.isEmpty)
        }
    }

    @Test(
        "test sends one message, and its exit code reports the outcome",
        arguments: [
            ("anna", "accepted\n= 0", 1),
            ("unknown", "rejected: 550 5.1.1\n!   hint: the address does not exist or is disabled\n= 1", 0),
            (
                "later", "postponed: 451 4.7.1\n!   hint: the reply of the mail server and its log name the reason\n= 70", 0
            ), ("half", "unknown: connection closed\n!   hint: the message may arrive nevertheless\n= 70", 0),
        ])
    func test(local: String, transcript: String, arrived: Int) async throws {
        try await MailPeers.inFolder { folder in
            let receiver = try await PeerServer("receiver.py", ["plain"], in: folder)
            let place = try Self.folder(port: receiver.port, security: "loopback")
            #expect(try place.run("mail test \(local)@example.org --config latchkey.yaml") == transcript)
            let received = try receiver.printed(as: MailPeers.Received.self)
            #expect(received.count == arrived)
            if let message = received.first {
                #expect(message.sender == "accounts@example.com" && message.recipients == ["anna@example.org"])
                #expect(String(decoding: message.message, as: UTF8.self).contains("\r\nSubject: Test message\r\n"))
            }
        }
    }

    private func subfolder(_ name: String, of folder: URL) throws -> URL {
        let path = folder.appending(path: name)
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        return path
    }

    private static func folder(port: Int, security: String) throws -> CommandFolder {
        try MailQueueTests.folder(
            "mail: {transport: smtp, from: accounts@example.com, host: 127.0.0.1, security: \(security), port: \(port), dkimKeys: [s1, s2]}\n"
        )
    }

    private static let zone = """
        {"example.com": [["v=spf1 ip4:127.0.0.1", " -all"], ["other"]], "alias.example.com": {"cname": "example.com"},
        "long.example.com": [[\((0..<16).map { _ in "\"" + String(repeating: "a", count: 250) + "\"" }.joined(separator: ","))]],
        "empty.example.com": [], "broken.example.com": "servfail", "_dmarc.example.com": [["v=DMARC1; p=none"]],
        "s1._domainkey.example.com": [["v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]],
        "s2._domainkey.example.com": [["v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]]}
        """
}
