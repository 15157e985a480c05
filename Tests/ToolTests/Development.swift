import Foundation
import ReservedPorts
import TestKit

/// `latchkey dev` on reserved ports, until this object is released.
final class Development {
    private let process: Process
    /// Kept, because its end deletes its files.
    private let folder: CommandFolder
    private let ports: [ReservedPort]
    private let output = Pipe.forProgram()

    var port: Int { ports[0].number }
    /// The address of the phones.
    var phones: String { "http://127.0.0.1:\(ports[2].number)" }

    /// The address of the emulator of Apple's service.
    var apple: String { "http://127.0.0.1:\(ports[1].number)" }

    /// Starts the command. Its data is in the subfolder `data`, its log in the file `log`.
    init(_ arguments: [String] = [], in folder: CommandFolder, environment: [String: String] = [:]) throws {
        self.folder = folder
        // One port for each server that it starts.
        ports = try ReservedPort.row(of: 4)
        process = try CommandRun.process(
            ["dev", "--data", "data", "--port", "\(ports[0].number)"] + arguments, in: folder, environment: environment)
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: "log"))
        try process.run()
    }

    deinit {
        if !process.hasEnded { process.terminate() }
    }

    /// Returns the output up to the point where everything listens.
    func untilReady() -> String { said(until: "password") }

    /// Returns the complete output of the start.
    func untilAnnounced() -> String { said(until: "Ctrl-C") }

    private func said(until word: String) -> String {
        var said = ""
        while !said.contains(word), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            said += String(decoding: data, as: UTF8.self)
        }
        return said
    }

    /// Stops the command and returns its exit code.
    func stop() -> Int32 {
        process.terminate()
        return process.wait().status
    }
}
