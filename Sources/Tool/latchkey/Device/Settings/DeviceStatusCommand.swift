import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText

/// `latchkey device status`.
struct DeviceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell how the device stands: lock, passcode, sensor, enclave, apps.",
        discussion: """
            With --json: {"phase","passcode":{"isSet","wait"},"biometry":{"kind","enrolled","failures","isLockedOut"},\
            "enclave":{"description","hardwareBacked"},"apps":[{"app","groups","device"}]}. A phase is unlocked, locked or \
            before-first-unlock; wait is in seconds.
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
            ["sensor", "\(mechanisms.biometry), \(templates.count) enrolled, \(biometricFailures) failures\(lockout)"],
            ["enclave", enclave + (isHardwareBacked ? "" : " (not backed by hardware)")],
        ] + templates.map { ["enrolled", $0.rawValue] } + apps.map { ["app", "\($0.device)  \($0.app.identifier.rawValue)"] }
    }

    fileprivate var json: JSONValue {
        [
            "phase": .string(phase.rawValue),
            "passcode": ["isSet": .boolean(mechanisms.hasPasscode), "wait": .integer(passcodeWait)],
            "biometry": [
                "kind": .string("\(mechanisms.biometry)"), "enrolled": .array(templates.map { .string($0.rawValue) }),
                "failures": .integer(biometricFailures), "isLockedOut": .boolean(mechanisms.isLockedOut),
            ],
            "enclave": ["description": .string(enclave), "hardwareBacked": .boolean(isHardwareBacked)],
            "apps": .array(apps.map(\.json)),
        ]
    }
}
