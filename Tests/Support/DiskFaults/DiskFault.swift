package import Foundation
import TestKit

/// What becomes of each wait for the disk of programs that run already, and of those that they start, until it is ended.
package final class DiskFault: Sendable {
    package enum Kind: String, Sendable {
        /// It fails.
        case failure = "error=EIO"
        /// It does not begin before the fault has ended. Not even SIGKILL ends a program that waits so, before.
        case standstill = "delay_enter=86400s"
    }

    /// Whether strace is here and may trace what it has not started: Yama may leave that to root.
    package static let isAvailable: Bool = {
        let scope = (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)) ?? "0"
        return SlowDisk.isAvailable && (geteuid() == 0 || scope.hasPrefix("0"))
    }()

    package struct NotAttached: Error {
        let words: String
    }

    private let process: Process
    private let input = Pipe()

    /// Returns when it holds for each of the programs that still runs.
    ///
    /// - Parameter log: a file for what strace says.
    package init(_ kind: Kind, of programs: [Int32], log: URL) async throws {
        try Data().write(to: log)
        process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
            ["-c", Self.script, "fault", "strace", "-f"] + programs.flatMap { ["-p", "\($0)"] }
            + [
                "-e", "signal=none", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:\(kind.rawValue)", "-o",
                "/dev/null",
            ]
        process.standardInput = input
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        try await poll {
            let words = try String(contentsOf: log, encoding: .utf8)
            // It names each: as attached, or as gone.
            let isComplete = programs.allSatisfy { words.contains("Process \($0) attached") || words.contains(", \($0))") }
            guard process.isRunning else { throw NotAttached(words: words) }
            return isComplete && words.contains(" attached")
        }
    }

    package func end() async {
        try? input.fileHandleForWriting.close()
        _ = await process.exitStatus
    }

    /// Ends strace when our end of its input closes: that is when this process ends, however. By SIGKILL, upon which the kernel lets go of the
    /// programs: threads of libdispatch hand down a mask that blocks every milder signal.
    private static let script = """
        exec 3<&0
        "$@" </dev/null & tracer=$!
        { read -r _ <&3; kill -9 "$tracer" 2>/dev/null; } &
        exec 3<&-
        wait "$tracer"
        """
}
