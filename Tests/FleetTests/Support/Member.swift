import Foundation
import ReservedPorts
import Synchronization
import TestKit

/// One `latchkey serve` of a fleet, as built, in its own process.
final class Member: Sendable {
    private let folder: URL
    private let prefix: [String]
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let process: Process
        let port: ReservedPort
    }

    struct DidNotStart: Error {
        let status: Int32
        let words: String
    }

    /// Creates a server without starting it; `folder` has its configuration and its log.
    init(in folder: URL, under prefix: [String] = []) {
        self.folder = folder
        self.prefix = prefix
    }

    /// The port while the server runs.
    var port: Int? { running.withLock { $0?.port.number } }
    var processID: Int32? { running.withLock { $0?.process.processIdentifier } }

    /// Starts the server on a free port, and returns once it serves.
    func start() async throws {
        let port = try ReservedPort()
        let process = try LatchkeyProgram.process(
            ["serve", "--config", folder.appending(path: "latchkey.yaml").path, "--set", "listener.port=\(port.number)"],
            in: folder,
            log: log, under: prefix)
        try process.run()
        running.withLock { $0 = Running(process: process, port: port) }
        try await poll {
            guard !process.hasEnded else { return true }
            return try await FleetClient.use { await $0.isReady(port: port.number) }
        }
        guard process.hasEnded else { return }
        running.withLock { $0 = nil }
        throw DidNotStart(status: await process.exitStatus, words: (try? String(contentsOf: log, encoding: .utf8)) ?? "")
    }

    /// Stops the server with SIGTERM as an operator would, which completes requests in progress. Returns how it ended.
    func stop() async -> Int32 {
        guard let process = running.withLock({ $0.take() })?.process else { return 0 }
        process.terminate()
        return await process.exitStatus
    }

    /// Kills the server with SIGKILL, like a power failure.
    func kill() async {
        guard let process = running.withLock({ $0.take() })?.process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        _ = await process.exitStatus
    }

    private var log: URL { folder.appending(path: "log") }
}

/// The command, as built with these tests.
enum LatchkeyProgram {
    /// Creates a process without starting it. Its output is appended to `log`.
    ///
    /// - Parameter prefix: a command that runs the program, with the program and its arguments as its last arguments.
    static func process(_ arguments: [String], in folder: URL, log: URL, under prefix: [String] = []) throws -> Process {
        let process = Process()
        process.executableURL = prefix.isEmpty ? try executable() : URL(filePath: "/usr/bin/env")
        process.arguments = prefix + (prefix.isEmpty ? [] : [try executable().path]) + arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.filter {
            ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"].contains($0.key)
        }
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        process.standardOutput = handle
        process.standardError = handle
        return process
    }

    /// Runs the command and returns its exit code.
    static func run(_ arguments: [String], in folder: URL, log: URL, under prefix: [String] = []) async throws -> Int32 {
        let process = try process(arguments, in: folder, log: log, under: prefix)
        try process.run()
        return await process.exitStatus
    }

    struct NotBuilt: Error, CustomStringConvertible {
        var description: String { "latchkey is not built: swift build" }
    }

    /// Returns the executable next to the test bundle, or in the package's debug folder.
    static func executable() throws -> URL {
        let beside = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent().appending(path: "latchkey")
        let built = packageFolder.appending(path: ".build/debug/latchkey")
        for file in [beside, built] where FileManager.default.isExecutableFile(atPath: file.path) { return file }
        throw NotBuilt()
    }

    /// The folder of Package.swift.
    static let packageFolder = {
        var folder = URL(filePath: #filePath)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
