import TestKit
import Testing

@testable import AppleIdentityEmulator

@Suite("Messages that the relay reads")
struct RelayLetterTests {
    private func letter(_ text: String) -> RelayLetter { RelayLetter(Array(text.utf8)) }

    @Test(
        "the sender's name and the subject are decoded to one line",
        arguments: [
            ("From: a@example.com\r\n", "", ""), ("From: Shop <a@example.com>\r\nSubject: Hello  there\r\n", "Shop", "Hello there"),
            ("From: \"Shop \\\"A\\\", B\" <a@example.com>\r\nsubject: One\r\n two\r\n", "Shop \"A\", B", "One two"),
            (
                "From: =?utf-8?B?R3LDvMOfZQ==?= <a@example.com>\r\nSubject: =?UTF-8?q?K7QM=2D2XPA_ist?= da\r\n", "Grüße",
                "K7QM-2XPA ist da"
            ),
            (
                "From: =?utf-8?B?R3LDvA==?=\r\n =?utf-8?B?w59l?= <a@example.com>\r\nSubject: x\r\n", "Grüße",
                "x"
            ),
            ("From: <a@example.com>\r\nSubject: =?utf-8?B?YQ0KQmNjOiBi?=\r\nSubject: second\r\n", "", "aBcc: b"),
            ("From: a@example.com\r\nSubject: =?iso-8859-1?Q?=E9?=\r\n", "", "=?iso-8859-1?Q?=E9?="),
        ])
    func head(text: String, name: String, subject: String) {
        let letter = letter(text + "\r\n")
        #expect(letter.sender?.description == "a@example.com")
        #expect(letter.senderName == name && letter.subject == subject)
    }

    @Test(
        "the text is the decoded first plain part",
        arguments: [
            ("\r\nOne\r\nTwo\r\n", "One\nTwo\n"), ("Content-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n", "Grüße\n"),
            ("Content-Transfer-Encoding: base64\r\n\r\nT25l\r\nCg==\r\n", "One\n"),
            ("Content-Transfer-Encoding: Quoted-Printable\r\n\r\n=C3=BC=\r\nb =3D =XX\r\n", "üb = =XX\n"),
            ("Content-Type: text/html\r\n\r\n<b>One</b>\r\n", ""), ("Content-Type: image/png\r\n\r\nx\r\n", ""),
            (
                "Content-Type: multipart/alternative; boundary=\"=_a;b\"\r\n\r\npreamble\r\n--=_a;b\r\n\r\nOne\r\n\r\n--=_a;b\r\n"
                    + "Content-Type: text/html\r\n\r\n<b>One</b>\r\n--=_a;b--\r\nepilogue\r\n", "One\n"
            ),
            (
                "Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\nContent-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\n"
                    + "Content-Type: text/html\r\n\r\n<script>\r\n--i\r\nContent-Type: TEXT/Plain\r\n\r\nInner\r\n--i--\r\n--o--\r\n",
                "Inner"
            ),
            ("Content-Type: multipart/mixed\r\n\r\n--o\r\n\r\nOne\r\n--o--\r\n", ""),
            ("Content-Type: multipart/mixed; boundary=o\r\n\r\n--other\r\n\r\nOne\r\n--other--\r\n", ""),
            ("\r\n\u{1B}[2J\u{7}\tOne\r\n", "[2J\tOne\n"),
        ])
    func text(entity: String, text: String) {
        #expect(letter("From: a@example.com\r\n" + entity).text == text)
    }

    @Test("parts within more than four others, and the hundred and first part, are not read")
    func bounds() {
        func nested(_ depth: Int) -> String {
            depth == 0
                ? "Content-Type: text/plain\r\n\r\nDeep\r\n"
                : "Content-Type: multipart/mixed; boundary=b\(depth)\r\n\r\n--b\(depth)\r\n\(nested(depth - 1))--b\(depth)--\r\n"
        }
        #expect(letter(nested(4)).text == "Deep")
        #expect(letter(nested(5)).text == "")
        func after(_ count: Int) -> String {
            let html = String(repeating: "--b\r\nContent-Type: text/html\r\n\r\nx\r\n", count: count)
            return "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + html + "--b\r\n\r\nLast\r\n--b--\r\n"
        }
        #expect(letter(after(99)).text == "Last")
        #expect(letter(after(100)).text == "")
    }

    @Test("a long text, subject or name is cut at a character")
    func long() {
        let letter = letter(
            "From: \"\(String(repeating: "ü", count: 2_000))\" <a@example.com>\r\nSubject: \(String(repeating: "x", count: 2_000))\r\n\r\n"
                + String(repeating: "é", count: 40_000))
        #expect(letter.senderName.utf8.count == 1_000 && letter.subject.utf8.count == 1_000)
        #expect(letter.text == String(repeating: "é", count: 32_768))
    }

    @Test("any bytes are read without a trap, and have no control characters")
    func anyBytes() {
        var random = EmulatedRandomness.seeded(2_045)
        let pieces = [
            "From: ", "a@example.com", "<", ">", "\"", "\\", "=?utf-8?B?", "?=", "Subject: ", "Content-Type: ",
            "multipart/mixed; boundary=",
            "text/plain", "--", "b", "=", "=C3", "\r\n", "\r\n", "\r\n\r\n", " ", ":", ";", "ü", "\u{0}", "\u{1B}",
            "Content-Transfer-Encoding: ",
            "base64", "quoted-printable", "QQ==",
        ].map { Array($0.utf8) }
        for _ in 0..<5_000 * Soak.factor {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...40, using: &random) { bytes += pieces.randomElement(using: &random) ?? [] }
            let letter = RelayLetter(bytes)
            for text in [letter.senderName, letter.subject, letter.text] {
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" })
            }
        }
    }

    @Test("the rewritten sender names the sender and the relay address, is stable, and is an address")
    func rewritten() throws {
        let relay = try #require(EnvelopeAddress("dpdcnf87nu@privaterelay.appleid.com".utf8))
        func rewritten(_ sender: String) throws -> String {
            RelayedMail.rewrittenSender(try #require(EnvelopeAddress(sender.utf8)), for: relay)
        }
        let help = try rewritten("help@example.com")
        #expect(help.wholeMatch(of: #/help_at_example_com_dpdcnf87nu_[0-9a-f]{8}@privaterelay\.appleid\.com/#) != nil, "\(help)")
        #expect(try rewritten("help@example.com") == help)
        #expect(try rewritten("no.reply+x@mail.example.com").hasPrefix("no_reply_x_at_mail_example_com_dpdcnf87nu_"))
        #expect(try rewritten("a.b@example.com").suffix(40) != rewritten("a-b@example.com").suffix(40))
        let long = try rewritten(String(repeating: "x", count: 64) + "@example.com")
        #expect(EnvelopeAddress(long.utf8)?.localPart.utf8.count == 64)
    }
}
