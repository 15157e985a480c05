import Foundation
import Testing

@testable import AccountServer

@Suite("The documented defaults")
struct DocumentedDefaultsTests {
    private func rows() throws -> [[String]] {
        var folder = URL(filePath: #filePath)
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
            try #require(folder.path != "/")
        }
        let text = try String(contentsOf: folder.appending(path: "docs/defaults.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test("docs/defaults.md has a row for each key and no other, with its default and what it takes")
    func agrees() throws {
        let rows = try rows()
        let keys = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ("`\($0.name)`", $0) })
        #expect(rows.count == keys.count)
        for row in rows {
            try #require(row.count == 4, "\(row)")
            let key = try #require(keys[row[0]], "there is no key \(row[0])")
            let standard = key.standard.map { $0.hasPrefix("(") ? String($0.dropFirst().dropLast()) : "`\($0)`" } ?? "must be set"
            #expect(row[1] == standard && row[2] == key.allowed, "\(row[0])")
        }
    }

    @Test("every default has a reason")
    func reasons() throws {
        #expect(try rows().allSatisfy { $0.last.map { $0.count > 10 && $0.hasSuffix(".") } ?? false })
    }
}
