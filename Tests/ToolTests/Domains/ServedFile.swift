import Foundation
import TestKit

/// `latchkey domains serve`, which runs until it is stopped, with its authority's certificate in `authority.pem`.
final class ServedFile {
    struct NotServing: Error {}

    private let process: Process
    let port: String

    /// - Parameter words: further arguments.
    init(_ file: String, in folder: CommandFolder, authority: String = "authority.pem", _ words: [String] = []) throws {
        process = try CommandRun.process(
            ["domains", "serve", file, "--port", "0", "--authority-out", authority] + words, in: folder)
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        while !said.contains("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            said += String(decoding: data, as: UTF8.self)
        }
        guard let colon = said.lastIndex(of: ":") else { throw NotServing() }
        port = said[said.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { stop() }

    func stop() {
        guard !process.hasEnded else { return }
        process.terminate()
        process.wait()
    }

    /// The options with which a command can fetch from it.
    var options: String { "--port \(port) --authority authority.pem --allow-private" }
}
