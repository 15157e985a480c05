import Foundation
import TestKit

/// A command that has run to its end.
struct Command {
    let status: Int32
    let output: String
    let errors: String

    static func run(_ path: String, _ arguments: [String] = []) throws -> Command {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (output, errors) = (Pipe.forProgram(), Pipe.forProgram())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
        return Command(status: process.wait().status, output: texts[0], errors: texts[1])
    }
}
