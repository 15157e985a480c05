import Crypto
import CryptoExtras
import Foundation
import MailPeers
import TestKit
import Testing

@testable import Mail

@Suite(
    "Messages as receivers judge them", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.hasPrograms, MailPeers.missingPrograms))
struct ForeignJudgeTests {
    private struct Signed: Encodable {
        let messages: [Data]
        let records: [String: String]
    }

    private struct Sent: Encodable {
        let messages: [Data]
        let sender = "accounts@example.com"
        let recipient = "ada@example.net"
        let address = "192.0.2.25"
        let records: [String: String]
    }

    /// An RSA and an Ed25519 key, with the records of both.
    private struct Keys {
        let rsa: DKIMSigner
        let ed25519: DKIMSigner

        init() throws {
            let domain = try MailDomain("example.com")
            rsa = try DKIMSigner(domain: domain, selector: "r1", key: .rsa(_RSA.Signing.PrivateKey(keySize: .bits2048)))
            ed25519 = try DKIMSigner(domain: domain, selector: "e1", key: .ed25519(Curve25519.Signing.PrivateKey()))
        }

        var records: [String: String] {
            ["r1._domainkey.example.com": rsa.record, "e1._domainkey.example.com": ed25519.record]
        }
    }

    @Test("OpenDKIM accepts an RSA signature, an Ed25519 signature, and both in one message")
    func signatures() async throws {
        let keys = try Keys()
        let rsa = ["r1", "rsa-sha256", "pass"], ed25519 = ["e1", "ed25519-sha256", "pass"]
        for (to, text) in [("ada@example.net", "Größe\t  ="), ("用户@example.com", "x")] {
            let message = try Sample.message(name: "Beispiel „Größe“", to: to, text: "\(PersonalText(text))  .")
            let mails = try [[keys.rsa], [keys.ed25519], [keys.rsa, keys.ed25519]].map { try message.encoded(signedBy: $0) }
            let results = try await opendkim(mails.map { Data($0.bytes) }, keys.records)
            #expect(results == [[rsa], [ed25519], [rsa, ed25519]])
        }
    }

    @Test("OpenDKIM rejects both signatures after one byte changed, or after another From was added")
    func changes() async throws {
        let keys = try Keys()
        let whole = Sample.text(try Sample.message().encoded(signedBy: [keys.rsa, keys.ed25519]))
        let changes = [
            ("Subject: 4", "Subject: 5"), ("\r\nTo: ada@", "\r\nTo: ida@"), ("\r\nDate: Sun", "\r\nDate: Mon"),
            ("\r\nContent-Language: en", "\r\nContent-Language: de"), ("418293\r\n", "418294\r\n"),
            ("=_alternative--", "=_alternative-+"),
            ("\r\nFrom: ", "\r\nFrom: eve@example.com\r\nFrom: "),
        ]
        let changed = changes.map { whole.replacing($0, with: $1) }
        #expect(changed.allSatisfy { $0 != whole })
        let results = try await opendkim(changed.map { Data($0.utf8) }, keys.records)
        let rejected = [["r1", "rsa-sha256", "fail"], ["e1", "ed25519-sha256", "fail"]]
        for (change, result) in zip(changes, results) { #expect(result == rejected, "\(change.1)") }

        // Neither key verifies a signature of another.
        let other = try Keys()
        for signer in [keys.rsa, keys.ed25519] {
            let mail = try Sample.message().encoded(signedBy: [signer])
            let results = try await opendkim([Data(mail.bytes)], other.records)
            #expect(results.count == 1 && results[0].count == 1 && results[0][0].last == "fail")
        }
    }

    /// Changes of a message with the symbols that rspamd adds for them. None of these symbols may be added for a message of ours.
    private static let faults = [
        ("\r\nDate: ", "\r\nX-Date: ", "MISSING_DATE"), ("\r\nMessage-ID: ", "\r\nX-Message-ID: ", "MISSING_MID"),
        ("\r\nFrom: ", "\r\nX-From: ", "MISSING_FROM"), ("\r\nTo: ", "\r\nX-To: ", "MISSING_TO"),
        ("\r\nSubject: ", "\r\nX-Subject: ", "MISSING_SUBJECT"),
        ("\r\nMIME-Version: ", "\r\nX-MIME-Version: ", "MISSING_MIME_VERSION"),
        ("\r\nDate: ", "\r\nDate: never ", "INVALID_DATE"),
        ("\r\nTo: ", "\r\nTo: eve@example.net\r\nTo: ", "MULTIPLE_UNIQUE_HEADERS"),
        ("\r\nSubject: ", "\r\nSubject: Größe ", "SUBJECT_NEEDS_ENCODING"),
        ("\r\nTo: ", "\r\nTo: Größe <ada@example.net>, ", "TO_NEEDS_ENCODING"), ("; charset=utf-8", "", "R_MISSING_CHARSET"),
        ("Content-Type: text/plain", "Content-Type: text/html", "MIME_MA_MISSING_TEXT"),
        ("multipart/alternative", "multipart/alternative/x", "MIME_UNKNOWN"),
        ("\r\nSubject: 4", "\r\nSubject: 5", "R_DKIM_REJECT"),
    ]

    @Test("rspamd finds no fault in a message, and finds each fault that is added to it")
    func faults() async throws {
        let keys = try Keys()
        let facts: [(label: MailLine, value: MailText)] = [("Device", "“\(PersonalText("Ada’s iPhone"))”")]
        let contents = try [
            Sample.content(code: Sample.code(.subject)),
            Sample.content(code: Sample.code(.subject), [.paragraph("Größe und Öl in Ulm."), .facts(facts)]),
        ]
        let mails = try contents.map { content in
            let sample = try Sample.message(bounces: "accounts@example.com")
            // rspamd compares the date with the machine's clock.
            return try MailMessage(
                from: sample.from, to: sample.to, bounces: sample.bounces, content: content, id: sample.id, date: Date()
            ).encoded(signedBy: [keys.rsa, keys.ed25519])
        }
        let whole = Sample.text(mails[0])
        let changed = Self.faults.map { whole.replacing($0.0, with: $0.1) }
        #expect(changed.allSatisfy { $0 != whole })
        let messages = mails.map { Data($0.bytes) } + changed.map { Data($0.utf8) }
        let results = try await rspamd(messages, keys)
        try #require(results.count == messages.count)
        let absent = Set(Self.faults.map { $0.2 })
        for symbols in results.prefix(mails.count) {
            #expect(symbols.filter { $0.value > 0 } == [:])
            #expect(Set(symbols.keys).isSuperset(of: ["R_DKIM_ALLOW", "R_SPF_ALLOW", "DMARC_POLICY_ALLOW", "MIME_GOOD"]))
            #expect(absent.isDisjoint(with: symbols.keys), "\(symbols)")
        }
        for (fault, symbols) in zip(Self.faults, results.dropFirst(mails.count)) {
            #expect(symbols[fault.2] != nil, "\(fault.2): \(symbols)")
        }
    }

    private func opendkim(_ messages: [Data], _ records: [String: String]) async throws -> [[[String]]] {
        try await MailPeers.run("opendkim.py", Signed(messages: messages, records: records))
    }

    private func rspamd(_ messages: [Data], _ keys: Keys) async throws -> [[String: Double]] {
        let domain = ["example.com": "v=spf1 ip4:192.0.2.25 -all", "_dmarc.example.com": "v=DMARC1; p=reject"]
        return try await MailPeers.run("spam.py", Sent(messages: messages, records: keys.records.merging(domain) { $1 }))
    }
}
