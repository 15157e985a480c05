import Foundation
import TestKit

/// An app in a separate process that calls the services of a device and prints the results.
final class SystemCallerRun {
    private let process = Process()
    private let output = Pipe.forProgram()

    /// - Parameters:
    ///   - words: the call: see SystemCaller.
    ///   - app: its application identifier, which the device knows.
    init(_ words: [String], on device: DeviceProcess, as app: String) throws {
        process.executableURL = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "SystemCaller")
        process.arguments = words
        process.environment = device.environment(app)
        process.standardOutput = output
        try process.run()
    }

    deinit { kill() }

    /// Waits for the end of the process and returns its output, line by line.
    func end() -> [String] {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        return text.split(separator: "\n").map(String.init)
    }

    func kill() {
        guard !process.hasEnded else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.wait()
    }
}
