import Foundation

/// The server of the app Motivation, as a process of its own beside this one. It ends with this one, however this one ends.
final class MotivationServer: Sendable {
    /// What is needed to start it.
    struct Settings {
        let program: String
        let port: Int
        /// The application identifier of its app.
        let app: String
        /// The host that it is known by on the simulated phones.
        let site: String
        /// Where its messages to people go.
        let messages: String
        /// The file with the bearer that lets it send them.
        let bearerFile: String
        /// The folder of its accounts.
        let data: String
    }

    let address: String
    private let process: Process
    /// Closed when this process ends, which is how the other one knows.
    private let lifeline: Pipe

    /// Starts it, and returns when it listens.
    ///
    /// - Throws: ``CommandFailure`` where it ends at once, as it does when its port is in use.
    static func start(_ settings: Settings) async throws -> MotivationServer {
        let server = MotivationServer(settings)
        let output = Pipe()
        server.process.standardOutput = output
        try server.process.run()
        guard await firstLine(of: output.fileHandleForReading).hasPrefix("Motivation listens") else {
            server.stop()
            throw CommandFailure(
                .address, "Motivation, the server of an app on the phones, does not start on port \(settings.port)",
                hint:
                    "choose other ports with --device-port, which names the one before it, or leave the phones out with --no-phones"
            )
        }
        return server
    }

    /// What comes before the first line end, or the end.
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

    private init(_ settings: Settings) {
        address = "http://localhost:\(settings.port)"
        process = Process()
        lifeline = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", #"trap : INT TERM; "$0" "$@" & server=$!; exec >/dev/null; cat; kill $server; wait $server"#, settings.program,
            "--port", "\(settings.port)", "--app", settings.app, "--site", settings.site, "--messages", settings.messages,
            "--messages-bearer-file", settings.bearerFile, "--data", settings.data,
        ]
        process.standardInput = lifeline
        process.standardError = FileHandle.nullDevice
    }

    /// Ends it, and returns when it has ended. May be called again.
    func stop() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// The programs that `make run` builds beside this command: the apps of the simulated phones, and the server of one of them.
struct BuiltPrograms {
    let juice: String
    let juiceUpgrade: String
    let motivationApp: String
    let motivation: String

    /// Nil where one of them was not built.
    static func besideThisCommand() -> BuiltPrograms? {
        guard let command = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let folder = URL(fileURLWithPath: command).deletingLastPathComponent()
        func path(_ name: String) -> String? {
            let path = folder.appending(path: name).path
            return FileManager.default.isExecutableFile(atPath: path) ? path : nil
        }
        guard let juice = path("Juice"), let upgrade = path("JuiceUpgrade"), let app = path("MotivationApp"),
            let server = path("Motivation")
        else { return nil }
        return BuiltPrograms(juice: juice, juiceUpgrade: upgrade, motivationApp: app, motivation: server)
    }
}
