import Foundation
import Testing

/// The tables of docs/threat-model.md: "Failures of the field" is complete, and every test that a table names exists.
@Suite("The tables of the threat model")
struct FailureTableTests {
    private struct Row {
        let numbers: [Int]
        let files: [String]
        let text: String
    }

    @Test("every failure that concerns Apple is in the table once")
    func complete() throws {
        #expect(try rows().flatMap(\.numbers).sorted() == Array(1...14) + [23])
    }

    @Test("every test file that the table names exists, and each failure has a test with its number in one of them")
    func named() throws {
        for row in try rows() {
            var text = ""
            for file in row.files {
                text += try String(contentsOf: PackageFolder.root.appending(path: file), encoding: .utf8)
            }
            for number in row.numbers {
                #expect(
                    text.contains("@Test(\"failure \(number): ") || text.contains("@Test(\n        \"failure \(number): "),
                    "\(number)")
            }
        }
    }

    @Test("every test of a failure is in a file that its row names")
    func unlisted() throws {
        let folder = "Tests/EndToEndTests/FieldFailures"
        let rows = try rows()
        for name in try FileManager.default.contentsOfDirectory(atPath: PackageFolder.root.appending(path: folder).path) {
            let text = try String(contentsOf: PackageFolder.root.appending(path: "\(folder)/\(name)"), encoding: .utf8)
            for match in text.matches(of: #/"failure (\d+): /#) {
                guard let number = Int(match.1) else { continue }
                #expect(
                    rows.contains { $0.numbers.contains(number) && $0.files.contains("\(folder)/\(name)") }, "\(name): \(number)")
            }
        }
    }

    @Test("every threat names a suite that tests its measure, and each suite is a test file")
    func measures() throws {
        let tests = PackageFolder.root.appending(path: "Tests").path
        let suites = Set(try FileManager.default.subpathsOfDirectory(atPath: tests).map { URL(filePath: $0).lastPathComponent })
        let threats = try text().components(separatedBy: "\n## Failures of the field\n")[0].split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.hasPrefix("| threat ") && !$0.hasPrefix("| --- ")
        }
        #expect(threats.count > 100)
        for threat in threats {
            let cells = threat.split(separator: "|", omittingEmptySubsequences: false)
            try #require(cells.count == 5, "\(threat)")
            let named = cells[3].matches(of: #/`(\w+Tests)`/#).map { $0.1 + ".swift" }
            #expect(!named.isEmpty && named.allSatisfy { suites.contains(String($0)) }, "\(cells[1])")
        }
    }

    private func text() throws -> String {
        try String(contentsOf: PackageFolder.root.appending(path: "docs/threat-model.md"), encoding: .utf8)
    }

    private func rows() throws -> [Row] {
        let text = try text()
        let section = try #require(text.components(separatedBy: "\n## Failures of the field\n").dropFirst().first)
        let table = section.components(separatedBy: "\n## ")[0]
        return table.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 4, let first = cells[1].first, first.isNumber else { return nil }
            return Row(
                numbers: cells[1].split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) },
                files: cells[4].matches(of: #/`([A-Za-z0-9_\/.+-]+\.swift)`/#).map { String($0.1) }.map(Self.path),
                text: String(line))
        }
    }

    /// Names without a folder are in this one.
    private static func path(_ name: String) -> String {
        name.contains("/") ? name : "Tests/EndToEndTests/FieldFailures/\(name)"
    }
}
