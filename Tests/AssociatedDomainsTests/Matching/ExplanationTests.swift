import AssociatedDomains
import Testing

@Suite("Explanations")
struct ExplanationTests {
    private func reason(_ component: String, _ rest: String) throws -> String {
        try ComponentList(component.utf8).explain(LinkURL("https://example.com" + rest)).summary
    }

    @Test("an explanation has the component that failed, and the character", arguments: reasonsTable)
    func reasons(component: String, rest: String, expected: String) throws {
        #expect(try reason(component, rest) == expected)
    }

    @Test("an explanation lists every step through a file")
    func lines() throws {
        let file = try AssociationFile(
            """
            {"applinks": {"details": [
              {"appIDs": ["A.b"], "components": [
                {"/": "/help/*", "?": {"id": "????"}},
                {"/": "/no/*", "exclude": true}]},
              {"appIDs": ["A.b", "A.c"], "components": [{"/": "/no/*"}]}]},
             "webcredentials": {"apps": ["A.b"]}}
            """)
        let url = try LinkURL("https://example.com/no/1")
        #expect(
            file.explain(url).lines().joined(separator: "\n") == """
                details 1 (line 2): A.b
                  component 1 (line 3): "/help/*" ?id="????"
                    no: the path does not match "/help/*": character 2 is "n", but the pattern requires "h".
                  component 2 (line 4): "/no/*" exclude
                    yes: excluded, the browser opens
                details 2 (line 5): A.b, A.c
                  component 1 (line 5): "/no/*"
                    yes: the app opens
                webcredentials: applies to every URL of the domain
                """)
        #expect(file.explain(url).summary == #"Component 1 of details 2 (A.c) matches: "/no/*"."#)
        #expect(
            file.explain(url, appID: "A.b").summary
                == #"Component 2 of details 1 (A.b) matches and excludes the link: "/no/*" exclude."#)
        #expect(file.explain(url, appID: "A.b").lines().contains { $0.contains("skipped") })
        #expect(file.explain(url, appID: "X").summary == "The file has no components for links.")
        #expect(
            file.explain(try LinkURL("https://example.com/help/1?id=123")).summary
                == #"None of 3 components matches; component 1 of details 1 came closest: the query item "id" does not match "????": the text ends after 3 characters, but the pattern requires any character."#
        )
    }

    @Test("of many components only the closest are listed, unless all are requested")
    func many() throws {
        let components = (0..<50).map { "{\"/\":\"/a/\($0)/x\"}" }.joined(separator: ",")
        let file = try AssociationFile(#"{"applinks":{"details":[{"appIDs":["A.b"],"components":[\#(components)]}]}}"#)
        let explanation = file.explain(try LinkURL("https://example.com/a/49/y"))
        #expect(explanation.lines().count == 8 && explanation.lines().contains { $0.contains("component 50") })
        #expect(explanation.lines(isComplete: true).count == 101)
    }

    private static let reasonsTable: [(String, String, String)] = [
        (#"{"/":"/buy/*"}"#, "/buy/1", #"Component 1 matches: "/buy/*"."#),
        (
            #"{"/":"/buy/*"}"#, "/buyer",
            #"The component does not match: the path does not match "/buy/*": character 5 is "e", but the pattern requires "/"."#
        ),
        (
            #"{"/":"/a"}"#, "/abc",
            #"The component does not match: the path does not match "/a": the pattern ends before character 3, "b"."#
        ),
        (
            #"{"/":"/Buy"}"#, "/buy",
            #"The component does not match: the path does not match "/Buy": character 2 is "b", but the pattern requires "B" (the comparison is case-sensitive unless caseSensitive is false)."#
        ),
        (
            #"{"/":"/é"}"#, "/%C3%A9",
            #"The component does not match: the path does not match "/é": character 2 is "%", but the pattern requires "é" (the URL is compared in encoded form unless percentEncoded is false)."#
        ),
        (
            #"{"/":"*x"}"#, "/abc",
            #"The component does not match: the path does not match "*x": "x" does not occur from character 2 on."#
        ),
        (
            #"{"/":"/$(nope)"}"#, "/abc",
            #"The component does not match: the path does not match "/$(nope)": "$(nope)" is not defined and matches nothing."#
        ),
        (
            #"{"?":{"b":"?*"}}"#, "/?a=1",
            #"The component does not match: the query item "b", which is missing and counts as empty, does not match "?*": the text ends after 0 characters, but the pattern requires any character."#
        ),
        (
            #"{"/":"x","percentEncoded":false}"#, "/%FF",
            "The component does not match: the path cannot be decoded: its percent escapes are not UTF-8."
        ),
    ]

    @Test(
        "for large patterns the explanation has the component that fails, without the character", .timeLimit(.minutes(20)),
        arguments: [(20, true), (400, false)])
    func largePatterns(count: Int, isPlaced: Bool) throws {
        let app = "ABCDE12345.com.acme.app"
        let values = (0..<1_500).map { #""\#($0)*""# }.joined(separator: ",")
        let large = (0..<count).map { #"{"/":"/a$(v)$(v)$(v)-\#($0)"}"# }.joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"substitutionVariables":{"v":[\#(values)]},"details":[{"appIDs":["\#(app)"],"components":[\#(large)]}]}}"#
        )
        let link = try LinkURL("https://acme.com/a" + String(repeating: "b", count: 128))
        let components = try #require(file.explain(link).entries.first?.components)
        #expect(components.count == count && components.allSatisfy { $0.mismatch?.part == .path })
        #expect(components.first?.mismatch?.character == 3)
        let last = try #require(components.last?.mismatch)
        #expect((last.character == 3) == isPlaced)
        #expect(last.reason.hasSuffix("The position was not determined, because the patterns are large.") == !isPlaced)
    }

    @Test("the deciding component is listed even after large patterns")
    func decidesBehindLargePatterns() throws {
        let values = (0..<1_500).map { #""\#($0)*""# }.joined(separator: ",")
        let large = (0..<200).map { #"{"/":"/a$(v)$(v)$(v)-\#($0)"}"# }.joined(separator: ",")
        let file = try AssociationFile(
            #"{"applinks":{"substitutionVariables":{"v":[\#(values)]},"details":[{"appIDs":["A.b"],"components":[\#(large),{"/":"/ab*"}]}]}}"#
        )
        let explanation = file.explain(try LinkURL("https://acme.com/a" + String(repeating: "b", count: 2_000)))
        #expect(explanation.decision.component == 200 && explanation.entries.first?.match?.index == 200)
    }

}
