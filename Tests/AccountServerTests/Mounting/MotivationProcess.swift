import Foundation
import JSONText
import ReservedPorts
import TestKit

/// The built example, running on its own port.
struct MotivationProcess {
    /// Next to the test bundle.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("Motivation")

    static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: executable.path) }

    let port: Int

    /// Runs `body` while the example runs, and stops it as an operator would. Returns how it ended.
    @discardableResult
    static func run(
        data folder: String? = nil, site: String? = nil, _ body: (MotivationProcess) async throws -> Void
    ) async throws -> Int32 {
        let reserved = try ReservedPort()
        defer { withExtendedLifetime(reserved) {} }
        let port = reserved.number
        let process = Process()
        process.executableURL = executable
        process.arguments =
            ["--port", "\(port)"] + (folder.map { ["--data", $0] } ?? []) + (site.map { ["--site", $0] } ?? [])
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (pieces, piece) = AsyncStream<Data>.makeStream()
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { piece.finish() } else { piece.yield(data) }
        }
        try process.run()
        defer { output.fileHandleForReading.readabilityHandler = nil }

        var announcement = ""
        for await piece in pieces {
            announcement += String(decoding: piece, as: UTF8.self)
            if announcement.hasSuffix("\n") { break }
        }
        return try await process.terminated {
            guard announcement == "Motivation listens on http://localhost:\(port)\n" else { throw NotStarted(output: announcement) }
            try await body(MotivationProcess(port: port))
        }
    }

    struct NotStarted: Error {
        let output: String
    }

    struct Answer {
        let status: Int
        let head: String
        let body: String

        var json: JSONValue { (try? JSONText.parse(Array(body.utf8)).root.value) ?? .null }
        var reason: String? { json["reason"]?.string }
    }

    /// Sends one request on its own connection.
    ///
    /// - Parameter host: without the port of the server.
    func send(
        _ method: String, _ path: String, host: String = "localhost", origin: String? = nil, authorization: String? = nil,
        body: String = ""
    ) async throws -> Answer {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n"
        if let origin { request += "Origin: \(origin)\r\n" }
        if let authorization { request += "Authorization: \(authorization)\r\n" }
        if !body.isEmpty { request += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        let text = try await RawConnection.exchange(port, request + "\r\n" + body)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return Answer(status: status ?? 0, head: parts[0].lowercased(), body: parts.count > 1 ? parts[1] : "")
    }

    static func basic(_ name: String, _ password: String) -> String {
        "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    }
}
