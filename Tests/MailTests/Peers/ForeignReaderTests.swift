import Crypto
import CryptoExtras
import Foundation
import MailPeers
import TestKit
import Testing

@testable import Mail

@Suite(
    "Messages as other programs read them", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: MailPeers.isProvided, MailPeers.missing))
struct ForeignReaderTests {
    private struct Task: Encodable {
        let message: Data
        var records: [String: String] = [:]
    }

    private struct Reading: Decodable {
        let headers: [String: [String]]
        let from: [[String]]
        let to: [[String]]
        let date: Double
        let parts: [[String]]
        let defects: [String]
        let bareLineEnds: Int
        let signatures: [Bool]
    }

    @Test(
        "Python's email package reads the same headers and parts, without defects",
        arguments: [
            ("Example", "ada@example.net", "is your Example code", "Hello"),
            (
                "Beispiel, „Größe“ \"GmbH\"", "\"ada lovelace\"@bücher.example",
                "ist Ihr Prüfcode 🔑 für die Anmeldung bei Beispiel und gilt zehn Minuten", "Größe\u{2014}.\n.. = 🔑"
            ),
            ("例え", "用户@example.com", "は確認コードです。このコードを誰にも教えないでください。確認コードの有効期限は10分です。", "認証コードを入力してください。認証コードを入力してください。"),
            ("مثال", "ada@example.net", "هو رمزك في مثال", "الجهاز: iPhone"),
        ] as [(MailLine, String, MailLine, String)])
    func reading(name: MailLine, to: String, subject: MailLine, text: String) async throws {
        let message = try Sample.message(name: name, to: to, subject: subject, text: "\(PersonalText(text)) = . .")
        let mail = try message.encoded()
        let reading: Reading = try await MailPeers.run("judge.py", Task(message: Data(mail.bytes)))
        #expect(reading.defects == [])
        #expect(reading.bareLineEnds == 0)
        #expect(reading.headers["Subject"] == [message.content.subject])
        #expect(reading.headers["Message-ID"] == [message.id.description])
        #expect(reading.headers["Auto-Submitted"] == ["auto-generated"])
        #expect(reading.from == [[name.text, "accounts@example.com"]])
        #expect(reading.to == [["", message.to.text]])
        #expect(reading.date == 1_772_374_059)
        #expect(reading.parts.map(\.first) == ["text/plain", "text/html"])
        #expect(reading.parts.map(\.last) == [message.content.text, message.content.html])
    }

    @Test("dkimpy accepts both types of signatures, and rejects a changed message")
    func signatures() async throws {
        let domain = try MailDomain("example.com")
        let rsa = try DKIMSigner(domain: domain, selector: "r1", key: .rsa(_RSA.Signing.PrivateKey(keySize: .bits2048)))
        let ed25519 = try DKIMSigner(domain: domain, selector: "e1", key: .ed25519(Curve25519.Signing.PrivateKey()))
        let records = ["r1._domainkey.example.com": rsa.record, "e1._domainkey.example.com": ed25519.record]
        for (to, text) in [("ada@example.net", "Größe\t  ="), ("用户@example.com", "x")] {
            let mail = try Sample.message(name: "Beispiel „Größe“", to: to, text: "\(PersonalText(text))  .").encoded(signedBy: [
                rsa, ed25519,
            ])
            let reading: Reading = try await MailPeers.run("judge.py", Task(message: Data(mail.bytes), records: records))
            #expect(reading.signatures == [true, true])
            #expect(reading.defects == [])

            let whole = Sample.text(mail)
            for (old, new) in [
                ("Subject: 4", "Subject: 5"), ("\r\nFrom: ", "\r\nFrom: eve@example.com\r\nFrom: "), ("418293\r\n", "418294\r\n"),
            ] {
                let changed = whole.replacing(old, with: new)
                #expect(changed != whole)
                let reading: Reading = try await MailPeers.run("judge.py", Task(message: Data(changed.utf8), records: records))
                #expect(reading.signatures == [false, false], "\(new)")
            }
        }
    }
}
