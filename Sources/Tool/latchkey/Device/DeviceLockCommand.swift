import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText
import Secrets

struct DeviceLockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock the device.", example: "latchkey device lock --state ~/device")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.lock)
        Terminal().say("locked")
    }
}

struct DeviceUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlock the device with its passcode.",
        discussion: "`latchkey device sensor matched` unlocks it by biometry.",
        example: "latchkey device unlock --state ~/device")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(ControlRequest.unlock, passcode)
        Terminal().say("unlocked")
    }
}

struct DeviceResetLockoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-lockout", abstract: "Enable biometry again with the passcode.",
        example: "latchkey device reset-lockout --state ~/device")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(ControlRequest.resetLockout, passcode)
        Terminal().say("biometry is enabled again")
    }
}

struct DeviceRestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Turn the device off and on.", example: "latchkey device restart --state ~/device")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.restart)
        Terminal().say("restarted")
    }
}

extension DeviceOptions {
    /// Sends a request that requires the passcode. Reports the wait after too many wrong passcodes.
    fileprivate func ask(_ request: (SecretBytes) -> ControlRequest, _ passcode: PasscodeOptions) throws {
        let link = try link()
        do {
            try link.perform(request(try passcode.read()))
        } catch let rejection as DeviceError {
            guard rejection == .authentication(.authenticationFailed), case .status(let status)? = try? link.perform(.status),
                status.passcodeWait > 0
            else { throw CommandFailure(rejected: rejection) }
            throw CommandFailure(
                .negative, "the passcode is wrong, or was not checked after too many wrong ones",
                hint: "try again in \(status.passcodeWait) seconds")
        }
    }
}

struct DeviceEnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enrol a finger or face.",
        discussion: "Invalidates items and keys that are bound to the previous set of fingers or faces.",
        example: "latchkey device enroll right-index --state ~/device")

    @Argument(help: "The name of the finger or face.")
    var name: TemplateName

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.enrol(name))
        Terminal().say("enrolled \(name.rawValue.quotedWords)")
    }
}

struct DeviceUnenrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unenroll", abstract: "Remove a finger or face.",
        discussion: "Invalidates items and keys that are bound to the previous set of fingers or faces.",
        example: "latchkey device unenroll right-index --state ~/device")

    @Argument(help: "The name of the finger or face.")
    var name: TemplateName

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.remove(name))
        Terminal().say("removed \(name.rawValue.quotedWords)")
    }
}

extension TemplateName: ExpressibleByArgument {}

struct DeviceFaceIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "face-id", abstract: "List the apps that asked to use Face ID, or allow or deny one.",
        usage: """
            latchkey device face-id [--state <folder>] [--json]
            latchkey device face-id <identifier> <on|off> [--state <folder>]
            """,
        discussion: """
            The device prompts once for each app that gives a reason to use Face ID. This command changes the answer, or gives it in \
            advance, as Settings does.
            """,
        example: "latchkey device face-id TEAM.com.example.app off")

    @Argument(help: "The app's identifier.")
    var identifier: AccessGroup?

    @Argument(help: "Whether the app may use Face ID: on or off.")
    var setting: Setting?

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    enum Setting: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    func validate() throws {
        guard (identifier == nil) == (setting == nil) else { throw ValidationError("missing on or off after the app's identifier") }
    }

    func run() throws {
        if let identifier, let setting {
            try device.ask(.setFaceConsent(FaceConsent(app: identifier, isGranted: setting == .on)))
            return Terminal().say("\(identifier.rawValue.sanitized) may \(setting == .on ? "" : "not ")use Face ID")
        }
        guard case .faceConsents(let consents) = try device.ask(.faceConsents) else { throw CommandFailure.unexpectedAnswer }
        if output.json {
            let apps = consents.map { consent in
                JSONValue.object(JSONObject([("app", .string(consent.app.rawValue)), ("isAllowed", .boolean(consent.isGranted))]))
            }
            Terminal().result(.object(JSONObject([("apps", .array(apps))])))
        } else {
            let rows = consents.map { [$0.app.rawValue, $0.isGranted ? "on" : "off"] }
            TextTable(["APP", "FACE ID"], rows).lines.forEach { Terminal().result($0) }
        }
    }
}

struct DeviceSensorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensor", abstract: "Set what the simulated sensor sees.",
        discussion: """
            Applies to the waiting prompt; without one, to the lock screen of a locked device; otherwise to the next prompt of any app. \
            Exits with 1 if the lock screen did not open.
            """,
        example: "latchkey device sensor matched --state ~/device")

    @Argument(help: "The result: matched, not-matched, timed-out or lost.")
    var report: SensorReport

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.see(report))
    }
}

extension SensorReport: ExpressibleByArgument {}
