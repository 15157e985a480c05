import AccountPages
import PasswordRules
import TestKit
import Testing

@testable import AccountServer

@Suite("Findings and their positions")
struct FindingListTests {
    private func list(_ text: String) throws -> FindingList {
        FindingList(text, try PasswordRules.parse(text).diagnostics)
    }

    @Test(
        "the marked piece is the piece of the finding",
        arguments: [
            ("required: [a-z];", ["-"]), ("required: [é\u{1F511}a];", ["é\u{1F511}"]), ("minlength: 0", ["0"]),
            ("allowed: [a-]; minlength: 0;", ["-", "0"]), ("minlength: 12;", []), ("", []),
        ])
    func marked(text: String, pieces: [String]) throws {
        let list = try list(text)
        #expect(list.marked.filter { $0.severity != nil }.map(\.text) == pieces)
        #expect(list.listed.compactMap(\.excerpt) == pieces)
        for finding in list.listed {
            let position = try #require(finding.position)
            #expect(String(text.unicodeScalars.dropFirst(position - 1)).hasPrefix(finding.excerpt ?? ""))
        }
    }

    @Test("the pieces together are the text, and only pieces with findings are marked")
    func whole() throws {
        let words = [
            "required", "allowed", ":", " ", ";", "[", "]", "-", "a", "upper", ",", "minlength", "0", "12", "\n", "é", "\u{1F511}",
            "\0",
            "unicode", "max-consecutive",
        ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            let list = try list(text)
            #expect(list.marked.map(\.text).joined().unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(list.marked.contains { $0.severity != nil } == list.listed.contains { $0.position != nil })
        }
    }

    @Test("of many findings, the most severe are shown in the order of the text, and the others are counted")
    func bounded() throws {
        let text = String(repeating: "minlength: 5; ", count: 60) + "minlength: 0; allowed: [a-]"
        let diagnostics = try PasswordRules.parse(text).diagnostics
        let list = FindingList(text, diagnostics)
        #expect(list.listed.count == FindingList.limit)
        #expect(list.hidden == diagnostics.count - FindingList.limit)
        #expect(list.listed.suffix(2).map(\.code) == ["zero-ignored", "misplaced-dash"])
        let positions = list.listed.compactMap(\.position)
        #expect(positions == positions.sorted())
    }

    @Test("an excerpt replaces invisible characters and is truncated")
    func excerpt() throws {
        let list = try list("required: [\u{202E}\u{200B}" + String(repeating: "é", count: 60) + "]")
        let excerpt = try #require(list.listed.first?.excerpt)
        #expect(excerpt.hasPrefix("\u{FFFD}\u{FFFD}é") && excerpt.hasSuffix("é…"))
        #expect(excerpt.unicodeScalars.count == 41)
    }
}
