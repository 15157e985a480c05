import Crypto
import Foundation
import TestKit
import Testing

@testable import Mail

@Suite("Encoded messages")
struct MailMessageTests {
    @Test("a message has the headers of an automatic notice, and two parts")
    func headers() throws {
        let message = try Sample.message()
        let text = Sample.text(try message.encoded())
        #expect(
            text.components(separatedBy: "\r\n\r\n")[0]
                == """
                Date: Sun, 01 Mar 2026 14:07:39 +0000
                From: "Example" <accounts@example.com>
                To: ada@example.net
                Subject: 418293 is your Example code
                Message-ID: \(message.id)
                MIME-Version: 1.0
                Auto-Submitted: auto-generated
                X-Auto-Response-Suppress: All
                Content-Language: en
                Content-Type: multipart/alternative; boundary="=_alternative"
                """.replacing("\n", with: "\r\n"))
        #expect(text.contains("\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"))
        #expect(text.contains("\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"))
        #expect(text.hasSuffix("</html>\r\n\r\n--=_alternative--\r\n"))
    }

    @Test("a message has an identity of 128 bits, which can be stored and restored")
    func identity() throws {
        let domain = try MailDomain("example.com")
        let id = try Sample.message().id
        #expect(id.description.wholeMatch(of: /<[A-Za-z0-9_-]{22}@example\.com>/) != nil)
        #expect(MailMessageID(unique: id.unique, domain: domain) == id)
        for wrong in ["", String(id.unique.dropLast()), id.unique + "A", "\r\n" + id.unique.dropFirst(2)] {
            #expect(MailMessageID(unique: wrong, domain: domain) == nil)
        }
    }

    @Test("non-ASCII text becomes encoded-words of whole characters, in folded lines")
    func encodedWords() throws {
        let subject: MailLine = "ist Ihr Prüfcode für die Anmeldung bei Beispiel – er gilt zehn Minuten lang, für Sie persönlich 🔑🔑"
        let text = Sample.text(try Sample.message(name: "Beispiel „Größe“", subject: subject).encoded())
        let header = try #require(text.components(separatedBy: "\r\n\r\n").first)
        #expect(header.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 })
        let unfolded = header.replacing("\r\n ", with: " ")
        let line = try #require(unfolded.components(separatedBy: "\r\n").first { $0.hasPrefix("Subject: ") })
        let words = line.dropFirst("Subject: ".count).split(separator: " ")
        let decoded = try words.map { word in
            let match = try #require(word.wholeMatch(of: /=\?utf-8\?B\?([A-Za-z0-9+\/=]+)\?=/))
            #expect(word.utf8.count <= 75)
            let data = try #require(Data(base64Encoded: String(match.1)))
            return try #require(String(data: data, encoding: .utf8))
        }
        #expect(
            decoded.joined()
                == "418293 ist Ihr Prüfcode für die Anmeldung bei Beispiel – er gilt zehn Minuten lang, für Sie persönlich 🔑🔑")
        #expect(decoded.count > 2)
        #expect(unfolded.contains("From: =?utf-8?B?"))
    }

    @Test(
        "a display name with special characters is quoted or encoded",
        arguments: [
            ("Example, Inc.", "From: \"Example, Inc.\" <accounts@example.com>"),
            ("A \"B\" \\ C", "From: \"A \\\"B\\\" \\\\ C\" <accounts@example.com>"),
            ("=?utf-8?Q?x?=", "From: =?utf-8?B?PT91dGYtOD9RP3g/PQ==?= <accounts@example.com>"),
        ] as [(MailLine, String)])
    func displayNames(name: MailLine, header: String) throws {
        #expect(Sample.text(try Sample.message(name: name).encoded()).contains("\r\n\(header)\r\n"))
    }

    @Test("a message is ASCII unless an address is not")
    func internationalized() throws {
        let ascii = try Sample.message(to: "ada@bücher.example", text: "Größe 🔑").encoded()
        #expect(!ascii.needsSMTPUTF8)
        #expect(ascii.bytes.allSatisfy { $0 < 0x80 })
        #expect(Sample.text(ascii).contains("\r\nTo: ada@xn--bcher-kva.example\r\n"))
        for message in [try Sample.message(to: "用户@example.com"), try Sample.message(from: "konto-größe@example.com")] {
            #expect(try message.encoded().needsSMTPUTF8)
        }
        #expect(try Sample.message(bounces: "größe@example.com").encoded().needsSMTPUTF8)
        #expect(Sample.text(try Sample.message(to: "用户@example.com").encoded()).contains("\r\nTo: 用户@example.com\r\n"))
    }

    @Test("with any content, the lines of a message end in CRLF and have at most 998 bytes, and no header is added")
    func lines() throws {
        var random = Seeded(seed: 5_322)
        for _ in 0..<300 * Soak.factor {
            let message = try Sample.message(
                name: MailLine(random.text(30)), to: random.one(of: ["ada@example.net", "\"a b\"@example.net", "用户@example.com"]),
                subject: MailLine(random.text(200)) ?? "Notice", text: "\(PersonalText(random.text(400)))")
            let signer = try DKIMSigner(domain: MailDomain("example.com"), selector: "s1", key: .ed25519(.init()))
            let mail = try message.encoded(signedBy: random.below(2) == 0 ? [signer] : [])
            #expect(mail.bytes.suffix(2) == [0x0D, 0x0A])
            let lines = Sample.text(mail).components(separatedBy: "\r\n")
            #expect(
                lines.allSatisfy {
                    !$0.utf8.contains(0x0D) && !$0.utf8.contains(0x0A) && !$0.utf8.contains(0) && $0.utf8.count <= 998
                })
            let names = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
            #expect(
                names.filter { $0 != "DKIM-Signature" } == [
                    "Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Auto-Submitted", "X-Auto-Response-Suppress",
                    "Content-Language", "Content-Type",
                ])
        }
    }

    @Test(
        "text is encoded in lines of at most 76 characters, and decodes to the same text",
        arguments: [
            "", "a", ".\n..\nFrom me\n", "a \nb\t\n", "=3D=\n", String(repeating: "x", count: 76),
            String(repeating: "x", count: 77),
            String(repeating: "ü", count: 200), String(repeating: ".", count: 200),
            String(repeating: "F=", count: 100) + "\n\n\nend",
            "你好，世界。" + String(repeating: "漢字", count: 60),
        ])
    func transferEncoding(text: String) throws {
        let quoted = String(decoding: TransferEncoding.quotedPrintable(text), as: UTF8.self).components(separatedBy: "\r\n")
            .dropLast()
        #expect(quoted.allSatisfy { $0.utf8.count <= 76 && !$0.hasSuffix(" ") && !$0.hasPrefix(".") && !$0.hasPrefix("From ") })
        let joined = quoted.map { $0.hasSuffix("=") ? String($0.dropLast()) : $0 + "\n" }.joined()
        #expect(unescaped(joined) == (text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"))

        let (name, bytes) = TransferEncoding.encode(text)
        #expect(bytes.allSatisfy { $0 < 0x80 } && bytes.split(separator: 0x0A).allSatisfy { $0.count <= 77 })
        guard name == "base64" else { return }
        let data = try #require(Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters))
        #expect(String(decoding: data, as: UTF8.self) == text.replacing("\n", with: "\r\n"))
        #expect(bytes.count < TransferEncoding.quotedPrintable(text).count)
    }

    @Test("the shorter encoding is used")
    func shorterEncoding() {
        #expect(TransferEncoding.encode("Die Größe der Datei ist begrenzt.").name == "quoted-printable")
        #expect(TransferEncoding.encode(String(repeating: "漢字", count: 60)).name == "base64")
    }

    private func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Seeded {
    /// Generates text that can break headers: line ends, control characters, quotation marks, encoded-words, and characters of many bytes.
    fileprivate mutating func text(_ count: Int) -> String {
        let pieces = [
            "\r\n", "\n", "\r", "\0", " ", "\"", "\\", "=?utf-8?Q?x?=", "Bcc: e@x.y", "ü", "漢", "🔑", "\u{202E}", "word", ":", "<>",
            ".",
        ]
        let withoutEnds = Array(pieces.dropFirst(4))
        let choices = below(3) == 0 ? pieces : withoutEnds.filter { $0 != "\u{202E}" }
        return (0..<below(count) + 1).map { _ in one(of: choices) }.joined()
    }
}
