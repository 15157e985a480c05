import TestKit
import Testing
import Texts

@Suite("Accept-Language")
struct LanguageRangeTests {
    @Test(
        "a field of the grammar is parsed in order, with weights",
        arguments: [
            ("de", ["de 1000"]), ("da, en-gb;q=0.8, en;q=0.7", ["da 1000", "en-gb 800", "en 700"]), ("*", ["* 1000"]),
            ("zh-Hant-TW;q=1.000", ["zh-Hant-TW 1000"]), ("en;Q=0.5", ["en 500"]), ("en ; q=0", ["en 0"]), ("en;q=1.", ["en 1000"]),
            (",de,,en,", ["de 1000", "en 1000"]), ("\tde\t,en", ["de 1000", "en 1000"]), ("es-419", ["es-419 1000"]),
        ])
    func accepted(_ field: String, _ ranges: [String]) {
        #expect(LanguageRange.parse(field)?.map { "\($0.range) \($0.weight)" } == ranges)
    }

    @Test(
        "a field outside of the grammar is ignored as a whole",
        arguments: [
            "", " ", ",", "de;q", "de;q=", "de;q=2", "de;q=1.001", "de;q=0.1234", "de;q=.5", "de;q=-1", "de;q=0,5;q=1", "de;p=1",
            "de;q=1;x=2",
            "1a", "de-", "-de", "de--AT", "de_AT", "abcdefghi", "de-abcdefghi", "*-DE", "de;q= 1", "dé", "de;q=01", "de;q=0.5 x",
            "de fr",
        ])
    func rejected(_ field: String) {
        #expect(LanguageRange.parse(field) == nil)
    }

    @Test("the length and the number of ranges are limited")
    func limits() {
        #expect(LanguageRange.parse(Array(repeating: "de", count: 32).joined(separator: ","))?.count == 32)
        #expect(LanguageRange.parse(Array(repeating: "de", count: 33).joined(separator: ",")) == nil)
        #expect(LanguageRange.parse("de" + String(repeating: " ", count: 510))?.count == 1)
        #expect(LanguageRange.parse("de" + String(repeating: " ", count: 511)) == nil)
    }

    @Test("any field is ignored or parsed to ranges that are parsed to themselves")
    func anyField() {
        var generator = SeededGenerator(seed: 4647)
        let pieces = [
            "de", "-", "AT", ",", ";", "q=", "0", ".", "1", "5", "*", " ", "\t", "zh-Hant", "x", "é", "\u{0}", "=", "-u-co",
        ]
        let choice = ReaderLanguage(.korean)
        for _ in 0..<20_000 {
            let field = (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
                .joined()
            guard let ranges = LanguageRange.parse(field) else {
                #expect(LanguageChoice(acceptLanguage: field).reader(configured: .korean) == choice)
                continue
            }
            #expect(ranges.allSatisfy { (0...1_000).contains($0.weight) })
            let again = ranges.map { "\($0.range);q=\(Double($0.weight) / 1_000)" }.joined(separator: ",")
            #expect(LanguageRange.parse(again) == ranges)
            #expect(LanguageChoice(acceptLanguage: field).reader(configured: .korean).language != .pseudo)
        }
    }
}
