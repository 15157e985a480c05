import Foundation
import Testing

@testable import AccountServer

/// The tables of keys in docs/configuration.md. Their last column, the reasons, is written by hand. The test compares every other column with the table in
/// the code, and with LATCHKEY_REWRITE_SNAPSHOTS=1 it writes them. Add a new key to the page as a row of its name and its reason.
@Suite("The configuration page")
struct ConfigurationPageTests {
    @Test("docs/configuration.md has one row for each key, with its variable, default, allowed values and purpose")
    func agrees() throws {
        let keys = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ("`\($0.name)`", $0) })
        let isRewriting = ProcessInfo.processInfo.environment["LATCHKEY_REWRITE_SNAPSHOTS"] == "1"
        var documented: [String] = []
        let lines = try page().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let cells = Self.cells(line), let name = cells.first, let reason = cells.last else { return String(line) }
            let row = try #require(keys[name], "there is no key \(name)").row(reason)
            documented.append(name)
            #expect(isRewriting || row == line)
            return row
        }
        #expect(documented.sorted() == keys.keys.sorted())
        if isRewriting { try lines.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8) }
    }

    @Test("every default has a reason")
    func reasons() throws {
        let rows = try page().split(separator: "\n").compactMap(Self.cells)
        #expect(!rows.isEmpty)
        for row in rows { #expect(row.count == 6 && row[5].count > 10 && row[5].hasSuffix("."), "\(row[0])") }
    }

    private func page() throws -> String { try String(contentsOf: Self.file, encoding: .utf8) }

    /// Returns the cells of a key's row, and nil for any other line.
    private static func cells(_ line: Substring) -> [String]? {
        guard line.hasPrefix("| `") else { return nil }
        return line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static let file = (1...4).reduce(URL(filePath: #filePath)) { file, _ in file.deletingLastPathComponent() }
        .appending(path: "docs/configuration.md")
}

extension ConfigurationKey {
    /// Returns the key's row on the page. A default in parentheses is a description, not a value.
    fileprivate func row(_ reason: String) -> String {
        let shown = standard.map { $0.hasPrefix("(") ? String($0.dropFirst().dropLast()) : "`\($0)`" } ?? "must be set"
        return "| `\(name)` | `\(environmentName)` | \(shown) | \(allowed) | \(summary) | \(reason) |"
    }
}
