package import DeviceProtocol
package import Glibc
package import Secrets

/// The software enclave as a separate process.
package enum SoftwareEnclaveProcess {
    /// The child's descriptor for its end of the socket: 3.
    package static let inheritedDescriptor: Int32 = 3

    /// Starts `executable`, whose `arguments` must make it call ``run(socket:random:steps:)``, and returns this end of the socket
    /// and the process.
    ///
    /// The child inherits standard error and an empty environment, and nothing else. It ends when the socket is closed; the caller
    /// must still wait for it. Throws ``EnclaveError/Code/unavailable`` if it cannot be started.
    package static func start(executable: String, arguments: [String]) throws(EnclaveError) -> (
        socket: UnixConnection, process: pid_t
    ) {
        let (ours, theirs): (UnixConnection, UnixConnection)
        do throws(UnixConnection.Failure) {
            (ours, theirs) = try UnixConnection.pair()
        } catch {
            throw EnclaveError(error)
        }
        // A process inherits from the starting thread that it cannot gain privileges, so that applies to all of its later threads.
        guard let started = ProcessHardening.withoutNewPrivileges({ spawn(executable, arguments, theirs) }) else {
            throw EnclaveError(.notHardened, "cannot prevent the enclave process from gaining privileges")
        }
        guard started.failure == 0 else {
            throw EnclaveError(.unavailable, "cannot start \(executable): errno \(started.failure)")
        }
        return (ours, started.process)
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], _ theirs: UnixConnection
    ) -> (failure: Int32, process: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        // A descriptor that is duplicated onto itself also loses close-on-exec (POSIX.1-2024), so 3 needs no special case.
        posix_spawn_file_actions_adddup2(&actions, theirs.descriptor, inheritedDescriptor)
        for descriptor in openDescriptors() where descriptor > inheritedDescriptor {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
        argv.append(nil)
        defer { argv.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var process: pid_t = 0
        let failure = posix_spawn(&process, executable, &actions, nil, argv, &environment)
        return (failure, process)
    }

    /// Serves one enclave at `socket` until the other end closes it, after hardening this process.
    ///
    /// For a process with no other purpose, because the measures affect all of it. Throws ``EnclaveError/Code/notHardened`` before
    /// the first message if a required measure fails, and ``EnclaveError/Code/protocolViolation`` after a malformed message.
    package static func run(
        socket: UnixConnection, random: any RandomBytes = SystemRandomBytes(), steps: EnclaveSteps = .unobserved
    ) throws(EnclaveError) {
        let description: EnclaveDescription
        do throws(ProcessHardening.Failure) {
            description = .softwareInOwnProcess(try ProcessHardening.apply(.enclave))
        } catch {
            throw EnclaveError(.notHardened, "cannot apply a required hardening measure: \(error.measure)")
        }
        try serve(socket: socket, description: description, random: random, steps: steps)
    }

    /// Returns this process's open descriptors. The child also inherits a descriptor that another thread opens meanwhile, unless it
    /// is close-on-exec, as all descriptors of this program are.
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

    /// Serves without hardening, for a thread of a test.
    static func serve(
        socket: UnixConnection, description: EnclaveDescription, random: any RandomBytes, steps: EnclaveSteps
    ) throws(EnclaveError) {
        var vault: SoftwareVault?
        do throws(UnixConnection.Failure) {
            while true {
                let message = try socket.receive(atMost: EnclaveRequest.byteLimit)
                guard let request = try? EnclaveRequest(message: message) else {
                    // The stream may be out of step after such a message.
                    try socket.send(EnclaveResponse.failed(.protocolViolation, "malformed request").message)
                    break
                }
                try socket.send(answer(request, &vault, description, random, steps).message)
            }
        } catch .closed {
            return
        } catch {
            throw EnclaveError(error)
        }
        throw EnclaveError(.protocolViolation, "the enclave received a malformed request")
    }

    private static func answer(
        _ request: EnclaveRequest, _ vault: inout SoftwareVault?, _ description: EnclaveDescription, _ random: any RandomBytes,
        _ steps: EnclaveSteps
    ) -> EnclaveResponse {
        if vault != nil { return vault?.answer(request) ?? .failed(.protocolViolation, "no enclave is open") }
        guard case .open(let opening) = request else { return .failed(.protocolViolation, "no enclave is open") }
        do throws(EnclaveError) {
            vault = try SoftwareVault(opening, description: description, random: random, steps: steps)
            return .opened(description)
        } catch {
            return .failed(error.code, error.reason)
        }
    }
}
