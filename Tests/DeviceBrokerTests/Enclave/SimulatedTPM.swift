import CTSS2
import Glibc
import Testing

@testable import DeviceBroker

/// A TPM of software for one test: swtpm with a state of its own.
final class SimulatedTPM {
    static let executable = "/usr/bin/swtpm"
    static var isInstalled: Bool { access(executable, X_OK) == 0 }

    private let folder: String
    private var starts = 0
    private var process: pid_t = 0

    init(in folder: String) throws {
        self.folder = folder
        try start()
        try setLimitOfFailures()
    }

    deinit {
        kill()
    }

    /// The name by which the TPM's library finds it. Each start has a socket of its own, which a killed one cannot have left behind.
    var tcti: String { "swtpm:path=\(socket)" }

    private var socket: String { "\(folder)/t\(starts)" }

    func start() throws {
        starts += 1
        // It goes into the background once its sockets are open, and then tells its number.
        let numberFile = "\(folder)/pid\(starts)"
        let status = try run([
            Self.executable, "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--ctrl", "type=unixio,path=\(socket).ctrl",
            "--server", "type=unixio,path=\(socket)", "--flags", "not-need-init,startup-clear", "--daemon", "--pid",
            "file=\(numberFile)",
        ])
        try #require(status == 0, "swtpm does not start")
        process = try #require(readText(numberFile).flatMap { Int32($0.prefix { $0.isNumber }) })
    }

    /// Kills it on the spot and waits until it is gone.
    func kill() {
        guard process > 0 else { return }
        Glibc.kill(process, SIGKILL)
        while Glibc.kill(process, 0) == 0 && !isZombie { poll(nil, 0, 1) }
        process = 0
    }

    /// Lets it hang.
    func stop() { Glibc.kill(process, SIGSTOP) }

    /// Where nobody reaps processes, a dead one stays in the table.
    private var isZombie: Bool {
        readText("/proc/\(process)/stat")?.contains(") Z") ?? true
    }

    /// Gives the owner's hierarchy an authorization, as some machines' administrators do.
    func setOwnerAuthorization(_ text: String) throws {
        let connection = try TPMConnection(tcti: tcti, timeout: .seconds(60), owner: nil)
        var value = TPM2B_AUTH(Array(text.utf8))
        let status = Esys_HierarchyChangeAuth(
            connection.esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &value)
        try #require(status == 0)
    }

    /// A new TPM locks after three failures; tests make more.
    func setLimitOfFailures(_ count: UInt32 = 1000) throws {
        let connection = try TPMConnection(tcti: tcti, timeout: .seconds(60), owner: nil)
        let status = Esys_DictionaryAttackParameters(
            connection.esys, ESYS_TR_RH_LOCKOUT, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, count, 1000, 1000)
        try #require(status == 0)
    }
}

/// Runs a program to its end; its exit status.
private func run(_ arguments: [String]) throws -> Int32 {
    let argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    try #require(posix_spawn(&process, arguments[0], &actions, nil, argv, &environment) == 0)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
}

/// A small file as text; nil where it cannot be read.
func readText(_ path: String) -> String? {
    readBytes(path).map { String(decoding: $0, as: UTF8.self) }
}

/// A small file; nil where it cannot be read.
func readBytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
}

/// Replaces a small file.
func writeBytes(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}
