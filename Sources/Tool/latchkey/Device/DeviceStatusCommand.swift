import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Foundation
import JSONText

struct DeviceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print the state of lock, passcode, sensor, enclave and apps.",
        discussion: """
            With --json: {"phase","passcode":{"isSet","wait"},"biometry":{"kind","enrolled","failures","isLockedOut","obstacle"},\
            "enclave":{"description","hardwareBacked","measures"},"broker":{"measures"},"apps":[{"app","groups","device"}]}. The phase is \
            unlocked, locked or before-first-unlock; wait is in seconds; measures keep other programs out of a process's memory: \
            not-traceable, no-core-file, no-new-privileges, memory-locked.
            """,
        example: "latchkey device status --state ~/device")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .status(let status) = try device.ask(.status) else { throw CommandFailure.unexpectedAnswer }
        output.write(status.json, lines: TextTable([], status.rows).lines)
    }
}

extension DeviceStatus {
    fileprivate var rows: [[String?]] {
        let wait = passcodeWait > 0 ? ", not checked for \(passcodeWait) seconds" : ""
        let lockout = mechanisms.isLockedOut ? ", locked" : ""
        return [
            ["phase", phase.rawValue],
            ["passcode", (mechanisms.hasPasscode ? "set" : "not set") + wait],
            [
                "sensor",
                sensorObstacle.map { "unavailable: \($0)" }
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
    /// The name of the measure in the output.
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
    /// The names, in the order of their numbers.
    var words: [String] { sorted { $0.rawValue < $1.rawValue }.map(\.word) }
}

struct DeviceAuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Print the log of prompts and of uses of private keys, the newest entry first.",
        discussion: """
            With --json: {"entries":[ENTRY]}, with --jsonl an ENTRY a line: {"number","time","app","process","purpose","outcome"}. \
            Entries contain no secret, no text of an app and no attribute of an item.
            """,
        example: "latchkey device audit --limit 20 --state ~/device")

    @Option(help: ArgumentHelp("The maximum number of entries.", valueName: "count"))
    var limit: UInt32 = 100

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        guard case .audit(let entries) = try device.ask(.audit(limit: limit)) else { throw CommandFailure.unexpectedAnswer }
        if output.json { return Terminal().result(["entries": .array(entries.map(\.json))]) }
        let rows = entries.map { [$0.time, $0.app, "\($0.processID)", $0.purpose, $0.outcome] }
        output.write(entries.map(\.json), lines: TextTable(["TIME", "APP", "PROCESS", "PURPOSE", "OUTCOME"], rows).lines)
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
        abstract: "Print the name of the key with which the TPM attests keys.",
        discussion: """
            An operator who trusts this machine's TPM sets the name in secondFactors.attestationKeys. It stays the same until the TPM's \
            endorsement seed changes. A software enclave has no such key: exit code 1. With --json: {"attestationKey"}.
            """,
        example: "latchkey device attestation-key --state ~/device")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard case .attestationKey(let name) = try device.ask(.attestationKey) else { throw CommandFailure.unexpectedAnswer }
        let text = name.text
        output.write(["attestationKey": .string(text)], line: text)
    }
}
