import Foundation
import Glibc
import Synchronization

/// A headless Chromium with a temporary profile, and the socket of its debugger.
///
/// Chromium reads commands from descriptor 3 and writes responses to descriptor 4. Both are one socket pair here, so that writing
/// to a dead browser is an error and not a SIGPIPE. When this end closes for any reason, such as the end of the test process,
/// Chromium ends too.
final class BrowserProcess: Sendable {
    let socket: Int32
    private let process: Process
    private let profile: URL
    private let isGone = Mutex(false)

    init(executable: String) throws {
        // Short, because Chromium creates a socket in it, and the path of a socket has at most 107 bytes.
        let name = "browser-\(UUID().uuidString.prefix(8))"
        profile = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)

        var pair: [Int32] = [-1, -1]
        let made = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
        guard made == 0 else { throw ChromiumError.ended(log: "no socket pair: \(String(cString: strerror(errno)))") }
        socket = pair[0]
        let itsEnd = FileHandle(fileDescriptor: pair[1], closeOnDealloc: false)
        defer { Glibc.close(pair[1]) }

        process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            [
                "-c", #"log=$1; shift; exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>"$log""#,
                executable, profile.appending(path: "log").path,
            ] + Self.flags + ["--user-data-dir=\(profile.path)", "about:blank"]
        // Its temporary files are deleted with the profile.
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": profile.path]) { _, ours in ours }
        process.standardInput = itsEnd
        process.standardOutput = itsEnd
        do {
            try process.run()
        } catch {
            Glibc.close(socket)
            try? FileManager.default.removeItem(at: profile)
            throw error
        }
    }

    deinit {
        kill()
        Glibc.close(socket)
    }

    /// The last lines the browser wrote to its error output.
    var log: String {
        let text = (try? String(contentsOf: profile.appending(path: "log"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(10).joined(separator: "\n")
    }

    /// Ends the browser and its child processes immediately, and deletes the profile. Further calls do nothing.
    func kill() {
        let wasGone = isGone.withLock { gone in
            defer { gone = true }
            return gone
        }
        guard !wasGone else { return }
        // Wakes the reading thread, and tells the browser to end if a signal misses one of its processes.
        shutdown(socket, Int32(SHUT_RDWR))
        let identifier = process.processIdentifier
        if getpgid(identifier) == identifier { Glibc.kill(-identifier, SIGKILL) }
        if process.isRunning { Glibc.kill(identifier, SIGKILL) }
        process.waitUntilExit()
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

    /// No window, no lookups, no background traffic, nothing stored. Names other than localhost do not resolve.
    private static let flags = [
        "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--disable-breakpad",
        "--disable-default-apps", "--no-first-run", "--no-default-browser-check", "--password-store=basic", "--lang=en-US",
        "--force-color-profile=srgb", "--font-render-hinting=none",
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ]
}
