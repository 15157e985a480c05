import Foundation
import Glibc
import TestKit

/// A command that a test runs to its end.
final class Part: Sendable {
    private let process = Process()
    private let pipe = Pipe.forProgram()

    /// The environment of every program of these parts.
    static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]

    init(_ executable: String, _ arguments: [String], _ environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = Self.environment.merging(environment) { _, given in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = arguments.contains("--print-reply=literal") ? pipe : FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    var isRunning: Bool { !process.hasEnded }

    func wait() -> Int32 {
        return process.wait().status
    }

    /// Its output, when it has ended.
    func output() -> String {
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        return said
    }

    /// Waits for the condition, which depends on another program. Throws after ten minutes.
    static func wait(until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(600)
        while try !isSo() {
            guard ContinuousClock.now < deadline else { throw VirtualReader.Failure("timed out waiting for the condition") }
            poll(nil, 0, 2)
        }
    }
}
