import Foundation
import TestKit

/// A device in a folder, as a separate process, whose owner upgrades an account.
final class DeviceProcess: Sendable {
    private let process: Process
    private let output: FileHandle
    private let mark: String

    /// - Parameter words: the arguments of PhoneHost after `upgrade`, without the mark.
    init(folder: String, _ words: [String]) throws {
        let process = Process()
        let output = Pipe.forProgram()
        mark = "--mark-\(UUID().uuidString)"
        process.executableURL = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "PhoneHost")
        process.arguments = [folder, "upgrade", mark] + words
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        self.output = output.fileHandleForReading
    }

    deinit {
        kill()
        killExtension()
    }

    /// Waits on a separate thread for its end. Returns its output.
    func end() async -> String {
        await withCheckedContinuation { continuation in
            Thread { [self] in
                let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
                process.wait()
                continuation.resume(returning: text)
            }.start()
        }
    }

    func kill() {
        if !process.hasEnded { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    func killExtension() { ExtensionProcesses.kill(mark) }
}
