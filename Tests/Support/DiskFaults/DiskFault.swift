package import Foundation
import TestKit

/// Makes the disk syncs of running programs, and of those that they start, fail or hang until it is ended.
package final class DiskFault: Sendable {
    package enum Kind: String, Sendable {
        /// The sync fails.
        case failure = "error=EIO"
        /// The sync does not begin before the fault has ended. Until then not even SIGKILL ends the waiting program.
        case standstill = "delay_enter=86400s"
    }

    /// Whether strace is installed and may trace programs that it did not start: Yama may restrict that to root.
    package static let isAvailable: Bool = {
        let scope = (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)) ?? "0"
        return SlowDisk.isAvailable && (geteuid() == 0 || scope.hasPrefix("0"))
    }()

    package struct NotAttached: Error {
        let words: String
    }

    private let process: Process
    private let input = Pipe.forProgram()

    /// Returns when it applies to each of the programs that still runs.
    ///
    /// - Parameter log: a file for the output of strace.
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
            // It names each program as attached or gone.
            let isComplete = programs.allSatisfy { words.contains("Process \($0) attached") || words.contains(", \($0))") }
            guard !process.hasEnded else { throw NotAttached(words: words) }
            return isComplete && words.contains(" attached")
        }
    }

    package func end() async {
        input.endProgram()
        _ = await process.exitStatus
    }

    /// Ends strace after a line, or when this end of its input closes, which is when this process ends in any way. With SIGKILL, because threads of
    /// libdispatch pass on a mask that blocks every other signal; the kernel then releases the programs.
    private static let script = """
        exec 3<&0
        "$@" </dev/null & tracer=$!
        { read -r _ <&3; kill -9 "$tracer" 2>/dev/null; } &
        exec 3<&-
        wait "$tracer"
        """
}
