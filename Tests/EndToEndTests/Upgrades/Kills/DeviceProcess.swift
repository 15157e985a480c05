import Foundation

/// A device in a folder, as a process of its own, whose owner upgrades an account.
final class DeviceProcess: Sendable {
    private let process: Process
    private let output: FileHandle
    private let mark: String

    /// - Parameter words: what PhoneHost is told after `upgrade`, without the mark.
    init(folder: String, _ words: [String]) throws {
        let process = Process()
        let output = Pipe()
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

    /// Waits for its end, on a thread of its own. Returns what it said.
    func end() async -> String {
        await withCheckedContinuation { continuation in
            Thread { [self] in
                let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                continuation.resume(returning: text)
            }.start()
        }
    }

    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    func killExtension() { ExtensionProcesses.kill(mark) }
}
