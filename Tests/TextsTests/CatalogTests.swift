import CatalogChecks
import Foundation
import Testing
import Texts

@Suite("Catalogs")
struct CatalogTests {
    private enum SampleText: String, CatalogText, CaseIterable { case greeting, farewell }

    private struct Codes: CatalogText {
        let key = "codes"
        let arguments: [String: TextArgument]
    }

    private static let texts: [any CatalogText] = SampleText.allCases.map { $0 } + [Codes(arguments: ["count": .number(2)])]

    private static func plural(_ language: Language) -> String {
        PluralCategory.allCases.filter { PluralRules(of: language).categories.union([.other]).contains($0) }.map {
            "\($0.rawValue) {#}"
        }
        .joined(separator: " ")
    }

    private static func file(_ language: Language) -> String {
        let described = language == .english
        func text(_ key: String, _ text: String) -> String {
            "\"\(key)\": \"\(text)\"" + (described ? ", \"@\(key)\": {\"description\": \"A text.\"}" : "")
        }
        return "{\"@@locale\": \"\(language.tag)\", "
            + [
                text("greeting", "Hello \(language.tag)"), text("farewell", "Bye"),
                text("codes", "{count, plural, \(plural(language))} left"),
            ].joined(separator: ", ") + "}"
    }

    /// The catalogs after a change of one file.
    private static func catalogs(_ language: Language? = nil, _ change: (String) -> String = { $0 }) throws -> Catalogs {
        try Catalogs { $0 == language ? change(file($0)) : file($0) }
    }

    @Test("a text is in the reader's language, and pseudo-English is made from English")
    func strings() throws {
        let catalogs = try Self.catalogs()
        #expect(catalogs.string(SampleText.greeting, for: ReaderFormat(ReaderLanguage(.german))) == "Hello de")
        #expect(catalogs.string(SampleText.greeting, for: ReaderFormat(ReaderLanguage(.pseudo))) == "[Hélló éñ··]")
        #expect(findings(in: catalogs, of: Self.texts) == [])
    }

    @Test(
        "a wrong catalog is found",
        arguments: [
            (Language.german, "\"farewell\": \"Bye\", ", "", "de.arb: farewell: missing"),
            (.german, "\"farewell\"", "\"fare\"", "de.arb: fare: unknown to the code"),
            (
                .german, "{count, plural, one {#} other {#}}", "{n, plural, one {#} other {#}}",
                "de.arb: codes: the code has no argument n"
            ),
            (.german, "{count, plural, one {#} other {#}}", "many", "de.arb: codes: the argument count is not used"),
            (.german, "one {#} ", "", "de.arb: codes: the plural's branches are not one, other"),
            (.japanese, "other {#}", "one {#} other {#}", "ja.arb: codes: the plural's branches are not other"),
            (.english, ", \"@farewell\": {\"description\": \"A text.\"}", "", "en.arb: farewell: no description"),
            (.english, "\"@farewell\"", "\"@fare\"", "en.arb: @fare: a description without a text"),
            (
                .german, "\"greeting\": \"Hello de\", \"farewell\": \"Bye\"", "\"farewell\": \"Bye\", \"greeting\": \"Hello de\"",
                "de.arb: the keys are not in the order of en.arb"
            ),
        ])
    func finding(_ language: Language, _ old: String, _ new: String, _ finding: String) throws {
        let catalogs = try Self.catalogs(language) { $0.replacing(old, with: new) }
        #expect(findings(in: catalogs, of: Self.texts).contains(finding), "\(findings(in: catalogs, of: Self.texts))")
    }

    @Test("a text is also available in parts, each value with its argument and without marks of direction")
    func pieces() throws {
        let german = ReaderFormat(ReaderLanguage(.german))
        let catalogs = try Self.catalogs(.german) {
            $0.replacing(/"codes": "[^"]*"/, with: "\"codes\": \"{name} at {time}: {count}\"")
        }
        let codes = Codes(arguments: ["name": .name("Mira"), "time": .moment(1_800_000_000), "count": .number(1_234)])
        let pieces = catalogs.pieces(of: codes, for: german)
        #expect(pieces.map(\.text) == ["Mira", " at ", "15. Jan. 2027, 08:00 UTC", ": ", "1.234"])
        #expect(pieces.map(\.argument) == [.name("Mira"), nil, .moment(1_800_000_000), nil, .number(1_234)])
        #expect(catalogs.string(codes, for: german) == "\u{2068}Mira\u{2069} at 15. Jan. 2027, 08:00 UTC: 1.234")
    }

    @Test(
        "alternatives are joined as the language does, and can be other texts of the catalog",
        arguments: [
            (Language.english, "Hello en, Bye, or \u{2066}!\u{2069}"), (.german, "Hello de, Bye oder \u{2066}!\u{2069}"),
            (.japanese, "Hello ja、Bye、または\u{2066}!\u{2069}"), (.arabic, "Hello ar أو Bye أو \u{2066}!\u{2069}"),
        ])
    func alternatives(_ language: Language, _ expected: String) throws {
        let catalogs = try Self.catalogs(language) { $0.replacing(/"codes": "[^"]*"/, with: "\"codes\": \"{any}\"") }
        let codes = Codes(arguments: ["any": .anyOf([.text(key: "greeting"), .text(key: "farewell"), .code("!")])])
        #expect(catalogs.string(codes, for: ReaderFormat(ReaderLanguage(language))) == expected)
    }

    @Test("an argument that selects a plural is a number, and a key is named once")
    func arguments() throws {
        let named: [any CatalogText] = SampleText.allCases.map { $0 } + [Codes(arguments: ["count": .name("two")])]
        #expect(findings(in: try Self.catalogs(), of: named).contains("en.arb: codes: the argument count is not a number"))
        #expect(findings(in: try Self.catalogs(), of: Self.texts + Self.texts).contains("a key is named twice"))
    }

    @Test(
        "a file that is not a catalog is rejected",
        arguments: [
            ("[]", "de.arb: the file is not a JSON object"), ("{}", "de.arb: @@locale: the member is missing"),
            (#"{"@@locale": "en"}"#, "de.arb: @@locale: expected de"),
            (#"{"@@locale": "de", "a": 1}"#, "de.arb: a: expected a string"),
            (#"{"@@locale": "de", "@a": {}}"#, "de.arb: @a: expected an object with a description"),
            (#"{"@@locale": "de", "a": "{"}"#, "de.arb: a: unbalanced-brace at character 2"),
        ])
    func rejection(_ text: String, _ reason: String) {
        #expect { try Catalog(text, language: .german) } throws: { "\($0)" == reason }
        #expect(throws: CatalogError.self) { try Self.catalogs(.german) { _ in text } }
    }

    @Test("a missing file and a key that occurs twice are rejected")
    func missing() {
        #expect { try Catalogs { $0 == .korean ? nil : Self.file($0) } } throws: { "\($0)" == "ko.arb: the file is missing" }
        #expect(throws: CatalogError.self) { try Catalog(#"{"@@locale": "de", "a": "1", "a": "2"}"#, language: .german) }
    }

    @Test("a key that no source names is found")
    func unused() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("show(.greeting)".utf8).write(to: folder.appending(path: "Page.swift"))
        try Data("case farewell, x = .farewell".utf8).write(to: folder.appending(path: "SampleText.swift"))
        #expect(try unusedKeys(["greeting", "farewell"], in: folder, declaredIn: "SampleText.swift") == ["farewell"])
    }
}
