import Foundation
import ReservedPorts

/// `latchkey dev` on ports of its own, while this lives.
final class Development {
    private let process: Process
    private let ports: [ReservedPort]
    private let output = Pipe()

    var port: Int { ports[0].number }
    /// Of the phones.
    var phones: String { "http://127.0.0.1:\(ports[2].number)" }

    /// Of the emulator of Apple's service.
    var apple: String { "http://127.0.0.1:\(ports[1].number)" }

    /// Keeps its data in the folder `data` of the folder, and writes its log to the file `log`.
    init(_ arguments: [String] = [], in folder: CommandFolder, environment: [String: String] = [:]) throws {
        // One for each of the servers that it starts.
        ports = try ReservedPort.row(of: 4)
        process = try CommandRun.process(
            ["dev", "--data", "data", "--port", "\(ports[0].number)"] + arguments, in: folder, environment: environment)
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: "log"))
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Returns what it says until everything listens.
    func untilReady() -> String { said(until: "password") }

    /// Returns all that it says at its start.
    func untilAnnounced() -> String { said(until: "Ctrl-C") }

    private func said(until word: String) -> String {
        var said = ""
        while !said.contains(word), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            said += String(decoding: data, as: UTF8.self)
        }
        return said
    }

    /// Returns its exit code.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
