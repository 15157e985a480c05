package import DeviceProtocol
import Dispatch
import Glibc
import Threads

/// The software enclave in a process of its own, for as long as the broker wants it.
package final class EnclaveChild: Sendable {
    package let enclave: SoftwareEnclave
    private let socket: UnixConnection
    private let ending: DispatchGroup

    /// Starts `executable`, whose `arguments` must lead it to ``serve()``, and opens the enclave of the folder there.
    ///
    /// Throws `unavailable` where it cannot be started, or the enclave cannot be opened.
    package static func start(
        executable: String, arguments: [String], folder: DeviceFolder
    ) throws(DeviceRefusal) -> EnclaveChild {
        guard
            let configuration = SoftwareEnclave.Configuration(
                stateFile: folder.enclaveState, hostKey: try folder.hostKey(), opening: folder.enclaveOpening)
        else { throw .badRequest("\(folder.path) is too long for a device's folder") }
        let deadline = ContinuousClock.now + patienceWithAnother
        while true {
            do throws(EnclaveError) {
                return try EnclaveChild(executable, arguments, configuration)
            } catch {
                // The folder is ours, so that only the process of a broker that was killed can still be ending.
                guard error.code == .busy, ContinuousClock.now < deadline else {
                    throw .unavailable("the enclave in \(folder.path) cannot be opened: \(error)")
                }
                usleep(20_000)
            }
        }
    }

    /// What the process does: serves the broker that started it, and ends with it.
    package static func serve() throws(EnclaveError) {
        // A signal to the whole group, as by control-C, is for the broker: it still has to write.
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
            throw EnclaveError(.unavailable, "there is no thread to watch the enclave's process")
        }
        self.socket = socket
        self.ending = ending
        enclave = try SoftwareEnclave(socket: socket, configuration: configuration, timeout: Self.callTimeout)
    }

    private static func wait(for process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Returns when the process has ended.
    package func ended() async {
        await withCheckedContinuation { continuation in
            ending.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Ends the process, after what it was asked before. Calls of the enclave throw from now on.
    package func stop() {
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
        _ = ending.wait(timeout: .now() + .seconds(5))
    }

    private static let patienceWithAnother = Duration.seconds(10)
    /// Generous: a software enclave answers in milliseconds, also on a machine that is very busy.
    private static let callTimeout = Duration.seconds(60)
}
