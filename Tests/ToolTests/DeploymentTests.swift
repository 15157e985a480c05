import Foundation
import Testing

@Suite("The files of deploy/")
struct DeploymentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    /// The library packages that a build needs, as scripts/setup installs them.
    private static func libraries() throws -> [String] {
        try text("scripts/setup").split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count == 4, columns[1] == "run", columns[0].hasSuffix("-dev") else { return nil }
            return columns[0]
        }
    }

    @Test("a container is built with every library that the build needs, and runs with each")
    func containerLibraries() throws {
        let libraries = try Self.libraries()
        #expect(libraries.count > 8)
        let stages = try Self.text("deploy/Containerfile").split(separator: "\nFROM ").dropFirst().map(String.init)
        #expect(stages.count == 2)
        for library in libraries {
            #expect(stages.first?.contains(library) == true, "\(library) is not installed where the container is built")
            // Debian's name of what runs: libpq-dev and libpq5, libssl-dev and libssl3, libpam0g-dev and libpam0g.
            let stem = library.dropLast("-dev".count).replacing("0g", with: "")
            #expect(stages.last?.contains(stem) == true, "what \(library) is linked with is not installed where the container runs")
        }
    }

    @Test("a process of the process file is the server itself, so that it is the server that is told to stop")
    func processFile() throws {
        let web = try Self.text("deploy/Procfile").split(separator: "\n").first { $0.hasPrefix("web: ") }
        #expect(web?.hasPrefix("web: exec ") == true)
    }
}
