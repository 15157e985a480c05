import ConformanceData
import PasswordRules
import Testing

@Suite("Recorded output of the reference parser") struct ReferenceCorpusTests {
    @Test("every recorded input gives the same rules, text and HTML", arguments: ["edge-parsed.json", "quirks-parsed.json"])
    func sameResult(file: String) throws {
        let lines = try ReferenceLine.all(in: file)
        #expect(lines.count >= 50)
        for line in lines {
            let parsed = try PasswordRules.parse(line.input)
            #expect(parsed.merged.list(order: .ascii).map(ReferenceRule.init) == line.full.rules, "merged: \(line.input)")
            #expect(parsed.rules.list(order: .appleCompatible).map(ReferenceRule.init) == line.minified.rules, "\(line.input)")
            #expect(parsed.rules.formatted(compatibility: .appleCompatible) == line.minified.text, "\(line.input)")
            #expect(
                parsed.rules.formatted(as: .htmlAttribute, compatibility: .appleCompatible) == line.minified.html, "\(line.input)")
        }
    }

    @Test(
        "an input has a warning or error here if the reference reported one",
        arguments: ["edge-parsed.json", "quirks-parsed.json"])
    func sameComplaints(file: String) throws {
        for line in try ReferenceLine.all(in: file) where !line.minified.errors.isEmpty {
            let worst = try PasswordRules.parse(line.input).worst
            #expect(worst == .error || worst == .warning, "\(line.input)")
        }
    }

    @Test("published rules have no warnings except for characters outside ASCII, and their lossless text is the reference's")
    func publishedRulesAreClean() throws {
        var complaints: [PasswordRules.Diagnostic.Code] = []
        for line in try ReferenceLine.all(in: "quirks-parsed.json") {
            let parsed = try PasswordRules.parse(line.input)
            let grave = parsed.diagnostics.filter { $0.severity > .info }.map(\.code)
            complaints += grave
            #expect(parsed.rules.formatted() == line.minified.text)
            #expect((try? PasswordRules(strict: line.input)) == (grave.isEmpty ? parsed.rules : nil), "\(line.input)")
        }
        #expect(Set(complaints) == [.ignoredCharacter])
    }
}
