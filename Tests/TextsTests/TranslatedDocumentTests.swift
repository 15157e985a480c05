import Foundation
import Testing

/// The pages in Simplified Chinese: `NAME.zh-Hans.md` beside `NAME.md`.
@Suite("Translated documents")
struct TranslatedDocumentTests {
    static let names = ["README", "docs/guide"]

    @Test("has the headings, commands, code, links and tables of the English page", arguments: names)
    func agrees(_ name: String) throws {
        let (english, translated) = (try Self.document(name + ".md"), try Self.document(name + ".zh-Hans.md"))
        #expect(translated.headings == english.headings)
        #expect(translated.code == english.code)
        #expect(translated.names == english.names)
        #expect(translated.links == english.links)
        #expect(translated.rows == english.rows)
    }

    @Test("every translated page is compared")
    func all() throws {
        let found = try ["", "docs"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path(percentEncoded: false))
                .filter { $0.hasSuffix(".zh-Hans.md") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }
        #expect(found.sorted() == Self.names.map { $0 + ".zh-Hans.md" }.sorted())
    }

    @Test(
        "a difference is found",
        arguments: [
            ("# A\n", "## A\n"), ("    make run   # comment\n", "    make test   # comment\n"),
            ("```sh\nls\n```\n", "```sh\nls -l\n```\n"), ("Use `a`.\n", "Use `b`.\n"), ("[a](b.md)\n", "[a](c.md)\n"),
            ("| a |\n", "a\n"),
        ])
    func differences(_ one: String, _ other: String) {
        #expect(Document(one) != Document(other))
    }

    @Test("words and comments may differ")
    func words() {
        let english = "# A\n\n    ls   # comment\n\nUse `a` ([b](c.md)).\n"
        let translated = "# 甲\n\n    ls   # 注释\n\n用 `a`（[乙](c.zh-Hans.md)）。\n"
        #expect(Document(english) == Document(translated))
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

    private static func document(_ path: String) throws -> Document {
        Document(try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
}

/// What the two pages have in common.
private struct Document: Equatable {
    /// The levels of the headings, in order.
    var headings: [Int] = []
    /// The lines of code blocks, without comments.
    var code: [String] = []
    /// The code in sentences. Its order follows the language.
    var names: [String] = []
    /// The targets of links and pictures. A translated page may link to another one.
    var links: [String] = []
    /// The number of rows of tables.
    var rows = 0

    init(_ text: String) {
        var isCode = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") {
                isCode.toggle()
                code.append(String(line))
            } else if isCode || line.hasPrefix("    ") {
                code.append(String(line.replacing(/\s{2,}# .*$/, with: "")))
            } else {
                if let heading = line.firstMatch(of: /^(#+)[ ]/) { headings.append(heading.1.count) }
                if line.hasPrefix("|") { rows += 1 }
                names += line.matches(of: /`([^`]+)`/).map { String($0.1) }
                links += line.matches(of: /\]\(([^)]+)\)/).map { String($0.1).replacing(".zh-Hans.md", with: ".md") }
            }
        }
        names.sort()
        links.sort()
    }
}
