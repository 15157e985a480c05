package import DeviceProtocol
package import Glibc
package import Secrets

/// The software enclave as a process of its own.
package enum SoftwareEnclaveProcess {
    /// The descriptor at which ``start(executable:arguments:)`` hands the child its end of the socket: 3.
    package static let inheritedDescriptor: Int32 = 3

    /// Starts `executable`, whose `arguments` must lead it to ``run(socket:random:steps:)``, and returns our end of the socket with the process.
    ///
    /// The child inherits standard error, an empty environment and nothing else. It ends when the socket does; whoever started it must
    /// still wait for it. Throws ``EnclaveError/Code/unavailable`` where it cannot be started.
    package static func start(executable: String, arguments: [String]) throws(EnclaveError) -> (
        socket: UnixConnection, process: pid_t
    ) {
        let (ours, theirs): (UnixConnection, UnixConnection)
        do throws(UnixConnection.Failure) {
            (ours, theirs) = try UnixConnection.pair()
        } catch {
            throw EnclaveError(error)
        }
        // A process inherits from the thread that starts it that it gains no privileges; so it holds for all the threads it will have.
        guard let started = ProcessHardening.withoutNewPrivileges({ spawn(executable, arguments, theirs) }) else {
            throw EnclaveError(.notHardened, "new privileges cannot be forbidden")
        }
        guard started.failure == 0 else {
            throw EnclaveError(.unavailable, "\(executable) cannot be started: errno \(started.failure)")
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
        // A descriptor copied onto itself loses close-on-exec as well (POSIX.1-2024), so that 3 needs no exception.
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

    /// Serves one enclave at `socket` until the other end closes it, after making this process as hard to look into as it can.
    ///
    /// For a process that does nothing else: the measures hold for all of it. Throws ``EnclaveError/Code/notHardened`` before the first
    /// message where a measure that must succeed does not, and ``EnclaveError/Code/protocolViolation`` after a message that cannot be read.
    package static func run(
        socket: UnixConnection, random: any RandomBytes = SystemRandomBytes(), steps: EnclaveSteps = .unobserved
    ) throws(EnclaveError) {
        let description: EnclaveDescription
        do throws(ProcessHardening.Failure) {
            description = .softwareInOwnProcess(try ProcessHardening.apply(.enclave))
        } catch {
            throw EnclaveError(.notHardened, "a measure that must hold does not: \(error.measure)")
        }
        try serve(socket: socket, description: description, random: random, steps: steps)
    }

    /// What this process has open now. A descriptor that another thread opens meanwhile reaches the child, unless it is close-on-exec as
    /// all of ours are.
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

    /// The same without hardening: for a thread of a test.
    static func serve(
        socket: UnixConnection, description: EnclaveDescription, random: any RandomBytes, steps: EnclaveSteps
    ) throws(EnclaveError) {
        var vault: SoftwareVault?
        do throws(UnixConnection.Failure) {
            while true {
                let message = try socket.receive(atMost: EnclaveRequest.byteLimit)
                guard let request = try? EnclaveRequest(message: message) else {
                    // Nothing after such a message can be trusted to begin where it seems to.
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
        throw EnclaveError(.protocolViolation, "malformed request")
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
