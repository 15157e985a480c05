import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains`: association files, what is wrong with them, and which links they give to which apps.
struct DomainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Check association files, and tell why a link does or does not open an app.",
        discussion: """
            A file is the apple-app-site-association of a site. Links are compared with it exactly as Apple's swcutil compares them.

            With --jsonl, lint, match and explain read one JSON object a line from standard input and answer each with one on a line, in \
            the same order; members that they do not know are passed over. A line that cannot be answered gives \
            {"error":{"code","message","line"}}, the batch goes on, and the exit code is 1 at its end. The codes are listed in \
            docs/commands.md.
            """,
        subcommands: [
            DomainsCheckCommand.self, DomainsLintCommand.self, DomainsMatchCommand.self, DomainsExplainCommand.self,
            DomainsEntitlementsCommand.self, DomainsCapabilitiesCommand.self, DomainsDaemonCommand.self, DomainsServeCommand.self,
        ])
}

struct DomainsCapabilitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capabilities",
        abstract: "Say which capabilities an app identifier may use.",
        discussion: """
            The identifier of one app may use all of them; a wildcard, such as ABCDE12345.com.example.*, six, and neither associated domains nor \
            Sign in with Apple.

            With --json: {"appID","wildcard","capabilities":{capability: "allowed"|"refused"}}.

            Exits with 1 if a capability that was named is refused; with 2 for what is no identifier or no capability.
            """)

    @Argument(help: ArgumentHelp("The app identifier: the team, a dot and the bundle identifier.", valueName: "app"))
    var app: String

    @Argument(help: ArgumentHelp("The capabilities to ask about; all by default.", valueName: "capability"))
    var capabilities: [AppCapability] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        let identifier = try DomainsCheckCommand.app(app)
        let asked = capabilities.isEmpty ? AppCapability.allCases : capabilities
        let answers = asked.map { ($0.rawValue, identifier.mayUse($0) ? "allowed" : "refused") }
        let members = Dictionary(answers, uniquingKeysWith: { first, _ in first }).sorted { $0.key < $1.key }
        output.write(
            .object(
                JSONObject([
                    ("appID", .string(identifier.description)), ("wildcard", .boolean(identifier.isWildcard)),
                    ("capabilities", .object(JSONObject(members.map { ($0.key, .string($0.value)) }))),
                ])), lines: answers.map { "\($0.1)  \($0.0)" })
        if !capabilities.allSatisfy(identifier.mayUse) { throw CommandFailure(.negative, []) }
    }
}

/// A service of the system or of Apple that is turned on for an app identifier in the developer account. The raw value is the name that commands take.
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

    /// Whether an identifier that stands for several apps may use it: six may be, as of Xcode 10.1.
    var permitsWildcards: Bool {
        switch self {
        case .dataProtection, .iCloud, .interAppAudio, .networkExtensions, .siriKit, .wallet: true
        default: false
        }
    }
}

extension AppIdentifier {
    /// Whether the capability can be turned on for it: each for the identifier of one app, few for a wildcard.
    func mayUse(_ capability: AppCapability) -> Bool { !isWildcard || capability.permitsWildcards }
}
