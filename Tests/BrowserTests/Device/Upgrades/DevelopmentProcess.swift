import Foundation
import ReservedPorts
import TestKit
import Testing

/// The built `latchkey dev`, without stored data.
final class DevelopmentProcess: Sendable {
    /// The printed address of the phones.
    let phones: String
    /// The developer's account, as printed.
    let account: (name: String, password: String)
    /// The origin of the account server.
    var server: String { "http://localhost:\(ports[0].number)" }
    private let ports: [ReservedPort]
    private let process: Process

    static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().appending(
            path: "latchkey")
    }

    static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: executable.path) }

    private init(_ process: Process, _ ports: [ReservedPort], phones: String, account: (name: String, password: String)) {
        self.phones = phones
        self.account = account
        self.process = process
        self.ports = ports
    }

    /// Returns when it serves.
    static func start() async throws -> DevelopmentProcess {
        // One port for each server that it starts.
        let ports = try ReservedPort.row(of: 4)
        let process = Process()
        process.executableURL = executable
        process.arguments = ["dev", "--port", "\(ports[0].number)"]
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = await words(of: output.fileHandleForReading)
        let phones = said.firstMatch(of: /phones +(\S+)/)?.1
        let account = said.firstMatch(of: /account +(\S+)\n +password +(\S+)/)
        let development = DevelopmentProcess(
            process, ports, phones: phones.map(String.init) ?? "",
            account: (account.map { String($0.1) } ?? "", account.map { String($0.2) } ?? ""))
        try #require(said.contains("Ctrl-C stops it."), "latchkey dev does not start: \(said)")
        #expect(said.contains("passcode 2468"), "the apps of the phones are not built")
        return development
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Ends it as Control-C does. Returns its exit code after it has ended.
    func end() async -> Int32 {
        process.interrupt()
        return await process.exitStatus
    }

    /// Returns its output until it serves or ends.
    private static func words(of file: FileHandle) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var said = Data()
                while case let data = file.availableData, !data.isEmpty {
                    said.append(data)
                    if String(decoding: said, as: UTF8.self).contains("Ctrl-C stops it.") { break }
                }
                continuation.resume(returning: String(decoding: said, as: UTF8.self))
            }
        }
    }
}
