import Glibc
import Synchronization

/// A program that inherits nothing of this process except what it is given. A child of Foundation's class can
/// inherit descriptors of one that starts at the same moment.
package final class ChildProcess: Sendable {
    /// It could not be started; `code` is `errno`.
    package struct Failure: Error {
        package let code: Int32
    }

    package let processID: Int32
    private let status = Mutex<Int32?>(nil)

    /// Standard error is discarded, and so are the others if no descriptor is given.
    package init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: Int32? = nil,
        output: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (given, standard) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (nil, STDERR_FILENO)] {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, standard)
            } else {
                posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
            }
        }
        for descriptor in Self.openDescriptors() where descriptor > STDERR_FILENO {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // A pool thread blocks signals, and its children would inherit that: a shell would not notice the end of its child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let argv = Self.list([executable] + arguments)
        let variables = Self.list(environment.map { "\($0.key)=\($0.value)" })
        defer { (argv + variables).forEach { free($0) } }
        var process: Int32 = 0
        let code = posix_spawn(&process, executable, &actions, &attributes, argv, variables)
        guard code == 0 else { throw Failure(code: code) }
        processID = process
    }

    /// Waits for its end. Returns its exit status or the signal that ended it, as `waitpid` does.
    @discardableResult
    package func wait() -> Int32 {
        status.withLock { status in
            if let status { return status }
            var ended: Int32 = 0
            while waitpid(processID, &ended, 0) < 0, errno == EINTR {}
            status = ended
            return ended
        }
    }

    package var isRunning: Bool {
        status.withLock { status in
            guard status == nil else { return false }
            var ended: Int32 = 0
            guard waitpid(processID, &ended, WNOHANG) == processID else { return true }
            status = ended
            return false
        }
    }

    package func kill() {
        guard isRunning else { return }
        Glibc.kill(processID, SIGKILL)
        wait()
    }

    /// Returns the open descriptors of this process.
    private static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var descriptors: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if let descriptor = Int32(name) { descriptors.append(descriptor) }
        }
        return descriptors
    }

    /// Returns whether the process runs. If nothing reaps processes, a dead one remains in the table.
    package static func isThere(_ process: Int32) -> Bool {
        guard Glibc.kill(process, 0) == 0, let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        return !String(decoding: bytes[..<count], as: UTF8.self).contains(") Z")
    }

    private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}
