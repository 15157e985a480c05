import Foundation

/// The server of the app Motivation as a separate process. It ends when this process ends or is killed.
final class MotivationServer: Sendable {
    /// The settings of the process.
    struct Settings {
        let program: String
        let port: Int
        /// The application identifier of its app.
        let app: String
        /// The host of its site on the simulated phones.
        let site: String
        /// The address for its messages to users.
        let messages: String
        /// The file with the bearer token for sending messages.
        let bearerFile: String
        /// The folder of its accounts.
        let data: String
    }

    let address: String
    private let process: Process
    /// A pipe to the process, which ends when the pipe is closed.
    private let lifeline: Pipe

    /// Starts the server, and returns when it listens.
    ///
    /// - Throws: ``CommandFailure`` if it ends at once, as it does if its port is in use.
    static func start(_ settings: Settings) async throws -> MotivationServer {
        let server = MotivationServer(settings)
        let output = Pipe()
        server.process.standardOutput = output
        try server.process.run()
        guard await firstLine(of: output.fileHandleForReading).hasPrefix("Motivation listens") else {
            server.stop()
            throw CommandFailure(
                .address, "Motivation, the server of an app on the phones, did not start on port \(settings.port)",
                hint:
                    "choose other ports with --device-port, which names the one before it, or omit the phones with --no-phones"
            )
        }
        return server
    }

    /// Returns the text before the first line end, or before the end of the file.
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

    /// Ends the process and waits for it. May be called again.
    func stop() {
        try? lifeline.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// The programs that `make run` builds in the folder of this command: the apps of the simulated phones, and the server of one of
/// them.
struct BuiltPrograms {
    let juice: String
    let juiceUpgrade: String
    let motivationApp: String
    let motivation: String

    /// Returns the programs; nil if one of them was not built.
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
