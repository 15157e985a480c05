import Foundation
import TestKit

/// Delays each disk sync by a second, for the programs that are started under it.
package struct SlowDisk: Sendable {
    /// Whether strace is installed and may trace the programs that it starts.
    package static let isAvailable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["strace", "-D", "-f", "--seccomp-bpf", "-e", "trace=fsync", "-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        return process.wait().status == 0
    }()

    private let log: String

    /// - Parameter log: the file with a line for each sync.
    package init(log: String) {
        self.log = log
    }

    /// The prefix of a command that is to have this disk.
    package var prefix: [String] {
        [
            "strace", "-D", "-f", "--seccomp-bpf", "-A", "-qq", "-e", "signal=none", "-e", "trace=fsync,fdatasync", "-e",
            "inject=fsync,fdatasync:delay_enter=1s", "-o", log,
        ]
    }

    /// The number of syncs so far.
    package var count: Int {
        ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").matches(of: /sync\(/).count
    }

    /// Returns when another sync has begun.
    package func waits(after earlier: Int) async throws {
        await poll { count > earlier }
    }
}
