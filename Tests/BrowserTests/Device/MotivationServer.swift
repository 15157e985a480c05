import Foundation
import ReservedPorts
import Secrets
import TestKit
import Testing

/// The built example Motivation, on a separate port.
enum MotivationServer {
    /// Runs it while `body` does.
    ///
    /// - Parameter body: Receives its address.
    static func run(
        app: String, site: String, messages: String, _ body: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        let port = try ReservedPort()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "Motivation")
        let bearerFile = FileManager.default.temporaryDirectory.path + "/bearer-\(UUID().uuidString)"
        try PhoneServing.bearer.reveal().write(toFile: bearerFile, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: bearerFile) }
        process.arguments = [
            "--port", "\(port.number)", "--app", app, "--site", site, "--messages", messages, "--messages-bearer-file", bearerFile,
        ]
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await process.terminated {
            let line = await firstLine(of: output.fileHandleForReading)
            try #require(line.hasPrefix("Motivation listens"), "Motivation did not start")
            try await body("http://localhost:\(port.number)")
        }
        withExtendedLifetime(port) {}
    }

    /// Returns the text before the first line feed, or the whole text.
    private static func firstLine(of file: FileHandle) async -> String {
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        file.readabilityHandler = { file in
            let data = file.availableData
            if data.isEmpty { continuation.finish() } else { continuation.yield(data) }
        }
        defer { file.readabilityHandler = nil }
        var said = Data()
        for await piece in pieces {
            said.append(piece)
            if piece.contains(UInt8(ascii: "\n")) { break }
        }
        return String(decoding: said.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
