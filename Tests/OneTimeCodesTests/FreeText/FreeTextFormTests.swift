import OneTimeCodes
import TestKit
import Testing

@Suite("The form of codes in free text")
struct FreeTextFormTests {
    @Test(
        "hyphens are kept, unless the code would exceed eight characters",
        arguments: [
            ("Your code: X7K2-99", "X7K2-99"), ("Your code: G-FD-745", "G-FD-745"), ("Code: 1A-2B-3C", "1A-2B-3C"),
            ("Code: ABCD-1234", "ABCD1234"), ("Code: 23-456ETR", "23456ETR"), ("Code: A1-B2-C3-D4", "A1B2C3D4"),
            ("Code: 12-345-678", "12345678"), ("Code: 1234-5678", "12345678"), ("Code: AB-123456", "123456"),
        ])
    func hyphens(message: String, code: String) {
        #expect(FreeTextCode(message: message)?.code == code)
        #expect(FreeTextCode(message: message)?.written == message.drop { $0 != ":" }.dropFirst(2).description)
    }

    @Test(
        "Latin letters lose their accents and keep their case",
        arguments: [("Code: 123ķ4", "123k4", "123ķ4"), ("Ihr Code: Ä4829", "A4829", "Ä4829"), ("kodunuz İ4829", "I4829", "İ4829")])
    func accents(message: String, code: String, written: String) {
        #expect(FreeTextCode(message: message)?.code == code)
        #expect(FreeTextCode(message: message)?.written == written)
    }

    @Test("random messages never halt, and give well-formed codes")
    func pieces() {
        let pieces = [
            "code", "Code:", "is", " ", " ", " ", "482910", "12", "-", "(", ")", "+", ".", ",", "\n", "$", "年", "验证码", "é", "İ",
            "🔑", "\u{0}", "4821", "a1b2c3", "one-time", "log in", "https://", "PIN", "order", "2026", "'", "：", "*", "_", "G-",
            "ETR", "5", "23-456ETR", "код", "هو", "٤٨٢٩", "ﬁ", "Ⅷ", "²", "ª", "A\u{301}", "9\u{20E3}", "१२३४", "ｄ１",
        ]
        var generator = SeededGenerator(seed: 31)
        let found = (0..<12_000).count { _ in
            holdsForm((0..<Int.random(in: 0...20, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" })
        }
        #expect(found > 600)
    }

    /// Almost all of these are only a code, so that its form varies.
    @Test("random runs of letters, digits and marks give well-formed codes")
    func runs() {
        let characters = [
            "1", "2", "9", "0", "A", "Z", "b", "-", "-", "-", "_", "é", "Я", "٣", "Ａ", "ª", "\u{AD}", "\u{903}", "\u{345}",
        ]
        var generator = SeededGenerator(seed: 32)
        let found = (0..<20_000).count { number in
            let run = (0..<Int.random(in: 3...14, using: &generator)).map { _ in characters.randomElement(using: &generator) ?? "" }
            return holdsForm((number % 2 == 0 ? ["Code: "] : []) + run)
        }
        #expect(found > 300)
    }

    /// Whether a message contains a code. Records a malformed one as an issue.
    private func holdsForm(_ parts: [String]) -> Bool {
        guard let found = FreeTextCode(message: parts.joined()) else { return false }
        let characters = Array(found.code.utf8)
        let isSign = { (byte: UInt8) in byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || (0x30...0x39).contains(byte)) }
        let signs = characters.count(where: isSign)
        let isSound =
            (4...8).contains(characters.count) && (4...8).contains(signs) && characters.allSatisfy { isSign($0) || $0 == 0x2D }
            && characters.contains { (0x30...0x39).contains($0) } && !found.written.isEmpty
            && found.written.unicodeScalars.elementsEqual(
                parts.joined().unicodeScalars.prefix(found.range.upperBound).suffix(found.range.count))
        if !isSound { Issue.record("\(parts.joined().debugDescription): \(found)") }
        return true
    }
}
