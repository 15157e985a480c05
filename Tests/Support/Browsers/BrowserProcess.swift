package import Foundation
import Glibc
import Synchronization
import TestKit

/// A headless browser with a temporary profile, and the socket that is its standard input and output.
///
/// The socket is one end of a pair, so that writing to a dead browser is an error and not a SIGPIPE. When this end closes for any
/// reason, such as the end of the test process, the script must end the browser.
package final class BrowserProcess: Sendable {
    package let socket: BrowserSocket
    private let process: Process
    private let profile: URL
    private let isGone = Mutex(false)

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - script: the shell script that starts it. Its arguments are the folder of the profile, the program and the flags. It writes
    ///     the error output to the file `log` in that folder.
    ///   - flags: prepares the folder of the profile, and returns the arguments of the program.
    package init(_ program: BrowserProgram, script: String, flags: (_ profile: URL) throws -> [String]) throws {
        let executable = try program.installed
        // Short, because Chromium creates a socket in it, and the path of a socket has at most 107 bytes.
        let name = "browser-\(UUID().uuidString.prefix(8))"
        profile = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)

        var pair: [Int32] = [-1, -1]
        let made = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
        guard made == 0 else { throw BrowserError.ended(log: "no socket pair: \(String(cString: strerror(errno)))") }
        socket = BrowserSocket(descriptor: pair[0])
        let itsEnd = FileHandle(fileDescriptor: pair[1], closeOnDealloc: false)
        defer { Glibc.close(pair[1]) }

        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // Its temporary files are deleted with the profile.
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": profile.path]) { _, ours in ours }
        process.standardInput = itsEnd
        process.standardOutput = itsEnd
        do {
            process.arguments = ["-c", script, "sh", profile.path, executable] + (try flags(profile))
            try process.run()
        } catch {
            try? FileManager.default.removeItem(at: profile)
            throw error
        }
    }

    deinit { kill() }

    /// The last lines the browser wrote to its error output.
    package var log: String {
        let text = (try? String(contentsOf: profile.appending(path: "log"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(10).joined(separator: "\n")
    }

    /// Ends the browser and its child processes immediately, and deletes the profile. Further calls do nothing.
    package func kill() {
        let wasGone = isGone.withLock { gone in
            defer { gone = true }
            return gone
        }
        guard !wasGone else { return }
        // Wakes the reading thread, and makes the browser end if a signal misses one of its processes.
        socket.end()
        let identifier = process.processIdentifier
        if getpgid(identifier) == identifier { Glibc.kill(-identifier, SIGKILL) }
        if !process.hasEnded { Glibc.kill(identifier, SIGKILL) }
        process.wait()
        removeProfile()
    }

    /// The browser's child processes are killed too, but not waited for, because they are not children of this process. One of them
    /// may be creating a file in the folder that is being deleted.
    private func removeProfile() {
        for _ in 0..<100 {
            try? FileManager.default.removeItem(at: profile)
            guard FileManager.default.fileExists(atPath: profile.path) else { return }
            usleep(20_000)
        }
    }
}
