import Foundation
import Glibc

/// One program that runs beside a test.
final class Part: Sendable {
    private let process = Process()
    private let pipe = Pipe()

    init(_ executable: String, _ arguments: [String], _ environment: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"].merging(environment) { _, given in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = arguments.contains("--print-reply=literal") ? pipe : FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        kill()
    }

    var isRunning: Bool { process.isRunning }

    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// What it says, when it has ended.
    func output() -> String {
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return said
    }

    /// On the spot, and waits until it is gone.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits until it is so. Throws after a minute, which no machine is too slow for.
    static func wait(until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !isSo() {
            guard ContinuousClock.now < deadline else { throw VirtualReader.Failure("it does not come to be so") }
            poll(nil, 0, 2)
        }
    }
}
