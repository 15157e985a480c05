import ConformanceData
import PasswordRules
import Testing

@Suite("Recorded conversions of patterns") struct PatternCorpusTests {
    struct Line: Decodable {
        let regexp: String
        let expected: String?
    }

    @Test("every recorded pattern gives the recorded rules")
    func sameRules() throws {
        let lines = try ConformanceData.json("password-rules/pattern-to-rules.json", as: [Line].self)
        #expect(lines.count >= 31)
        for line in lines {
            let converted = try ConvertedPattern(line.regexp)
            #expect(converted?.text == line.expected, "\(line.regexp)")
            if let converted { #expect(try PasswordRules(strict: converted.text) == converted.rules) }
        }
    }
}
