import AssociatedDomains
import Testing

/// The quick start of AssociatedDomains.docc.
enum QuickStart {
    static func decision(_ bytes: [UInt8]) throws -> (outcome: LinkOutcome, lines: [String]) {
        // In Sources/Formats/AssociatedDomains/AssociatedDomains.docc/AssociatedDomains.md
        let file = try AssociationFile(bytes)

        // The findings about the file, with their positions:
        for finding in file.lint() {
            print("\(finding.severity): \(finding) \(finding.remedy)")
        }

        // Many links, prepared once:
        let matcher = AssociationMatcher(file)
        let decision = matcher.decision(for: try LinkURL("https://example.com/buy/42"))

        // One link, explained:
        let lines = file.explain(try LinkURL("https://example.com/sell")).lines()
        // End
        return (decision.outcome, lines)
    }
}

@Suite("Quick start of AssociatedDomains")
struct QuickStartTests {
    @Test("the code block decides one link and explains another")
    func runs() throws {
        let file = #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "/buy/*"}]}]}}"#
        let (outcome, lines) = try QuickStart.decision(Array(file.utf8))
        #expect(outcome == .matched && !lines.isEmpty)
    }
}
