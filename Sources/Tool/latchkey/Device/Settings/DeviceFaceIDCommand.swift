import ArgumentParser
import DeviceBroker
import DeviceProtocol
import JSONText

/// `latchkey device face-id`.
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
