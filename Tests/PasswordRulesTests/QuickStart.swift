import PasswordRules
import Testing

/// The quick start of PasswordRules.docc.
enum QuickStart {
    struct Answer {
        let attribute: String
        let messages: [String]
        let suggestion: String
        let bits: Double
    }

    static func answer(to password: String) throws -> Answer {
        // In Sources/Formats/PasswordRules/PasswordRules.docc/PasswordRules.md
        let rules = try PasswordRules(strict: "required: upper; required: digit; allowed: lower, [-]; minlength: 12;")

        // The attribute of the field in the page:
        let attribute = "passwordrules=\"\(rules.formatted(as: .htmlAttribute))\""

        // When the form arrives:
        let messages = rules.violations(in: password).map(\.message)

        // A suggestion, and its entropy:
        var random = SystemRandomNumberGenerator()
        let generator = try PasswordGenerator(rules: rules)
        let suggestion = generator.next(using: &random)
        let bits = generator.entropy.shannonBits
        // End
        return Answer(attribute: attribute, messages: messages, suggestion: suggestion, bits: bits)
    }
}

@Suite("Quick start of PasswordRules")
struct QuickStartTests {
    @Test("the code block names violations, and suggests a password without any")
    func runs() throws {
        let answer = try QuickStart.answer(to: "velvet")
        #expect(answer.messages.count == 3 && answer.attribute.hasPrefix("passwordrules=\"") && answer.bits > 40)
        #expect(try QuickStart.answer(to: answer.suggestion).messages.isEmpty)
    }
}
