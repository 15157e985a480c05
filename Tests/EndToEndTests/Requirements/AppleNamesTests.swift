import Foundation
import TestKit
import Testing

/// docs/apple-api.md: which of Apple's names exist here. The list comes from Tests/Conformance/apple/names.tsv and the sources, and
/// rewritten with LATCHKEY_REWRITE_SNAPSHOTS=1.
@Suite("The list of Apple's names", .tags(.realParts), .timeLimit(.minutes(20)))
struct AppleNamesTests {
    private struct Name {
        let module: String
        let group: String
        let name: String
    }

    private enum State {
        case here, rejected, missing
    }

    /// The location of each of Apple's modules.
    private static let modules = [
        "Security": "OpenSecurity", "LocalAuthentication": "OpenLocalAuthentication",
        "AuthenticationServices": "OpenAuthenticationServices", "CryptoKit": "OpenCryptoKit",
    ]

    /// The phrases in comments of declarations that exist only for the compiler.
    private static let marks = ["file keychain of macOS only", "which is unsupported"]
    private static let start = "<!-- the list: begin -->\n"
    private static let end = "<!-- the list: end -->\n"

    @Test("says of every name whether it is here, as the sources do")
    func list() throws {
        let file = PackageFolder.root.appending(path: "docs/apple-api.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let head = try #require(page.range(of: Self.start))
        let tail = try #require(page.range(of: Self.end))
        let made = try text()
        if ProcessInfo.processInfo.environment["LATCHKEY_REWRITE_SNAPSHOTS"] == "1" {
            try (page[..<head.upperBound] + made + page[tail.lowerBound...]).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(page[head.upperBound..<tail.lowerBound] == made)
        }
    }

    private func text() throws -> String {
        let names = try names()
        var lines: [String] = []
        for module in ["Security", "LocalAuthentication", "AuthenticationServices", "CryptoKit"] {
            let declared = try declarations(of: #require(Self.modules[module]))
            lines += ["", "### \(module)", "", "| what | here | only for the compiler | missing |", "| --- | --- | --- | --- |"]
            var groups: [String] = []
            for name in names where name.module == module && !groups.contains(name.group) { groups.append(name.group) }
            for group in groups {
                let all = names.filter { $0.module == module && $0.group == group }.map(\.name)
                let by = Dictionary(grouping: all) { declared[$0] ?? .missing }
                let here = by[.here] ?? []
                // A hundred constants are of no use to a reader, except for missing ones.
                let told = here.count > 60 ? "\(here.count)" : Self.joined(here)
                lines.append("| \(group) | \(told) | \(Self.joined(by[.rejected] ?? [])) | \(Self.joined(by[.missing] ?? [])) |")
            }
        }
        return lines.dropFirst().joined(separator: "\n") + "\n"
    }

    private static func joined(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }

    private func names() throws -> [Name] {
        let file = PackageFolder.root.appending(path: "Tests/Conformance/apple/names.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let cells = line.split(separator: "\t").map(String.init)
            try #require(cells.count == 3, "\(line)")
            return Name(module: cells[0], group: cells[1], name: cells[2])
        }
    }

    /// Every public name of a module, and whether it exists for more than the compiler.
    private func declarations(of module: String) throws -> [String: State] {
        let folder = PackageFolder.root.appending(path: "Sources/Device/\(module)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var found: [String: State] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            var comment = ""
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text.hasPrefix("///") {
                    // Without the slashes, a phrase is found where a line breaks it.
                    comment += text.dropFirst(3)
                } else if let name = Self.name(declaredBy: text) {
                    let isRejected = Self.marks.contains { comment.contains($0) }
                    found[name] = isRejected ? .rejected : .here
                    comment = ""
                } else if !text.hasPrefix("@") {
                    comment = ""
                }
            }
        }
        return found
    }

    private static func name(declaredBy line: String) -> String? {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        guard words.prefix(4).contains(where: { ["public", "open"].contains($0) }) else { return nil }
        let kind = words.firstIndex { ["func", "let", "var", "class", "struct", "enum", "typealias", "protocol"].contains($0) }
        return kind.flatMap { words.dropFirst($0 + 1).first }.map(String.init)
    }
}
