package import Foundation
internal import Glibc
internal import Synchronization
internal import Threads

/// Delivers messages with a `sendmail` command, which Postfix, OpenSMTPD, Exim, msmtp and others install.
///
/// The command queues, retries and usually signs. The outcome "delivered" means that it accepted the message.
package struct SendmailTransport: MailTransport {
    private let program: URL
    private let signers: [DKIMSigner]
    private let limit: Duration
    private let clock: any Clock<Duration>

    /// Creates a transport that starts the command once for each message, without a shell.
    ///
    /// - Parameters:
    ///   - program: The file of the command, such as `/usr/sbin/sendmail`.
    ///   - limit: The time after which the command is killed.
    package init(program: URL, signers: [DKIMSigner] = [], limit: Duration = .seconds(60), clock: any Clock<Duration>) {
        self.program = program
        self.signers = signers
        self.limit = limit
        self.clock = clock
    }

    package func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        for (index, message) in messages.enumerated() {
            await report(index, await outcome(of: message))
        }
    }

    private func outcome(of message: MailMessage) async -> MailOutcome {
        if Task.isCancelled { return .tryAgain(.cancelled) }
        guard let mail = try? message.encoded(signedBy: signers) else { return .tryAgain(.signing) }
        do {
            let run = try CommandRun(program, arguments(for: mail), input: Self.localForm(of: mail))
            return await outcome(of: run)
        } catch {
            return .tryAgain(.command(status: nil))
        }
    }

    /// Returns the arguments. With `-i`, a line of one dot does not end the message. With `--`, an address that starts with a hyphen is not an option.
    private func arguments(for mail: EncodedMail) -> [String] {
        ["-i", "-f", mail.sender?.text ?? "<>", "--", mail.recipient.text]
    }

    /// Returns the message with LF line ends, as local programs expect. The command restores CRLF, so signatures remain valid.
    private static func localForm(of mail: EncodedMail) -> [UInt8] { mail.bytes.filter { $0 != 0x0D } }

    private func outcome(of run: CommandRun) async -> MailOutcome {
        await withTaskCancellationHandler {
            await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await clock.sleep(for: limit)
                    run.kill(because: .timedOut(.completion))
                }
                defer { group.cancelAll() }
                let (status, fault) = await run.ended
                return fault.map(MailOutcome.unknown) ?? Self.outcome(of: status)
            }
        } onCancel: {
            Task {
                try? await clock.sleep(for: .afterCancellation)
                run.kill(because: .cancelled)
            }
        }
    }

    /// Returns the outcome for an exit code of sysexits.h. Nil means that a signal ended the command. `EX_NOHOST` condemns no address: msmtp
    /// returns it for its own server, too, while DNS fails.
    private static func outcome(of status: Int32?) -> MailOutcome {
        switch status {
        case 0: .delivered
        case EX_NOUSER: .rejected(MailRejection(.address, code: nil))
        case EX_DATAERR: .rejected(MailRejection(.message, code: nil))
        case nil: .unknown(.command(status: nil))
        default: .tryAgain(.command(status: status))
        }
    }
}

/// A running command.
///
/// Its input is a file that no other process can open, because a write to a pipe could block, or end this process by a signal. The command
/// inherits no environment variables, which may be secrets. Foundation's `Process` is not suitable, because it also waits for every process
/// that the command leaves behind. Some commands do that for the delivery.
private final class CommandRun: Sendable {
    private struct State {
        /// The status from waitpid(2), or nil while the command runs.
        var status: Int32?
        var fault: MailFault?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let process: pid_t
    private let state = Mutex(State())

    /// Starts a command. Throws if it cannot be started.
    init(_ program: URL, _ arguments: [String], input: [UInt8]) throws {
        let file = try Self.unnamedFile(input)
        defer { close(file) }
        process = try Self.spawn(program.path, arguments, input: file)
        let isWaiting = WorkerThread.start { [self] in waitForEnd() }
        guard isWaiting else {
            Glibc.kill(process, SIGKILL)
            waitForEnd()
            throw MailFault.command(status: nil)
        }
    }

    /// The exit status of the command, or nil if a signal ended it; and the reason if it was killed. Waits for the end of the
    /// command, also in a cancelled task.
    var ended: (status: Int32?, fault: MailFault?) {
        get async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.status == nil { state.waiter = continuation }
                    return state.status != nil
                }
                if isOver { continuation.resume() }
            }
            return state.withLock { state in
                // The low seven bits are the signal (wait(2), WIFSIGNALED).
                let status = state.status ?? SIGKILL
                return status & 0x7F == 0 ? ((status >> 8) & 0xFF, nil) : (nil, state.fault)
            }
        }
    }

    func kill(because fault: MailFault) {
        state.withLock { state in
            // Later the process ID may belong to another process.
            guard state.status == nil else { return }
            state.fault = state.fault ?? fault
            Glibc.kill(process, SIGKILL)
        }
    }

    private func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let waiter = state.withLock { state in
            var status: Int32 = 0
            waitpid(process, &status, 0)
            state.status = status
            return state.waiter
        }
        waiter?.resume()
    }

    private static func unnamedFile(_ bytes: [UInt8]) throws -> Int32 {
        let path = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)").path
        let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw MailFault.command(status: nil) }
        unlink(path)
        do {
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
            try handle.write(contentsOf: Data(bytes))
            try handle.seek(toOffset: 0)
            return file
        } catch {
            close(file)
            throw error
        }
    }

    private static func spawn(_ path: String, _ arguments: [String], input: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // SwiftNIO ignores SIGPIPE, and some threads block signals. The command must inherit neither.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
        var words = list([path] + arguments)
        var environment = list(["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"])
        defer { for text in words + environment { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, path, &actions, &attributes, &words, &environment) == 0 else {
            throw MailFault.command(status: nil)
        }
        return process
    }
}
