import PasswordRules
import TestKit
import Testing

@Suite("Round trips of rules")
struct RoundTripTests {
    @Test(
        "random texts, including junk, have the same rules after parsing, formatting and parsing",
        arguments: [11, 12, 13, 14] as [UInt64])
    func texts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for index in 0..<RandomRules.junkTexts / 4 {
            let text = index % 2 == 0 ? RandomRules.text(using: &generator) : RandomRules.nearlyValidText(using: &generator)
            let rules = try PasswordRules.parse(text).rules
            let again = try PasswordRules.parse(rules.formatted())
            #expect(again.rules == rules.withoutEmptyLists, "\(text.debugDescription)")
            #expect(again.worst != .error, "\(text.debugDescription)")
        }
    }

    @Test("random values and each set of characters survive a round trip")
    func values() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<RandomRules.junkTexts / 4 {
            let rules = RandomRules.value(using: &generator)
            #expect(try PasswordRules.parse(rules.formatted()).rules == rules.withoutEmptyLists)
            let set = ASCIISet((0..<40).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) })
            let list = PasswordRules(allowed: .ascii(set))
            #expect(try PasswordRules(strict: list.formatted()) == list)
        }
    }

    @Test("the lossless text keeps a dash after letters, and the compatible one loses it")
    func dash() throws {
        let rules = try PasswordRules(strict: "allowed: [-abc!];")
        #expect(rules.formatted() == "allowed: [-abc!];")
        let compatible = rules.formatted(compatibility: .appleCompatible)
        #expect(compatible == "allowed: [abc-!];")
        #expect(try PasswordRules.parse(compatible).rules != rules)
    }

    @Test("large numbers are rounded as binary64 and survive a round trip")
    func largeNumbers() throws {
        var generator = SeededGenerator(seed: 22)
        for _ in 0..<2_000 {
            let digits = (0..<Int.random(in: 15...330, using: &generator)).map { _ in
                String(Int.random(in: 0...9, using: &generator))
            }
            let rules = try PasswordRules.parse("minlength: 1" + digits.joined()).rules
            let again = try PasswordRules.parse(rules.formatted())
            #expect(again.rules == rules, "\(digits.joined())")
        }
    }
}
