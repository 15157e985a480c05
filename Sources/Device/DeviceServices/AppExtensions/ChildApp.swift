import Foundation
import Glibc
import Synchronization

/// A child process in a separate process group, with pipes to its standard input and from its standard output.
package final class ChildApp: Sendable {
    /// The descriptor that writes to the child.
    package let input: Int32
    /// The descriptor that reads from the child.
    package let output: Int32
    private let process: pid_t
    /// Whether the process ID was released by waiting. Signals must not be sent afterwards, because the ID may be reused.
    private let isWaitedFor = Mutex(false)

    private init(input: Int32, output: Int32, process: pid_t) {
        self.input = input
        self.output = output
        self.process = process
    }

    deinit {
        close(input)
        close(output)
    }

    /// Starts the executable with this process's environment, without the variables that name a device's folder, and with the
    /// variables in `environment`. Returns nil if it cannot be started.
    package static func start(_ path: String, _ arguments: [String], environment: [String: String]) -> ChildApp? {
        // Writing to a child that ended must fail, not terminate this process.
        signal(SIGPIPE, SIG_IGN)
        guard let toChild = pipe() else { return nil }
        guard let fromChild = pipe() else {
            closeAll(toChild)
            return nil
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromChild.write, STDOUT_FILENO)
        guard closeOthers(&actions) else {
            closeAll(toChild)
            closeAll(fromChild)
            return nil
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = inherited(without: environment).map { strdup($0) }
        variables += environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + variables { free(text) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, &actions, &attributes, &argv, &variables)
        close(toChild.read)
        close(fromChild.write)
        guard failure == 0 else {
            close(toChild.write)
            close(fromChild.read)
            return nil
        }
        return ChildApp(input: toChild.write, output: fromChild.read, process: process)
    }

    /// Kills the process and its group, and ends ``output``. Does nothing after the process was waited for.
    package func kill() {
        isWaitedFor.withLock { isWaitedFor in
            guard !isWaitedFor else { return }
            // A process that left the group may hold the other end of the output open.
            shutdown(output, Int32(SHUT_RD))
            _ = Glibc.kill(-process, SIGKILL)
            // The child too may have left its group.
            _ = Glibc.kill(process, SIGKILL)
        }
    }

    /// Blocks until the process has ended; call it once. Returns nil for status 0, otherwise a description of how it ended.
    package func waitForEnd() -> String? {
        var information = siginfo_t()
        // Leaves the process as a zombie, so that its ID cannot be reused yet.
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return isWaitedFor.withLock { isWaitedFor in
            isWaitedFor = true
            var status: Int32 = 0
            guard waitpid(process, &status, 0) == process else { return "the app has ended" }
            let signal = status & 0x7F
            if signal != 0 { return "the app was ended by signal \(signal)" }
            let code = (status >> 8) & 0xFF
            return code == 0 ? nil : "the app ended with status \(code)"
        }
    }

    /// Creates a pair of sockets, which are close-on-exec from the start. If another child held an app's end, the app would not
    /// notice the end of the device.
    private static func pipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
        shutdown(ends[0], Int32(SHUT_WR))
        shutdown(ends[1], Int32(SHUT_RD))
        return (ends[0], ends[1])
    }

    /// Closes all other descriptors in the child. Otherwise connections of servers in this process would stay open as long as the
    /// app runs.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) -> Bool {
        // glibc has this function since 2.34, but Swift does not import it.
        typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return false }
        return unsafeBitCast(symbol, to: CloseFrom.self)(&actions, STDERR_FILENO + 1) == 0
    }

    private static func closeAll(_ pipe: (read: Int32, write: Int32)) {
        close(pipe.read)
        close(pipe.write)
    }

    /// The variable with the device's folder, which belongs to the owner and is not for apps.
    private static let ownersFolder = "LATCHKEY_DEVICE_STATE"

    private static func inherited(without other: [String: String]) -> [String] {
        var texts: [String] = []
        var next = environ
        while let text = next.pointee {
            let variable = String(cString: text)
            if let name = variable.split(separator: "=", maxSplits: 1).first, other[String(name)] == nil, name != ownersFolder {
                texts.append(variable)
            }
            next += 1
        }
        return texts
    }
}

/// A folder that only its owner can access, deleted with the object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/device-simulator-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
