import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText
import UnixSignals

struct DeviceRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a device until it is stopped.",
        discussion: """
            The folder is made where there is none. Whoever can open an app's socket is that app, and every program of this user can: \
            docs/threat-model.md. Apps sign in with the Apple account of `device account` at the service that --apple names, and share passwords with the \
            websites of `device associate`. SIGINT and SIGTERM end it; what was acknowledged is on the disk.

            With --json: {"control","enclave":{"kind","description","hardwareBacked"},"apps":[{"app","groups","device"}]} on one line.
            """)

    @Option(
        help: ArgumentHelp("What keeps the keys: software, or tpm: and how the TPM is reached.", valueName: "software|tpm:tcti"))
    var enclave = EnclaveChoice.software

    @Option(help: ArgumentHelp("Which of the TPM's 16 places the device has; one device each.", valueName: "0-15"))
    var tpmSlot: UInt8?

    @Option(help: "The simulated sensor: face, fingerprint or none. (default: fingerprint)")
    var biometry: BiometryChoice?

    @Option(
        help: ArgumentHelp("Whose sensor it is: simulated, or this machine's reader by fprintd.", valueName: "simulated|fprintd"))
    var biometrics = BiometricsChoice.simulated

    @Option(
        help: ArgumentHelp(
            "What the passcode is: the device's own, or the password of this account by a service of PAM, latchkey without a name.",
            valueName: "own|pam[:service]"))
    var passcode = PasscodeChoice.own

    @Option(
        help: ArgumentHelp(
            "An app to install; may be given several times. Those of earlier starts are there without.",
            valueName: "identifier[,group…]"))
    var app: [App] = []

    @Option(
        help: ArgumentHelp(
            "A folder for the sockets of apps with users of their own (device launch --user), which those users can enter.",
            valueName: "folder"))
    var appSockets: String?

    @Option(help: ArgumentHelp("How long a prompt waits for somebody to take it.", valueName: "seconds"))
    var patience = 60

    @Option(help: ArgumentHelp("How many items and rights one access group may hold.", valueName: "number"))
    var keychainItems = KeychainQuota.standard.items

    @Option(help: ArgumentHelp("How much their values may take, in MiB.", valueName: "MiB"))
    var keychainSize = KeychainQuota.standard.bytes >> 20

    @Option(help: ArgumentHelp("How long one value may be, in MiB.", valueName: "MiB"))
    var keychainValueSize = KeychainQuota.standard.valueBytes >> 20

    @OptionGroup var system: SystemOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard tpmSlot.map({ $0 < TPMAllocation.count }) ?? true else { throw ValidationError("--tpm-slot takes 0 to 15") }
        if case .software = enclave, tpmSlot != nil { throw ValidationError("--tpm-slot is for --enclave tpm:…") }
        if biometrics == .fprintd, biometry != nil { throw ValidationError("--biometry is for --biometrics simulated") }
        guard (1...86_400).contains(patience) else { throw ValidationError("--patience takes 1 to 86400 seconds") }
        guard (1...100_000).contains(keychainItems) else { throw ValidationError("--keychain-items takes 1 to 100000") }
        guard (1...1_048_576).contains(keychainSize) else { throw ValidationError("--keychain-size takes 1 to 1048576 MiB") }
        guard (1...64).contains(keychainValueSize) else { throw ValidationError("--keychain-value-size takes 1 to 64 MiB") }
    }

    func run() async throws {
        LargeTurn.giveMemoryBack()
        // Before anything is begun, so that nothing is cut off.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        let session: DeviceSession
        do {
            session = try DeviceSession(self, in: DeviceFolder(path: try device.folder()))
        } catch let refusal as DeviceRefusal {
            throw CommandFailure(.store, Words.of(refusal))
        }
        announce(session)
        try await session.run(until: signals)
    }

    private func announce(_ device: DeviceSession) {
        let terminal = Terminal()
        let description = device.running.device.enclaveDescription
        let apps = device.apps
        if !description.isHardwareBacked {
            terminal.say("the keys are not backed by hardware: \(description.model.harmless)")
        }
        if case .pam(let service) = passcode {
            terminal.say("the passcode is the password of this account, by the PAM service \(service.rawValue)")
        }
        if biometrics == .fprintd { terminal.say("fingers are looked at by fprintd") }
        if output.json {
            let document = DeviceDocument(control: device.running.folder.controlSocket, enclave: description, apps: apps)
            terminal.result(document.json, .compact)
        } else {
            let rows =
                [["control", device.running.folder.controlSocket, ""]]
                + apps.map { ["app", $0.device, $0.app.identifier.rawValue] }
            for line in TextTable(rows.map { row in row.filter { !$0.isEmpty } }).lines { terminal.result(line) }
        }
    }
}

/// What `--biometry` takes.
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

/// What `--enclave` takes.
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

/// What `--biometrics` takes.
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

/// What `--passcode` takes.
enum PasscodeChoice: ExpressibleByArgument {
    /// Nobody knows it but the device.
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

    /// Who must take a passcode beside the device. Throws a ``CommandFailure`` where this process's account has no name.
    func verifier() throws -> PAMVerifier? {
        guard case .pam(let service) = self else { return nil }
        guard let account = PAMAccount.ofThisProcess() else {
            throw CommandFailure(.failure, "this process runs as an account without a name, whose password PAM cannot check")
        }
        return PAMVerifier(service: service, account: account)
    }
}

/// `latchkey device enclave-process`: what `device run` starts for its software enclave. For nobody to call by hand.
struct EnclaveProcessCommand: ParsableCommand {
    static let name = "enclave-process"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Keep the keys of a device that `device run` runs.", shouldDisplay: false)

    func run() throws {
        do {
            try EnclaveChild.serve()
        } catch {
            throw CommandFailure(.failure, "the software enclave stops: \(error)")
        }
    }
}
