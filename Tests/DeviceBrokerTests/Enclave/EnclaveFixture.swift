import DeviceParts
import Foundation
import Glibc
import Secrets
import Synchronization
import Testing

@testable import DeviceBroker

/// A device for one test: a folder, a TPM if required, and enclaves that are opened in it one after the other.
final class EnclaveFixture {
    let subject: EnclaveSubject
    let folder: String
    private(set) var tpm: SimulatedTPM?
    private var children: [pid_t] = []

    init(_ subject: EnclaveSubject) throws {
        self.subject = subject
        // Short, because the path of a socket in it must be below 108 bytes.
        let place = FileManager.default.temporaryDirectory.path
        try #require(place.utf8.count < 80, "the path of the temporary folder is too long for sockets")
        var template = Array("\(place)/lkenc-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        folder = String(cString: made)
        if subject == .tpm { tpm = try SimulatedTPM(in: folder) }
    }

    deinit {
        // An enclave that a test still retains would keep its process running indefinitely.
        killEnclave()
        tpm = nil
        if let listing = opendir(folder) {
            while let entry = readdir(listing) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
                unlink("\(folder)/\(name)")
            }
            closedir(listing)
        }
        rmdir(folder)
    }

    var stateFile: String { "\(folder)/enclave" }

    /// The interruption of an enclave at a durable step.
    enum Death { case stopped, killed }

    /// Opens the enclave. `dyingAt` interrupts it at its Nth durable step from now: the enclave process is killed; otherwise the
    /// call stops there, after the TPM was killed if `death` says so.
    func open(
        _ opening: EnclaveOpening = .createIfAbsent, dyingAt step: Int? = nil, death: Death = .stopped, hostKey: UInt8 = 7,
        allocation: TPMAllocation = .first, timeout: Duration = .seconds(600), stateFile: String? = nil
    ) throws -> any Enclave {
        let stateFile = stateFile ?? self.stateFile
        let steps = step.map { deadly(at: $0, death) } ?? .unobserved
        switch subject {
        case .tpm:
            let configuration = TPMEnclave.Configuration(
                tcti: try #require(tpm).tcti, stateFile: stateFile, opening: opening, allocation: allocation, timeout: timeout)
            return try TPMEnclave(try #require(configuration), steps: steps)
        case .softwareHere:
            return try SoftwareEnclave(inProcess: try configuration(opening, hostKey, stateFile), steps: steps)
        case .softwareApart:
            let (socket, process) = try SoftwareEnclaveProcess.start(
                executable: Self.host, arguments: step.map { ["--die-at", String($0)] } ?? [])
            children.append(process)
            return try SoftwareEnclave(
                socket: socket, configuration: try configuration(opening, hostKey, stateFile), timeout: timeout)
        }
    }

    /// Waits until the processes of released enclaves have ended and released the file.
    func close() {
        for child in children {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        }
        children = []
    }

    /// Kills the TPM or the enclave process.
    func killEnclave() {
        tpm?.kill()
        for child in children { kill(child, SIGKILL) }
        close()
    }

    /// Restarts a killed TPM.
    func restart() throws {
        try tpm?.start()
    }

    var child: pid_t? { children.last }

    func configuration(
        _ opening: EnclaveOpening, _ hostKey: UInt8, _ stateFile: String? = nil
    ) throws -> SoftwareEnclave.Configuration {
        let key = SecretBytes([UInt8](repeating: hostKey, count: 32))
        return try #require(SoftwareEnclave.Configuration(stateFile: stateFile ?? self.stateFile, hostKey: key, opening: opening))
    }

    private func deadly(at step: Int, _ death: Death) -> EnclaveSteps {
        let taken = Mutex(0)
        let victim = death == .killed ? tpm.map { Unmanaged.passUnretained($0).toOpaque() } : nil
        let address = victim.map { UInt(bitPattern: $0) }
        return EnclaveSteps { (reached) throws(EnclaveError) in
            let count = taken.withLock { count -> Int in
                count += 1
                return count
            }
            guard count == step else { return }
            // The fixture outlives every enclave that it opened.
            if let pointer = address.flatMap({ UnsafeRawPointer(bitPattern: $0) }) {
                Unmanaged<SimulatedTPM>.fromOpaque(pointer).takeUnretainedValue().kill()
            }
            throw EnclaveError(.unavailable, "died at \(reached)")
        }
    }

    /// The executable in the same folder as the one that runs the tests.
    static let host: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let own = String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/SoftwareEnclaveHost"
    }()
}
