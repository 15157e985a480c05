import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceServices
import Glibc
import Testing

@testable import DeviceSimulator

@Suite("An app in a separate process", .timeLimit(.minutes(5))) struct ChildAppTests {
    @Test("inherits only its standard streams")
    func descriptors() throws {
        // Like the connections of servers, this descriptor is inherited by child processes.
        let other = fcntl(STDIN_FILENO, F_DUPFD, 200)
        try #require(other >= 200)
        defer { close(other) }
        let child = try #require(ChildApp.start("/bin/ls", ["/proc/self/fd"], environment: [:]))
        let said = text(from: child.output)
        #expect(child.waitForEnd() == nil)
        // The fourth descriptor is the listed directory.
        #expect(said.split(separator: "\n") == ["0", "1", "2", "3"])
    }

    @Test("is killed together with the processes that it started")
    func group() throws {
        let pipe = try NamedPipe()
        let child = try #require(ChildApp.start("/bin/sh", ["-c", #"sleep 600 >"$0" & wait"#, pipe.path], environment: [:]))
        let descriptor = open(pipe.path, O_RDONLY)
        defer { close(descriptor) }
        child.kill()
        #expect(child.waitForEnd() == "the app was ended by signal 9")
        // Hangs up when the process that holds the other end has ended.
        var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&end, 1, 60_000)
        #expect(count == 1)
    }

    @Test("has ended when the device terminates it, although a process that it left behind holds its output")
    func terminated() async throws {
        let device = try DeviceSimulator()
        let leftover = try LeftoverProcess()
        let environment = AppEnvironment(
            identifier: device.ownApp.identifier.rawValue, information: [:], language: "en", app: device.ownApp,
            broker: device.device.broker)
        let (reports, reporting) = AsyncStream<AppReport>.makeStream()
        let app = ExecutableProgram(at: "/bin/sh", arguments: leftover.arguments).launch(
            AppLaunch(settings: [:]), in: environment
        ) { _ = reporting.yield($0) }
        let (process, _) = try leftover.started()
        defer { kill(process, SIGKILL) }
        app.terminate()
        let report = await reports.first { _ in true }
        #expect(report == .ended(failure: nil))
    }

    @Test("an extension that is stopped loses its socket and connections, although a process that it left behind runs")
    func stopped() async throws {
        let device = try DeviceSimulator()
        let app = device.ownApp
        let leftover = try LeftoverProcess()
        let program = ExecutableExtension<ProviderOrder, ProviderReport>(
            path: "/bin/sh", arguments: leftover.arguments, broker: device.device.broker, language: nil, traceparent: nil
        ) { app }
        let (words, reporting) = AsyncStream<ExtensionWord<ProviderReport>>.makeStream()
        let started = program.start { _ = reporting.yield($0) }
        let running = try #require(started)
        let (process, socket) = try leftover.started()
        defer { kill(process, SIGKILL) }
        let connection = try UnixConnection(path: socket)
        running.stop()
        let word = await words.first { _ in true }
        #expect(word == .gone)
        #expect(connection.isOver)
        #expect(throws: UnixConnection.Failure.self) { try UnixConnection(path: socket) }
    }
}

/// A pipe with a path, in a temporary folder.
private struct NamedPipe {
    private let folder: TemporaryFolder
    var path: String { folder.path + "/pipe" }

    init() throws {
        folder = try TemporaryFolder()
        try #require(mkfifo(path, 0o600) == 0)
    }
}

/// A shell that leaves a process in another session behind, which holds its standard output.
private struct LeftoverProcess {
    private let pipe: NamedPipe

    init() throws { pipe = try NamedPipe() }

    /// The arguments of the shell.
    var arguments: [String] {
        let own = #"echo "$$ $\#(CurrentDevice.variable)" >"$0"; exec sleep 600"#
        return ["-c", #"setsid sh -c '\#(own)' "$0" & exec sleep 600"#, pipe.path]
    }

    /// Waits until the process has left the group of the shell. Returns its ID and the path of the socket.
    func started() throws -> (process: pid_t, socket: String) {
        let descriptor = open(pipe.path, O_RDONLY)
        defer { close(descriptor) }
        let words = text(from: descriptor).split(whereSeparator: \.isWhitespace)
        try #require(words.count == 2 && words[1].hasPrefix("unix:"), "\(words)")
        return (try #require(pid_t(words[0])), String(words[1].dropFirst("unix:".count)))
    }
}

/// Reads until the end.
private func text(from descriptor: Int32) -> String {
    var (said, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while case let count = read(descriptor, &piece, piece.count), count > 0 { said += piece.prefix(count) }
    return String(decoding: said, as: UTF8.self)
}
