import Foundation
import Testing

/// A code block of the documentation that a test compiles: the lines between `// In PAGE` and `// End` in a file `QuickStart.swift`.
@Suite("The code of the documentation")
struct DocumentedCodeTests {
    @Test("a page shows exactly the code that is compiled for it")
    func shown() throws {
        let blocks = try blocks()
        #expect(blocks.count == 59)
        for block in blocks {
            let page = try String(contentsOf: PackageFolder.root.appending(path: block.page), encoding: .utf8)
            #expect(page.contains("```swift\n\(block.code)```"), "\(block.page)")
        }
    }

    private func blocks() throws -> [(page: String, code: String)] {
        let tests = PackageFolder.root.appending(path: "Tests")
        let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        var blocks: [(page: String, code: String)] = []
        for case let file as URL in files where file.lastPathComponent == "QuickStart.swift" {
            // The pages and the indentation of the open block.
            var open: (pages: [String], indentation: Int, code: String)?
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
                let text = line.drop { $0 == " " }
                if text.hasPrefix("// In ") {
                    open = (text.dropFirst(6).components(separatedBy: " and "), line.count - text.count, "")
                } else if text == "// End", let block = open {
                    blocks += block.pages.map { ($0, block.code) }
                    open = nil
                } else if let block = open {
                    open?.code += line.dropFirst(block.indentation) + "\n"
                }
            }
        }
        return blocks
    }
}
