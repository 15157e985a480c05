import ArgumentParser
import AssociatedDomains

/// A service of the system or of Apple that is turned on for an app identifier in the developer account. The raw value is the name that commands take.
enum AppCapability: String, CaseIterable, ExpressibleByArgument {
    /// Tells which Wi-Fi network the device is in.
    case accessWiFiInformation = "access-wifi-information"
    /// Files shared by several apps of a team.
    case appGroups = "app-groups"
    /// Payments.
    case applePay = "apple-pay"
    /// What an app and a site share: passwords and universal links among others.
    case associatedDomains = "associated-domains"
    /// Filling other apps' fields.
    case autoFillCredentialProvider = "autofill-credential-provider"
    /// Progress at school.
    case classKit = "classkit"
    /// Files sealed while the device is locked.
    case dataProtection = "data-protection"
    /// Games; on by default for explicit identifiers.
    case gameCenter = "game-center"
    /// Health records.
    case healthKit = "healthkit"
    /// Accessories of a home.
    case homeKit = "homekit"
    /// Joining Wi-Fi networks.
    case hotspot = "hotspot"
    /// iCloud.
    case iCloud = "icloud"
    /// Purchases; on by default for explicit identifiers.
    case inAppPurchase = "in-app-purchase"
    /// Sound from app to app.
    case interAppAudio = "inter-app-audio"
    /// Several networks at once.
    case multipath = "multipath"
    /// Filters and tunnels of the network.
    case networkExtensions = "network-extensions"
    /// Reading NFC tags.
    case nfcTagReading = "nfc-tag-reading"
    /// Virtual private networks.
    case personalVPN = "personal-vpn"
    /// Notifications from a server.
    case pushNotifications = "push-notifications"
    /// Sign in with Apple.
    case signInWithApple = "sign-in-with-apple"
    /// Siri.
    case siriKit = "sirikit"
    /// Passes.
    case wallet = "wallet"
    /// Wi-Fi accessories.
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
