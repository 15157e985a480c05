import ArgumentParser
import DeviceBroker
import DeviceProtocol
import HardwareSecurityKeys
import JSONText
import Logging
import UnixSignals

struct DeviceRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a device until stopped.",
        discussion: """
            The folder is created if it does not exist. A program that can open an app's socket is that app, and every program of this \
            user can: see docs/threat-model.md. Apps sign in with the Apple Account of `device account` at the service that --apple \
            names, and share passwords with the websites of `device associate`. SIGINT and SIGTERM end the device; acknowledged changes \
            are on the disk.

            With --json: {"control","enclave":{"kind","description","hardwareBacked"},"apps":[{"app","groups","device"}]} on one line.
            """,
        example: "latchkey device run --state ~/device --app TEAM.com.example.app")

    @Option(
        help: ArgumentHelp("The enclave: software, or tpm: and the TCTI of a TPM.", valueName: "software|tpm:tcti"))
    var enclave = EnclaveChoice.software

    @Option(help: ArgumentHelp("The TPM slot of the device. Each device needs a separate slot.", valueName: "0-15"))
    var tpmSlot: UInt8?

    @Option(help: "The simulated sensor: face, fingerprint or none. (default: fingerprint)")
    var biometry: BiometryChoice?

    @Option(
        help: ArgumentHelp("The sensor: simulated, or this machine's reader through fprintd.", valueName: "simulated|fprintd"))
    var biometrics = BiometricsChoice.simulated

    @Option(
        help: ArgumentHelp(
            "The passcode: the device's own, or this account's password through a PAM service, latchkey by default.",
            valueName: "own|pam[:service]"))
    var passcode = PasscodeChoice.own

    @Option(
        help: ArgumentHelp(
            "The USB security key that apps can use: the only one that is connected, or the one with this path. (default: none)",
            valueName: "auto|path"))
    var securityKey: SecurityKeyChoice?

    @Option(
        help: ArgumentHelp(
            "An app to install; may be repeated. Apps of earlier starts are installed already.",
            valueName: "identifier[,group…]"))
    var app: [App] = []

    @Option(
        help: ArgumentHelp(
            "A folder for the sockets of other users' apps (device launch --user), which those users can enter.",
            valueName: "folder"))
    var appSockets: String?

    @Option(help: ArgumentHelp("The timeout of a prompt that no terminal shows.", valueName: "seconds"))
    var timeout = 60

    @Option(help: ArgumentHelp("The maximum number of items and rights in one access group.", valueName: "number"))
    var keychainItems = KeychainQuota.standard.items

    @Option(help: ArgumentHelp("The maximum size of an access group's values and attributes, in MiB.", valueName: "MiB"))
    var keychainSize = KeychainQuota.standard.bytes >> 20

    @Option(help: ArgumentHelp("The maximum size of one value, in MiB.", valueName: "MiB"))
    var keychainValueSize = KeychainQuota.standard.valueBytes >> 20

    @OptionGroup var system: SystemOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard tpmSlot.map({ $0 < TPMAllocation.count }) ?? true else { throw ValidationError("--tpm-slot must be 0 to 15") }
        if case .software = enclave, tpmSlot != nil { throw ValidationError("--tpm-slot requires --enclave tpm:…") }
        if biometrics == .fprintd, biometry != nil { throw ValidationError("--biometry requires --biometrics simulated") }
        guard (1...86_400).contains(timeout) else { throw ValidationError("--timeout must be 1 to 86400 seconds") }
        guard (1...100_000).contains(keychainItems) else { throw ValidationError("--keychain-items must be 1 to 100000") }
        guard (1...1_048_576).contains(keychainSize) else { throw ValidationError("--keychain-size must be 1 to 1048576 MiB") }
        guard (1...64).contains(keychainValueSize) else { throw ValidationError("--keychain-value-size must be 1 to 64 MiB") }
    }

    func run() async throws {
        LargeMessagePermit.returnFreedMemory()
        // Traps signals first, so that a signal during the start ends the device in order.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        let session: DeviceSession
        do {
            session = try DeviceSession(self, in: DeviceFolder(path: try device.folder()))
        } catch let rejection as DeviceError {
            throw CommandFailure(.store, DeviceErrorText.of(rejection))
        }
        announce(session)
        try await session.run(until: signals)
    }

    private func announce(_ device: DeviceSession) {
        let terminal = Terminal()
        let description = device.running.device.enclaveDescription
        let apps = device.apps
        if !description.isHardwareBacked {
            terminal.say("the keys are not backed by hardware: \(description.model.sanitized)")
        }
        if case .pam(let service) = passcode {
            terminal.say("the passcode is the password of this account, checked by the PAM service \(service.rawValue)")
        }
        if biometrics == .fprintd { terminal.say("fprintd identifies fingers") }
        if securityKey != nil { terminal.say("apps can use a security key of this machine") }
        if output.json {
            let document = DeviceDocument(control: device.running.folder.controlSocket, enclave: description, apps: apps)
            terminal.result(document.json, .compact)
        } else {
            let rows =
                [["control", device.running.folder.controlSocket, ""]]
                + apps.map { ["app", $0.device, $0.app.identifier.rawValue] }
            for line in TextTable([], rows.map { row in row.filter { !$0.isEmpty } }).lines { terminal.result(line) }
        }
    }
}

/// The values of `--biometry`.
enum BiometryChoice: String, ExpressibleByArgument, CaseIterable {
    case face
    case fingerprint
    case none

    var kind: Mechanisms.BiometryKind {
        switch self {
        case .face: .face
        case .fingerprint: .fingerprint
        case .none: .none
        }
    }
}

/// The values of `--enclave`.
enum EnclaveChoice: ExpressibleByArgument {
    case software
    case tpm(String)

    init?(argument: String) {
        if argument == "software" {
            self = .software
        } else if argument.hasPrefix("tpm:"), argument.count > 4 {
            self = .tpm(String(argument.dropFirst(4)))
        } else {
            return nil
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .software: "software"
        case .tpm(let tcti): "tpm:" + tcti
        }
    }
}

/// A running device as JSON.
struct DeviceDocument {
    let control: String
    let enclave: EnclaveDescription
    let apps: [LaunchedApp]

    var json: JSONValue {
        [
            "control": .string(control),
            "enclave": [
                "kind": .string("\(enclave.kind)"), "description": .string(enclave.model),
                "hardwareBacked": .boolean(enclave.isHardwareBacked),
            ],
            "apps": .array(apps.map(\.json)),
        ]
    }
}

/// The values of `--biometrics`.
enum BiometricsChoice: String, ExpressibleByArgument, CaseIterable {
    case simulated
    case fprintd

    func sensor(_ simulated: BiometryChoice) -> SensorChoice {
        switch self {
        case .simulated: .simulated(simulated.kind)
        case .fprintd: .attached(FprintdSensor())
        }
    }
}

/// The values of `--security-key`.
struct SecurityKeyChoice: ExpressibleByArgument {
    let key: HardwareSecurityKey

    /// Returns nil for a path that is not absolute.
    init?(argument: String) {
        guard argument == "auto" || argument.hasPrefix("/") else { return nil }
        key = HardwareSecurityKey(
            argument == "auto" ? .only : .path(argument), logger: Logger(label: "latchkey") { TextLogHandler(label: $0) })
    }
}

/// The values of `--passcode`.
enum PasscodeChoice: ExpressibleByArgument {
    /// The device's own passcode, which only the device knows.
    case own
    case pam(PAMServiceName)

    init?(argument: String) {
        switch argument {
        case "own": self = .own
        case "pam": self = .pam(.standard)
        default:
            guard argument.hasPrefix("pam:"), let service = PAMServiceName(rawValue: String(argument.dropFirst(4))) else {
                return nil
            }
            self = .pam(service)
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .own: "own"
        case .pam(let service): "pam:" + service.rawValue
        }
    }

    /// Returns the verifier that must accept a passcode too. Throws a ``CommandFailure`` if this process's account has no name.
    func verifier() throws -> PAMVerifier? {
        guard case .pam(let service) = self else { return nil }
        guard let account = PAMAccount.ofThisProcess() else {
            throw CommandFailure(.failure, "this process's account has no name, so PAM cannot check its password")
        }
        return PAMVerifier(service: service, account: account)
    }
}

/// `latchkey device enclave-process`: the process of a software enclave, which `device run` starts. It is not for users.
struct EnclaveProcessCommand: ParsableCommand {
    static let name = "enclave-process"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Hold the keys of a running device.", shouldDisplay: false)

    func run() throws {
        do {
            try EnclaveChild.serve()
        } catch {
            throw CommandFailure(.failure, "the software enclave stopped: \(error)")
        }
    }
}
