import Crypto
import Foundation
import HTTPTypes
import JSONText
import ReservedPorts
import Synchronization
import TestStores
import TestKit
import Testing

/// `latchkey serve`, as built, in a separate process and folder, so that it can be killed.
final class LatchkeyProcess: Sendable {
    private let folder: URL
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let process: Process
        let port: ReservedPort
    }

    struct Ending {
        let status: Int32
        let words: String
    }

    /// Creates a server without starting it.
    ///
    /// - Parameters:
    ///   - store: the kind of its store; nil for the kind chosen for the run.
    ///   - apple: the lines of the section `apple` of its configuration; `keyFile: apple.p8` is present.
    ///   - key: the private key of the developer account; nil for any key.
    ///   - settings: more lines of its configuration.
    init(over store: TestStore? = nil, apple: [String], key: String? = nil, settings: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-process-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let master = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        try write(master, to: "master.key")
        try write(key ?? P256.Signing.PrivateKey().pemRepresentation, to: "apple.p8")
        let kind = try store ?? TestStore.chosen
        let sections =
            ["site:", "  publicOrigin: \(RunningServer.origin)"] + (try kind.configuration)
            + ["keys:", "  currentFile: master.key", "metrics:", "  enabled: false", "log:", "  level: warning"] + settings + [
                "apple:"
            ]
        try write((sections + apple.map { "  " + $0 }).joined(separator: "\n") + "\n", to: "latchkey.yaml")
    }

    deinit {
        running.withLock { $0?.process }?.terminate()
        try? FileManager.default.removeItem(at: folder)
    }

    struct DidNotStart: Error {
        let words: String
    }

    /// Starts it over its store on a free port, and returns once it serves.
    func start() async throws {
        let port = try ReservedPort()
        let process = try makeProcess(["--set", "listener.port=\(port.number)"])
        try process.run()
        running.withLock { $0 = Running(process: process, port: port) }
        try await AppleBenchClient.use(port: port.number) { client in
            await poll {
                guard !process.hasEnded else { return true }
                return (try? await client.send(.get, "/health/ready"))?.status == 200
            }
        }
        if process.hasEnded { throw DidNotStart(words: words) }
    }

    /// Kills it with SIGKILL, like a power cut.
    func kill() {
        guard let process = running.withLock({ $0.take() })?.process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.wait()
    }

    /// Starts it and expects it to fail.
    func runToItsEnd() async throws -> Ending {
        let process = try makeProcess([])
        try process.run()
        return Ending(status: await process.exitStatus, words: words)
    }

    /// Runs another command over the same store, whether the server runs or not.
    func command(_ arguments: [String]) async throws -> Ending {
        let process = try makeProcess([])
        process.arguments = arguments + ["--config", "latchkey.yaml"]
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        return Ending(
            status: await process.exitStatus,
            words: String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }

    /// The address at which it listens; nil while it does not run.
    var port: Int? { running.withLock { $0?.port.number } }

    /// Passes a client of the running server to `body`.
    func use<Result: Sendable>(_ body: @Sendable (AppleBenchClient) async throws -> Result) async throws -> Result {
        let port = try #require(self.port, "the server is not running")
        return try await AppleBenchClient.use(port: port, body)
    }

    private var words: String {
        (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    }

    private func write(_ text: String, to name: String) throws {
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func makeProcess(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = try Self.executable()
        process.arguments = ["serve", "--config", "latchkey.yaml"] + arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.filter {
            ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"].contains($0.key)
        }
        let log = folder.appending(path: "log")
        if !FileManager.default.fileExists(atPath: log.path) { try write("", to: "log") }
        let handle = try FileHandle(forWritingTo: log)
        try handle.seekToEnd()
        process.standardOutput = handle
        process.standardError = handle
        return process
    }

    /// The executable built with these tests: next to the test bundle, or in the package's debug folder.
    private static func executable() throws -> URL {
        let beside = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent().appending(path: "latchkey")
        let built = PackageFolder.root.appending(path: ".build/debug/latchkey")
        return try #require(
            [beside, built].first { FileManager.default.isExecutableFile(atPath: $0.path) }, "latchkey is not built: swift build")
    }
}

/// The folder of Package.swift.
enum PackageFolder {
    static var root: URL {
        var folder = URL(filePath: #filePath)
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }
}
