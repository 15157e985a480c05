import Foundation
import TestKit
import Testing

@Suite("The files of deploy/", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeploymentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    /// Returns the library packages that a build requires, as scripts/setup installs them.
    private static func libraries() throws -> [String] {
        try text("scripts/setup").split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count == 4, columns[1] == "run", columns[0].hasSuffix("-dev") else { return nil }
            return columns[0]
        }
    }

    @Test("the container is built with every library that the build requires, and runs with each")
    func containerLibraries() throws {
        let libraries = try Self.libraries()
        #expect(libraries.count > 8)
        let stages = try Self.text("deploy/Containerfile").split(separator: "\nFROM ").dropFirst().map(String.init)
        #expect(stages.count == 2)
        for library in libraries {
            #expect(stages.first?.contains(library) == true, "\(library) is not installed in the build stage")
            // Debian's names of runtime packages: libpq-dev and libpq5, libssl-dev and libssl3, libpam0g-dev and libpam0g.
            let stem = library.dropLast("-dev".count).replacing("0g", with: "")
            #expect(stages.last?.contains(stem) == true, "the runtime library of \(library) is not installed in the last stage")
        }
    }

    @Test("the configuration in deploy/ is valid with the variables of unit and environment")
    func configuration() throws {
        let folder = try CommandFolder()
        try folder.write(Self.text("deploy/latchkey.yaml"), to: "latchkey.yaml", mode: 0o644)
        try folder.write(Sample.key + "\n", to: "master.key")
        let environment = [
            "LATCHKEY_KEYS_CURRENT_FILE": "master.key",
            "LATCHKEY_STORE_ADDRESS": "postgres://latchkey:PASSWORD@db.example.com/accounts",
        ]
        #expect(try folder.run("config check --config latchkey.yaml", environment: environment) == "ok\n= 0")
        #expect(try folder.run("config check --config latchkey.yaml").hasSuffix("= 3"))
    }

    @Test("the unit starts an existing command, names existing variables, and permits setpriority")
    func unit() throws {
        let lines = try Self.text("deploy/latchkey.service").split(separator: "\n").map(String.init)
        let folder = try CommandFolder()
        #expect(lines.contains("ExecStart=/usr/bin/latchkey serve --config /etc/latchkey/latchkey.yaml"))
        #expect(try folder.run("serve --config /nowhere.yaml").hasSuffix("= 3"))
        let keys = try folder.run("config keys")
        for line in lines where line.hasPrefix("Environment=") {
            let name = try #require(line.dropFirst("Environment=".count).split(separator: "=").first)
            #expect(keys.contains(name), "\(name)")
        }
        let filters = lines.filter { $0.hasPrefix("SystemCallFilter=") }
        let (denial, leave) = (filters.firstIndex { $0.contains("~@") }, filters.lastIndex { $0.contains("setpriority") })
        #expect(try #require(denial) < #require(leave))
    }

    @Test("the process in the Procfile is the server itself, so that signals reach it")
    func processFile() throws {
        let web = try Self.text("deploy/Procfile").split(separator: "\n").first { $0.hasPrefix("web: ") }
        #expect(web?.hasPrefix("web: exec ") == true)
    }
}
