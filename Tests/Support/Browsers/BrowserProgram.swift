import Foundation

/// An installed browser.
package struct BrowserProgram: Sendable {
    package let names: [String]
    /// The path of the first of the names that is on PATH; nil if none is. Enables suites of browser tests.
    package let path: String?

    package init(_ names: [String]) {
        self.names = names
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        path = candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the path. Throws ``BrowserError/notInstalled(names:)`` if it is missing.
    package var installed: String {
        get throws {
            guard let path else { throw BrowserError.notInstalled(names: names) }
            return path
        }
    }
}
