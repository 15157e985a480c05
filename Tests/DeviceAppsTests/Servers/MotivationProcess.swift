import Foundation
import ReservedPorts
import TestKit
import Testing

/// Motivation, the built example, on a separate port.
final class MotivationProcess: Sendable {
    private struct Output {
        var lines: [String] = []
        var hasEnded = false
    }

    let port: Int
    private let output = Watched(Output())

    var base: String { "http://localhost:\(port)" }

    /// Runs the server while `body` runs.
    static func run(
        apps: [String] = [], site: String = "motivation.example", _ body: (MotivationProcess) async throws -> Void
    ) async throws {
        let reserved = try ReservedPort()
        defer { withExtendedLifetime(reserved) {} }
        let motivation = MotivationProcess(port: reserved.number)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltExecutable.path("Motivation"))
        process.arguments = ["--port", "\(motivation.port)", "--site", site] + apps.flatMap { ["--app", $0] }
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            motivation.output.change { output in
                output.lines += String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
                output.hasEnded = data.isEmpty
            }
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        try process.run()
        try await process.terminated {
            _ = try await motivation.line { $0.hasPrefix("Motivation listens") }
            try await body(motivation)
        }
    }

    /// Returns the code in the `count`th message.
    func code(ofMessage count: Int = 1) async throws -> String {
        let line = try await line(count) { $0.hasSuffix("is your Motivation code.") }
        return try #require(line.split(separator: " ").first.map(String.init))
    }

    private init(port: Int) {
        self.port = port
    }

    /// Waits for a number of such lines and returns the last. Fails if the server ends before.
    private func line(_ count: Int = 1, _ condition: @escaping @Sendable (String) -> Bool) async throws -> String {
        await output.until { $0.hasEnded || $0.lines.count(where: condition) >= count }
        let found = output.value.lines.filter(condition)
        return try #require(found.dropFirst(count - 1).first, "Motivation did not print this line before it ended")
    }
}
