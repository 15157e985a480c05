import Foundation
import ReservedPorts
import Synchronization
import TestKit
import Testing

/// Motivation, the built example, on a separate port.
final class MotivationProcess: Sendable {
    let port: Int
    private let lines = Mutex((all: [String](), waiting: [CheckedContinuation<Void, Never>]()))

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
            motivation.take(String(decoding: data, as: UTF8.self))
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        try process.run()
        defer {
            process.terminate()
            process.wait()
        }
        _ = await motivation.line { $0.hasPrefix("Motivation listens") }
        try await body(motivation)
    }

    /// Returns the code in the `count`th message.
    func code(ofMessage count: Int = 1) async throws -> String {
        let line = await line(count) { $0.hasSuffix("is your Motivation code.") }
        return try #require(line.split(separator: " ").first.map(String.init))
    }

    private init(port: Int) {
        self.port = port
    }

    private func line(_ count: Int = 1, _ condition: (String) -> Bool) async -> String {
        while true {
            let all = lines.withLock(\.all)
            let found = all.filter(condition)
            if found.count >= count { return found[count - 1] }
            await withCheckedContinuation { continuation in
                let isOther = lines.withLock { lines in
                    if lines.all.count != all.count { return true }
                    lines.waiting.append(continuation)
                    return false
                }
                if isOther { continuation.resume() }
            }
        }
    }

    private func take(_ text: String) {
        let waiting = lines.withLock { lines in
            lines.all += text.split(separator: "\n").map(String.init)
            defer { lines.waiting = [] }
            return lines.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
