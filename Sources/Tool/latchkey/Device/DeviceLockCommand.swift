import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText
import Secrets

struct DeviceLockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Lock the device.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.lock)
        Terminal().say("locked")
    }
}

struct DeviceUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Unlock the device by its passcode.",
        discussion: "By biometry it is unlocked with `latchkey device sensor matched`.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(ControlRequest.unlock, passcode)
        Terminal().say("unlocked")
    }
}

struct DeviceResetLockoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-lockout", abstract: "Let biometry be tried again, for the passcode.")

    @OptionGroup var passcode: PasscodeOptions
    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(ControlRequest.resetLockout, passcode)
        Terminal().say("biometry can be tried again")
    }
}

struct DeviceRestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "restart", abstract: "As switching the device off and on.")

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.restart)
        Terminal().say("restarted")
    }
}

extension DeviceOptions {
    /// Asks for something that the passcode opens, and says where passcodes are not looked at for a while.
    fileprivate func ask(_ request: (SecretBytes) -> ControlRequest, _ passcode: PasscodeOptions) throws {
        let link = try link()
        do {
            try link.perform(request(try passcode.read()))
        } catch let refusal as DeviceRefusal {
            guard refusal == .authentication(.authenticationFailed), case .status(let status)? = try? link.perform(.status),
                status.passcodeWait > 0
            else { throw CommandFailure(refused: refusal) }
            throw CommandFailure(
                .negative, "the passcode was not the right one, or was not looked at: too many were wrong",
                hint: "try again in \(status.passcodeWait) seconds")
        }
    }
}

struct DeviceEnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enrol a finger or face.",
        discussion: "Items and keys that are bound to the set of those enrolled before can never be opened again.")

    @Argument(help: "What it is called.")
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
        discussion: "Items and keys that are bound to the set of those enrolled before can never be opened again.")

    @Argument(help: "What it is called.")
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
        commandName: "face-id", abstract: "Say whether an app may use Face ID, or list what was said.",
        usage: """
            latchkey device face-id [--state <folder>] [--json]
            latchkey device face-id <identifier> <on|off> [--state <folder>]
            """,
        discussion: """
            An app that says why it wants to is asked about once, at a prompt. This says so before or after that, as Settings does:
              latchkey device face-id TEAM.com.example.app off
            """)

    @Argument(help: "The app's identifier.")
    var identifier: AccessGroup?

    @Argument(help: "Whether it may: on or off.")
    var setting: Setting?

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: OutputOptions

    enum Setting: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    func validate() throws {
        guard (identifier == nil) == (setting == nil) else { throw ValidationError("say on or off behind the app's identifier") }
    }

    func run() throws {
        if let identifier, let setting {
            try device.ask(.setFaceConsent(FaceConsent(app: identifier, isGiven: setting == .on)))
            return Terminal().say("\(identifier.rawValue.harmless) may \(setting == .on ? "" : "not ")use Face ID")
        }
        guard case .faceConsents(let consents) = try device.ask(.faceConsents) else { throw CommandFailure.unexpectedAnswer }
        if output.json {
            let apps = consents.map { consent in
                JSONValue.object(JSONObject([("app", .string(consent.app.rawValue)), ("isAllowed", .boolean(consent.isGiven))]))
            }
            Terminal().result(.object(JSONObject([("apps", .array(apps))])))
        } else {
            for consent in consents { Terminal().result("\(consent.app.rawValue.harmless)  \(consent.isGiven ? "on" : "off")") }
        }
    }
}

struct DeviceSensorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensor", abstract: "Let the simulated sensor see something.",
        discussion: """
            For the prompt that waits; without one, for the lock screen of a locked device; else for the next prompt, whichever app's it \
            is. Exits with 1 where the lock screen did not open.
            """)

    @Argument(help: "What it sees: matched, not-matched, timed-out or lost.")
    var report: SensorReport

    @OptionGroup var device: DeviceOptions

    func run() throws {
        try device.ask(.see(report))
    }
}

extension SensorReport: ExpressibleByArgument {}
