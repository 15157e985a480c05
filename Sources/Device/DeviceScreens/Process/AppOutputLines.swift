import Glibc

/// The output from an app to its device. If the device has closed it, the process ends.
struct AppOutputLines: Sendable {
    private let descriptor: Int32

    /// Takes over standard output; later output of the process goes to standard error. Returns nil without a standard output.
    static func takingStandardOutput() -> AppOutputLines? {
        signal(SIGPIPE, SIG_IGN)
        let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return nil }
        return AppOutputLines(descriptor: descriptor)
    }

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    func send(_ output: AppOutput) {
        guard let line = try? AppLine.bytes(output), AppLineWriter.write(line, to: descriptor) else { exit(0) }
    }
}
