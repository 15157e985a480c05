import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains`: association files, the mistakes in them, and the links that they associate with apps.
struct DomainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Check association files, and explain why a link opens an app or not.",
        discussion: """
            A file is the apple-app-site-association of a site. Links are compared with it exactly as by Apple's swcutil.

            With --jsonl, lint, match and explain read one JSON object a line from standard input and write one result a line, in the \
            same order. Unknown members are ignored. A line that fails gives {"error":{"code","message","line"}}; the batch continues \
            and exits with 1 at its end. docs/commands.md lists the codes.
            """,
        subcommands: [
            DomainsCheckCommand.self, DomainsLintCommand.self, DomainsMatchCommand.self, DomainsExplainCommand.self,
            DomainsEntitlementsCommand.self, DomainsCapabilitiesCommand.self, DomainsDaemonCommand.self, DomainsServeCommand.self,
        ])
}

struct DomainsCapabilitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capabilities",
        abstract: "List the capabilities that an app identifier may use.",
        discussion: """
            The identifier of one app may use all of them. A wildcard such as ABCDE12345.com.example.* may use six, but neither \
            associated domains nor Sign in with Apple.

            With --json: {"appID","wildcard","capabilities":{capability: "allowed"|"denied"}}.

            Exits with 1 if a named capability is denied; with 2 for a malformed identifier or an unknown capability.
            """,
        example: "latchkey domains capabilities 'ABCDE12345.com.example.*' wallet")

    @Argument(help: ArgumentHelp("The app identifier: the team, a dot and the bundle identifier.", valueName: "app"))
    var app: String

    @Argument(help: ArgumentHelp("The capabilities to check; all if omitted.", valueName: "capability"))
    var capabilities: [AppCapability] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        let identifier = try DomainsCheckCommand.app(app)
        let asked = capabilities.isEmpty ? AppCapability.allCases : capabilities
        let answers = asked.map { ($0.rawValue, identifier.mayUse($0) ? "allowed" : "denied") }
        let members = Dictionary(answers, uniquingKeysWith: { first, _ in first }).sorted { $0.key < $1.key }
        output.write(
            .object(
                JSONObject([
                    ("appID", .string(identifier.description)), ("wildcard", .boolean(identifier.isWildcard)),
                    ("capabilities", .object(JSONObject(members.map { ($0.key, .string($0.value)) }))),
                ])), lines: TextTable(["STATUS", "CAPABILITY"], answers.map { [$0.1, $0.0] }).lines)
        if !capabilities.allSatisfy(identifier.mayUse) { throw CommandFailure(.negative, []) }
    }
}

/// A service of the system or of Apple that the developer account enables for an app identifier. The raw value is its name in
/// commands.
enum AppCapability: String, CaseIterable, ExpressibleByArgument {
    case accessWiFiInformation = "access-wifi-information"
    case appGroups = "app-groups"
    case applePay = "apple-pay"
    case associatedDomains = "associated-domains"
    case autoFillCredentialProvider = "autofill-credential-provider"
    case classKit = "classkit"
    case dataProtection = "data-protection"
    case gameCenter = "game-center"
    case healthKit = "healthkit"
    case homeKit = "homekit"
    case hotspot = "hotspot"
    case iCloud = "icloud"
    case inAppPurchase = "in-app-purchase"
    case interAppAudio = "inter-app-audio"
    case multipath = "multipath"
    case networkExtensions = "network-extensions"
    case nfcTagReading = "nfc-tag-reading"
    case personalVPN = "personal-vpn"
    case pushNotifications = "push-notifications"
    case signInWithApple = "sign-in-with-apple"
    case siriKit = "sirikit"
    case wallet = "wallet"
    case wirelessAccessoryConfiguration = "wireless-accessory-configuration"

    /// Whether a wildcard identifier may use it: six capabilities as of Xcode 10.1.
    var permitsWildcards: Bool {
        switch self {
        case .dataProtection, .iCloud, .interAppAudio, .networkExtensions, .siriKit, .wallet: true
        default: false
        }
    }
}

extension AppIdentifier {
    /// Returns whether the capability can be enabled for this identifier: any for that of one app, few for a wildcard.
    func mayUse(_ capability: AppCapability) -> Bool { !isWildcard || capability.permitsWildcards }
}
