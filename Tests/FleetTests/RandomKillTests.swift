import Foundation
import Synchronization
import TestKit
import Testing

extension FleetTests {
    /// A short form of `make soak`, which kills two hundred times over each store.
    @Suite("Servers killed at random moments under load")
    struct RandomKillTests {
        @Test(
            "no acknowledged change is lost, no ended session returns, and no change is incomplete",
            arguments: ["sqlite", "postgres"])
        func kills(store: String) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-kills-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let log = folder.appending(path: "log")
            try Data().write(to: log)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "python3", "-B", LatchkeyProgram.packageFolder.appending(path: "Benchmarks/random_kills.py").path, "4", "20261121",
                store,
            ]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["MEASURED_EXECUTABLE": try LatchkeyProgram.executable().path]
            ) { $1 }
            let handle = try FileHandle(forWritingTo: log)
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
            let status = await process.exitStatus
            let words = try String(contentsOf: log, encoding: .utf8)
            #expect(status == 0, "\(words)")
            #expect(words.contains("'findings': []"), "\(words)")
        }
    }
}
