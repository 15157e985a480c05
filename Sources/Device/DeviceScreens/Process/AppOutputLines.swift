import Glibc

/// The way from an app to its device. Once the device is gone, so is the process.
struct AppOutputLines: Sendable {
    private let descriptor: Int32

    /// Standard output as it was; from now on whatever prints there prints to standard error. Nil where there is none.
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
