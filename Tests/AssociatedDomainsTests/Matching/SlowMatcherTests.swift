import AssociatedDomains
import JSONText
import TestKit
import Testing

@Suite("The matcher agrees with an exhaustive one")
struct SlowMatcherTests {
    private static let variables = ["v": ["a", "aB", "b*", "?", "/"], "e": [""], "n": [], "Ä": ["é", "%c3"]]

    @Test("random components and URLs have the same result", arguments: 0..<4)
    func agrees(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var outcomes: [Bool: Int] = [:]
        for _ in 0..<Self.pairs {
            // Beyond 64 characters, positions no longer fit into one word.
            let lead = Int.random(in: 0..<4, using: &generator) > 0 ? 0 : Int.random(in: 56...130, using: &generator)
            let component = RandomLinks.component(behind: lead, using: &generator)
            let url = "https://example.com" + RandomLinks.url(behind: lead, using: &generator)
            let expected = SlowMatcher(component: component, variables: Self.variables).matches(url)
            outcomes[expected, default: 0] += 1
            let file = try AssociationFile(Self.file([component]).text())
            let decision = AssociationMatcher(file).decision(for: try LinkURL(url))
            #expect((decision.outcome == .matched) == expected, "\(component.text()) \(url)")
            guard (decision.outcome == .matched) == expected else { return }
            let explanation = try file.explain(LinkURL(url))
            #expect(explanation.decision == decision)
            #expect((explanation.entries.last?.match != nil) == expected, "\(component.text()) \(url)")
        }
        // Otherwise the test would prove nothing.
        #expect(min(outcomes[true, default: 0], outcomes[false, default: 0]) > Self.pairs / 10)
    }

    @Test("a component that lint calls unreachable matches no link that the earlier component leaves")
    func unreachable() throws {
        var generator = SeededGenerator(seed: 7)
        var claims = 0
        for _ in 0..<Self.componentPairs {
            let (first, second) = (
                RandomLinks.component(behind: 0, using: &generator), RandomLinks.component(behind: 0, using: &generator)
            )
            let file = try AssociationFile(Self.file([first, second]).text())
            let codes: Set<Finding.Code> = [.unreachableComponent, .duplicateComponent, .shadowedExclude]
            guard file.lint().contains(where: { codes.contains($0.code) }) else { continue }
            claims += 1
            let matcher = AssociationMatcher(file)
            for _ in 0..<20 {
                let url = "https://example.com" + RandomLinks.url(behind: 0, using: &generator)
                #expect(matcher.decision(for: try LinkURL(url)).component != 1, "\(first.text()) \(second.text()) \(url)")
            }
        }
        #expect(claims > Self.componentPairs / 100)
    }

    private static let componentPairs = 1_000 * Soak.factor
    private static let pairs = 5_000 * Soak.factor

    private static func file(_ components: [JSONValue]) -> JSONValue {
        let values = JSONObject(variables.map { ($0.key, .array($0.value.map(JSONValue.string))) })
        return [
            "applinks": [
                "substitutionVariables": .object(values),
                "details": [["appIDs": ["ABCDE12345.com.example.app"], "components": .array(components)]],
            ]
        ]
    }
}
