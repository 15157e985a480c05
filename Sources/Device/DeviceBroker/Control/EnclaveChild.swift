package import DeviceProtocol
import Dispatch
import Glibc
import Threads

/// The software enclave in a child process of the broker.
package final class EnclaveChild: Sendable {
    package let enclave: SoftwareEnclave
    private let socket: UnixConnection
    private let ending: DispatchGroup

    /// Starts `executable`, whose `arguments` must make it call ``serve()``, and opens the folder's enclave in the new process.
    ///
    /// Throws `unavailable` if the process cannot be started or the enclave cannot be opened.
    package static func start(
        executable: String, arguments: [String], folder: DeviceFolder
    ) throws(DeviceError) -> EnclaveChild {
        guard
            let configuration = SoftwareEnclave.Configuration(
                stateFile: folder.enclaveState, hostKey: try folder.hostKey(), opening: folder.enclaveOpening)
        else { throw .badRequest("the path \(folder.path) is too long for a device folder") }
        let deadline = ContinuousClock.now + otherProcessTimeout
        while true {
            do throws(EnclaveError) {
                return try EnclaveChild(executable, arguments, configuration)
            } catch {
                // The broker holds the folder's lock, so only the enclave process of a killed broker can still be ending.
                guard error.code == .busy, ContinuousClock.now < deadline else {
                    throw .unavailable("cannot open the enclave in \(folder.path): \(error)")
                }
                usleep(20_000)
            }
        }
    }

    /// Runs the child process, as its main function: serves the broker that started it, and ends when the broker does.
    package static func serve() throws(EnclaveError) {
        // Signals to the whole process group, such as control-C, are handled by the broker, which still has data to write.
        for signal in [SIGINT, SIGTERM, SIGHUP] { Glibc.signal(signal, SIG_IGN) }
        try SoftwareEnclaveProcess.run(socket: UnixConnection(descriptor: SoftwareEnclaveProcess.inheritedDescriptor))
    }

    private init(_ executable: String, _ arguments: [String], _ configuration: SoftwareEnclave.Configuration) throws(EnclaveError) {
        let (socket, process) = try SoftwareEnclaveProcess.start(executable: executable, arguments: arguments)
        let ending = DispatchGroup()
        ending.enter()
        let isStarted = WorkerThread.start {
            Self.wait(for: process)
            ending.leave()
        }
        guard isStarted else {
            ending.leave()
            kill(process, SIGKILL)
            Self.wait(for: process)
            throw EnclaveError(.unavailable, "cannot start a thread that watches the enclave process")
        }
        self.socket = socket
        self.ending = ending
        enclave = try SoftwareEnclave(socket: socket, configuration: configuration, timeout: Self.callTimeout)
    }

    private static func wait(for process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Returns after the process has ended.
    package func ended() async {
        await withCheckedContinuation { continuation in
            ending.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Ends the process after its pending requests. Later calls of the enclave throw.
    package func stop() {
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
        _ = ending.wait(timeout: .now() + .seconds(5))
    }

    private static let otherProcessTimeout = Duration.seconds(10)
    /// The timeout of a call, which is long enough for a heavily loaded machine; a software enclave usually responds within
    /// milliseconds.
    private static let callTimeout = Duration.seconds(60)
}
