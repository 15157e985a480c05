import Foundation
import Testing

/// docs/asvs.md must have every requirement, and name only tests that exist.
@Suite("The table of the requirements of ASVS")
struct RequirementTableTests {
    private struct Row {
        let number: String
        let level: String
        let verdict: String
        /// The file and name of each test.
        let tests: [(file: String, name: String)]
    }

    @Test("every requirement of the chapters at levels 1 and 2, and four at level 3, is listed once")
    func complete() throws {
        let wanted = try text("Tests/Conformance/asvs-5.0.tsv").split(separator: "\n").map(String.init)
        #expect(wanted.count == 100)
        #expect(try rows().map { "\($0.number)\t\($0.level)" }.sorted() == wanted.sorted())
    }

    @Test("every named test exists, and every met requirement names one")
    func named() throws {
        let sources = try sources()
        for row in try rows() {
            #expect(row.verdict != "met by" || !row.tests.isEmpty, "\(row.number)")
            for test in row.tests {
                let name = NSRegularExpression.escapedPattern(for: test.name.replacing("\"", with: "\\\""))
                let pattern = try Regex("@Test\\(\\s*\"\(name)(\"|: )")
                let exists = (sources[test.file] ?? []).contains { $0.contains(pattern) }
                #expect(exists, "\(row.number) names \(test.file): \(test.name)")
            }
        }
    }

    @Test("each requirement has one of three verdicts, and only recovery by mail is unmet")
    func verdicts() throws {
        for row in try rows() {
            #expect(["met by", "not applicable because", "not met because"].contains(row.verdict), "\(row.number)")
            #expect(row.verdict != "not met because", "\(row.number)")
        }
    }

    private func rows() throws -> [Row] {
        try text("docs/asvs.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 2, cells[1].first?.isNumber == true else { return nil }
            try #require(cells.count == 6, "\(line)")
            let verdict = try #require(cells[4].firstMatch(of: #/^\*\*([a-z ]+)\*\*/#), "\(cells[1]) has no verdict")
            return Row(
                number: cells[1], level: cells[2], verdict: String(verdict.1),
                tests: cells[4].matches(of: #/`(\w+Tests): ([^`]+)`/#).map { (String($0.1), String($0.2)) })
        }
    }

    /// The text of the test files, by name without extension, which several targets may share.
    private func sources() throws -> [String: [String]] {
        let folder = PackageFolder.root.appending(path: "Tests")
        var found: [String: [String]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix("Tests.swift") {
            let file = folder.appending(path: path)
            found[file.deletingPathExtension().lastPathComponent, default: []].append(try String(contentsOf: file, encoding: .utf8))
        }
        return found
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
    }
}
