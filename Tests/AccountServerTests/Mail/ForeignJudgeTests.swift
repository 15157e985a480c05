import Accounts
import Foundation
import Mail
import MailPeers
import TestKit
import Testing
import Texts

@testable import AccountServer

@Suite(
    "The service's messages as rspamd judges them", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.hasPrograms, MailPeers.missingPrograms))
struct ForeignJudgeTests {
    private struct Task: Encodable {
        let messages: [Data]
        let sender = "accounts@example.com"
        let recipient = "anna@example.org"
        let address = "192.0.2.25"
        let records: [String: String]
    }

    /// Words of two alphabets, such as a device's name in an Arabic message, and the encoding of messages that are not Latin.
    private static let inherent: Set<String> = ["R_MIXED_CHARSET", "MIME_BASE64_TEXT"]

    @Test(
        "no message looks like spam: every template, with its headers, parts and signature",
        arguments: [(Language.english, Set<String>()), (.arabic, inherent), (.simplifiedChinese, inherent)])
    func messages(in language: Language, inherent: Set<String>) async throws {
        let signer = try DKIMSigner(
            domain: MailDomain("example.com"), selector: "r1", key: DKIMSigner.Key(pem: ConfigurationSample.rsaSigningKey))
        let mails = MailLanguageTests.mails
        let messages = try mails.map { mail in
            let composed = try MailLanguageTests.message(mail, in: language)
            // rspamd compares the date with the machine's clock.
            let message = MailMessage(
                from: composed.from, to: composed.to, bounces: composed.bounces, content: composed.content, id: composed.id,
                date: Date())
            return Data(try message.encoded(signedBy: [signer]).bytes)
        }
        let records = [
            "example.com": "v=spf1 ip4:192.0.2.25 -all", "_dmarc.example.com": "v=DMARC1; p=reject",
            "r1._domainkey.example.com": signer.record,
        ]
        let results: [[String: Double]] = try await MailPeers.run("spam.py", Task(messages: messages, records: records))
        try #require(results.count == mails.count && results.count >= MailTemplate.allCases.count)
        for (mail, symbols) in zip(mails, results) {
            let suspicious = symbols.filter { $0.value > 0 && !inherent.contains($0.key) }
            #expect(suspicious == [:], "\(mail.template.name)")
            #expect(symbols.values.reduce(0, +) < 1, "\(mail.template.name): \(symbols)")
            #expect(Set(symbols.keys).isSuperset(of: ["R_DKIM_ALLOW", "R_SPF_ALLOW", "DMARC_POLICY_ALLOW", "MIME_GOOD"]))
        }
    }
}
