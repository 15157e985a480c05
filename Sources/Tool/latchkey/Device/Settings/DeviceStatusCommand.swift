import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText

/// `latchkey device status`.
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
        let terminal = Terminal()
        if output.json {
            terminal.result(status.json)
        } else {
            TextTable(status.rows).lines.forEach(terminal.result)
        }
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
