import PasswordRules
import TestKit
import Testing

@Suite("The parser agrees with a slow model")
struct ParserAgainstModelTests {
    @Test("random texts have the same result in both", arguments: [1, 2, 3, 4] as [UInt64])
    func randomTexts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var understood = 0
        for index in 0..<RandomRules.junkTexts / 4 {
            let text = index % 2 == 0 ? RandomRules.text(using: &generator) : RandomRules.nearlyValidText(using: &generator)
            try expectSame(text)
            if try PasswordRules.parse(text).rules != PasswordRules() { understood += 1 }
        }
        // Texts that fail at the start would test little.
        #expect(understood > RandomRules.junkTexts / 20)
    }

    @Test("every single byte at any position has the same result in both")
    func everyByte() throws {
        for byte in 0...0xFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(byte) else { continue }
            for frame in [
                ("", "required: upper;"), ("required", ": upper; minlength: 8"), ("required:", "upper; minlength: 8"),
                ("required: upper", "; minlength: 8"), ("required: upper;", "minlength: 8"), ("required: [", "]; minlength: 8"),
                ("required: [a", "b]; minlength: 8"), ("required: [a", "]; minlength: 8"), ("required: [a]", "; minlength: 8"),
                ("required: [a],", "digit; minlength: 8"), ("minlength: ", "8; required: upper"),
                ("minlength: 8", "; required: upper"),
                ("minlength: 8;", "required: upper"), ("required: upper; minlength: 8;", ""), ("required: upper, ", ""),
                ("allowed: ", ""),
            ] {
                try expectSame(frame.0 + String(Character(scalar)) + frame.1)
            }
        }
    }

    private func expectSame(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let parsed = try PasswordRules.parse(text)
        let model = RulesModel(text)
        let rules = parsed.rules
        let same =
            rules.required.map(RulesModel.List.init) == model.required && rules.allowed.map(RulesModel.List.init) == model.allowed
            && parsed.merged.allowed.map(RulesModel.List.init) == model.merged
            && digits(rules.maxConsecutive) == model.numbers["max-consecutive"]
            && digits(rules.minLength) == model.numbers["minlength"]
            && digits(rules.maxLength) == model.numbers["maxlength"]
        #expect(same, "\(text.debugDescription)", sourceLocation: sourceLocation)
    }

    private func digits(_ number: RuleNumber?) -> Double? { number.flatMap { Double($0.javaScriptText) } }
}
