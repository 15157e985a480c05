import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Foundation
import JSONText

struct DeviceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell how the device stands: lock, passcode, sensor, enclave, apps.",
        discussion: """
            With --json: {"phase","passcode":{"isSet","wait"},"biometry":{"kind","enrolled","failures","isLockedOut","obstacle"},\
            "enclave":{"description","hardwareBacked","measures"},"broker":{"measures"},"apps":[{"app","groups","device"}]}. A phase is unlocked, locked or \
            before-first-unlock; wait is in seconds; measures are what keeps others out of a process's memory: not-traceable, no-core-file, \
            no-new-privileges, memory-locked.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .status(let status) = try device.ask(.status) else { throw CommandFailure.unexpectedAnswer }
        output.write(status.json, lines: TextTable(status.rows).lines)
    }
}

extension DeviceStatus {
    fileprivate var rows: [[String?]] {
        let wait = passcodeWait > 0 ? ", not looked at for \(passcodeWait) seconds" : ""
        let lockout = mechanisms.isLockedOut ? ", locked" : ""
        return [
            ["phase", phase.rawValue],
            ["passcode", (mechanisms.hasPasscode ? "set" : "not set") + wait],
            [
                "sensor",
                sensorObstacle.map { "not usable: \($0)" }
                    ?? "\(mechanisms.biometry), \(templates.count) enrolled, \(biometricFailures) failures\(lockout)",
            ],
            ["enclave", enclave + (isHardwareBacked ? "" : " (not backed by hardware)")],
        ]
            + [("broker", brokerHardening), ("enclave", enclaveHardening)].filter { !$1.isEmpty }.map {
                ["measures", "\($0): " + $1.words.joined(separator: ", ")]
            } + templates.map { ["enrolled", $0.rawValue] } + apps.map { ["app", "\($0.device)  \($0.app.identifier.rawValue)"] }
    }

    fileprivate var json: JSONValue {
        [
            "phase": .string(phase.rawValue),
            "passcode": ["isSet": .boolean(mechanisms.hasPasscode), "wait": .integer(passcodeWait)],
            "biometry": [
                "kind": .string("\(mechanisms.biometry)"), "enrolled": .array(templates.map { .string($0.rawValue) }),
                "failures": .integer(biometricFailures), "isLockedOut": .boolean(mechanisms.isLockedOut),
                "obstacle": sensorObstacle.map { .string($0) } ?? .null,
            ],
            "enclave": [
                "description": .string(enclave), "hardwareBacked": .boolean(isHardwareBacked),
                "measures": .array(enclaveHardening.words.map { .string($0) }),
            ],
            "broker": ["measures": .array(brokerHardening.words.map { .string($0) })],
            "apps": .array(apps.map(\.json)),
        ]
    }
}

extension HardeningMeasure {
    /// What the command calls it.
    var word: String {
        switch self {
        case .notTraceable: "not-traceable"
        case .noCoreFile: "no-core-file"
        case .noNewPrivileges: "no-new-privileges"
        case .memoryLocked: "memory-locked"
        }
    }
}

extension Set<HardeningMeasure> {
    /// In the order of their numbers.
    var words: [String] { sorted { $0.rawValue < $1.rawValue }.map(\.word) }
}

struct DeviceAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Tell who was asked for what, and which private keys were used; the newest first.",
        discussion: """
            With --json: {"entries":[ENTRY]}, with --jsonl an ENTRY a line: {"number","time","app","process","purpose","outcome"}. No \
            secret, no word of an app and no attribute of an item is among it.
            """)

    @Option(help: ArgumentHelp("The most entries.", valueName: "count"))
    var limit: UInt32 = 100

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        guard case .audit(let entries) = try device.ask(.audit(limit: limit)) else { throw CommandFailure.unexpectedAnswer }
        if output.json { return Terminal().result(["entries": .array(entries.map(\.json))]) }
        let rows = entries.map { [$0.time, $0.app, "process \($0.processID)", $0.purpose, $0.outcome] }
        output.write(entries.map(\.json), lines: TextTable(rows).lines)
    }
}

extension AuditEntry {
    fileprivate var time: String { Date(timeIntervalSinceReferenceDate: date).formatted(.iso8601) }

    fileprivate var json: JSONValue {
        [
            "number": .integer(number), "time": .string(time), "app": .string(app), "process": .integer(processID),
            "purpose": .string(purpose), "outcome": .string(outcome),
        ]
    }
}

struct DeviceAttestationKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attestation-key",
        abstract: "Print the name of the key by which the TPM states that keys were made inside it.",
        discussion: """
            An operator who trusts this machine's TPM puts the name under secondFactors.attestationKeys. It stays the same until the TPM's \
            endorsement seed is changed. A software enclave has none: exit code 1. With --json: {"attestationKey"}.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .attestationKey(let name) = try device.ask(.attestationKey) else { throw CommandFailure.unexpectedAnswer }
        let text = name.text
        output.write(["attestationKey": .string(text)], line: text)
    }
}
