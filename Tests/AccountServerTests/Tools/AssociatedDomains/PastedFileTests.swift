import HTTPTypes
import Testing

@testable import AccountServer

@Suite("A pasted association file")
struct PastedFileTests {
    private static func page(_ fields: [String: String], _ judge: @escaping @Sendable (ShownPage) throws -> Void) async throws {
        let sites = StubSites { _ in StubSites.status(500) }
        try await DomainBench(sites: sites).run { client async throws in try judge(try await DomainBench.ask(client, fields)) }
        #expect(sites.asked == [], "nothing is fetched")
    }

    @Test("a finding is marked in its line and listed with line, column, code and remedy")
    func marked() async throws {
        let file = "{\r\n  \"webcredentials\": {\r\n    \"apps\": [\"com.example.shop\"]\r\n  }\r\n}"
        try await Self.page(["file": file]) { page in
            #expect(page.errorCodes.contains("invalid-app-id"))
            #expect(page.marks == ["\"com.example.shop\""])
            #expect(page.text.contains("<a href=\"#pasted-line-3\">line 3</a>, column 14"))
            #expect(page.text.contains("Write the prefix, a dot and the bundle identifier"))
        }
    }

    @Test("a file that is not JSON is reported with the position where it stops being JSON")
    func broken() async throws {
        try await Self.page(["file": "{\n  \"webcredentials\": {,}\n}", "app-id": DomainBench.app]) { page in
            #expect(page.verdictCode == "malformed-json")
            #expect(page.verdict == "The file of the site is malformed")
            #expect(page.text.contains("line 2</a>, column 22"))
        }
    }

    @Test(
        "a link has the result and the comparisons",
        arguments: [
            ("https://example.com/buy/42", "matched", "It matches. The app opens."),
            ("https://example.com/help/1", "blocked", "It matches and excludes the link."),
            ("https://example.com/sell/42", "none", "but the pattern requires"),
            ("http://other.example/buy/42", "other-host", "www and the bare domain are different sites"),
            ("myapp://example.com/buy/42", "none", "are never universal links"),
        ])
    func link(link: String, outcome: String, said: String) async throws {
        try await Self.page(["file": DomainBench.file, "domain": "example.com", "link": link]) { page in
            #expect(page.errorCodes.contains(outcome))
            #expect(page.text.contains(said))
        }
    }

    @Test("of a link that matches nothing, the closest comparisons are shown with their lines")
    func furthest() async throws {
        let components = (0..<200).map { "{\"/\": \"/a/\($0 == 150 ? "very/long" : "x")\"}" }.joined(separator: ",\n")
        let file = "{\"applinks\":{\"details\":[{\"appIDs\":[\"\(DomainBench.app)\"],\"components\":[\n\(components)\n]}]}}"
        try await Self.page(["file": file, "link": "https://example.com/a/very/lone"]) { page in
            #expect(page.text.contains("component 151, <a href=\"#pasted-line-152\">line 152</a>"))
            #expect(page.text.contains("176 more components do not match."))
        }
    }

    @Test("for large patterns the page shows that they fail, but not where", .timeLimit(.minutes(20)))
    func largePatterns() async throws {
        let values = (1...250).map { "\"\(String(repeating: "?", count: $0))\"" }.joined(separator: ",")
        let components = (0..<40).map { "{\"/\": \"/*$(v)*$(v)\($0)\"}" }.joined(separator: ",")
        let file =
            "{\"applinks\":{\"substitutionVariables\":{\"v\":[\(values)]},"
            + "\"details\":[{\"appIDs\":[\"\(DomainBench.app)\"],\"components\":[\(components)]}]}}"
        let link = "https://example.com/" + String(repeating: "a", count: 2_028)
        try await Self.page(["file": file, "link": link]) { page in
            #expect(page.errorCodes.contains("none"))
            #expect(page.text.contains("The position was not determined, because the patterns are large."))
        }
    }

    @Test("another app’s entries are skipped")
    func otherApp() async throws {
        let fields = ["file": DomainBench.file, "app-id": "ABCDE12345.com.example.other", "link": "https://example.com/buy/42"]
        try await Self.page(fields) { page in
            #expect(page.text.contains("The link stays in the browser"))
            #expect(page.text.contains("Skipped: it names other apps"))
        }
    }

    struct Hard: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String

        init(_ name: String, _ file: String) {
            testDescription = name
            self.file = file
        }
    }

    @Test(
        "every pasted text gets a response of limited size",
        arguments: [
            Hard("byte order mark", "\u{FEFF}{}"), Hard("array", "[]"), Hard("null", "null"),
            Hard("control characters", "\u{0}\u{202E}\u{1B}[31m"), Hard("depth", String(repeating: "[", count: 5_000)),
            Hard("entries", "{\"applinks\":{\"details\":[" + Array(repeating: "{}", count: 2_000).joined(separator: ",") + "]}}"),
            Hard(
                "apps", "{\"webcredentials\":{\"apps\":[" + Array(repeating: "\"x\"", count: 3_000).joined(separator: ",") + "]}}"),
            Hard("objects", String(repeating: "{\"\u{E9}\":1,\n", count: 9_000)),
            Hard("lines", String(repeating: "\n", count: 20_000) + "x"), Hard("markup", "<!doctype html><script>"),
        ])
    func hard(_ hard: Hard) async throws {
        try await Self.page(["file": hard.file, "link": "https://example.com/", "app-id": DomainBench.app]) { page in
            #expect(page.status == 200)
            #expect(page.text.contains("id=\"verdict\""))
            // The response repeats the text in its field.
            #expect(page.answer.body.count - hard.file.utf8.count * 6 < 400_000)
            #expect(!page.text.contains("<script>") && !page.text.contains("\u{202E}</code>") && !page.text.contains("\u{1B}"))
        }
    }
}
