import Glibc
import Synchronization

/// A program that runs during tests and does not outlive them: it ends with the object and with this process, however that ends.
///
/// A shell starts it and waits for this end of a socket to close, which the kernel does for a killed process; then it kills the
/// program. (A signal at the parent's death does not work: the kernel sends it when the thread that started the child ends, and
/// pool threads come and go.)
package final class Companion: Sendable {
    /// The process ID of the program, not of the shell.
    package let processID: Int32
    private let shell: ChildProcess
    private let end: Mutex<Int32>

    /// Returns when the program was started or failed to start; see ``isRunning``. Its input and output are discarded.
    package init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let (theirs, ours) = try Self.pair()
        defer { close(theirs) }
        do {
            shell = try ChildProcess(
                "/bin/sh", ["-c", Self.script, "companion", executable] + arguments, environment: environment, input: theirs,
                output: theirs)
        } catch {
            close(ours)
            throw error
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = recv(ours, &bytes, bytes.count, 0)
        processID = Int32(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
        end = Mutex(ours)
    }

    deinit {
        kill()
    }

    package var isRunning: Bool { processID > 0 && ChildProcess.isThere(processID) }

    /// Kills it, and waits until it has ended.
    package func kill() {
        end.withLock { end in
            guard end >= 0 else { return }
            close(end)
            end = -1
        }
        shell.wait()
    }

    /// Stops it, so that it hangs.
    package func stop() { Glibc.kill(processID, SIGSTOP) }

    /// Terminal signals to the shell are meant for the tests. The program is in the background and does not receive them.
    private static let script = """
        trap : INT TERM HUP
        "$@" </dev/null >/dev/null 2>&1 &
        echo $!
        read -r _
        kill -9 $!
        wait
        """

    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ChildProcess.Failure(code: errno)
        }
        return (ends[0], ends[1])
    }
}
