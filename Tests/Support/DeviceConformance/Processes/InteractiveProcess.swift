import DeviceParts
import Foundation
import Glibc

/// A program that reads one line at a time and responds to each with one line: `ok` and a text, or `no` and the reason. One thread
/// at a time.
package final class InteractiveProcess {
    package struct Failure: Error, CustomStringConvertible {
        package let words: String
        /// It ended without a response.
        package var isEnd = false

        package var description: String { words }
    }

    private let process: ChildProcess
    private let input: Int32
    private let output: Int32
    private var heard: [UInt8] = []

    /// Returns after its first line.
    package init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let (theirInput, ourInput) = try Self.pair()
        let (ourOutput, theirOutput) = try Self.pair()
        defer { close(theirInput) }
        process = try ChildProcess(executable, arguments, environment: environment, input: theirInput, output: theirOutput)
        input = ourInput
        output = ourOutput
        close(theirOutput)
        _ = try answer()
    }

    deinit {
        kill()
        close(input)
        close(output)
    }

    package var processID: Int32 { process.processID }
    package var isRunning: Bool { process.isRunning }

    /// The processes that it started.
    package var children: [Int32] {
        let tasks = "/proc/\(processID)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).flatMap { task in
            let text = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Sends a line and returns the response. Throws the reason of `no`, or an error if the process has ended.
    @discardableResult
    package func say(_ line: String) throws -> String {
        tell(line)
        return try answer()
    }

    /// Sends a line without waiting.
    package func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // A missing response reveals that the process has ended.
        _ = send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Returns the next line of its output.
    package func answer() throws -> String {
        while true {
            if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: heard[..<end], as: UTF8.self)
                heard.removeSubrange(...end)
                guard line.hasPrefix("ok") else { throw Failure(words: line) }
                return String(line.dropFirst(3))
            }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else {
                throw Failure(words: "the process is gone; it said \(String(decoding: heard, as: UTF8.self))", isEnd: true)
            }
            heard += bytes[..<count]
        }
    }

    package func kill() { process.kill() }

    package func wait() { process.wait() }

    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(words: "there is no socket")
        }
        return (ends[0], ends[1])
    }
}
