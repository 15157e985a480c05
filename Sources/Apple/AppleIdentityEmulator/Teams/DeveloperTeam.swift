public import FoundationEssentials

/// A team of the developer programme.
public struct DeveloperTeam: Sendable, Hashable, Codable, Identifiable {
    /// Who is enrolled: this decides the caps.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A company: 100 website URLs per Services ID, 100 e-mail sources.
        case organization
        /// One person: 10 website URLs per Services ID, 32 e-mail sources.
        case individual

        /// Return URLs that one Services ID may have (facts 1.13).
        public var websiteLimit: Int { self == .organization ? 100 : 10 }
        /// E-mail sources that may write to relay addresses (facts 1.11).
        public var emailSourceLimit: Int { self == .organization ? 100 : 32 }
    }

    /// The Team ID.
    public let id: TeamID
    /// As the sheet and the console show it.
    public var name: String
    /// Who is enrolled.
    public var kind: Kind
    /// Domains and addresses that may write to this team's relay addresses.
    public var emailSources: [EmailSource] = []
}

/// The Team ID of a developer: ten upper-case letters and digits; `iss` of its client secrets.
public struct TeamID: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a Team ID has ten characters from A to Z and 0 to 9"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 10, rawValue.utf8.allSatisfy(Letters.isUppercaseOrDigit) else { return nil }
        self.rawValue = rawValue
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness) {
        self.rawValue = randomness.keyID(10)
    }
}

/// An app of a team: a primary App ID, or one grouped with a primary.
///
/// A person consents once for a whole group, and notifications go to the group's one URL.
public struct AppID: Sendable, Hashable, Codable, Identifiable {
    /// The bundle identifier; `client_id` of native sign-in.
    public let id: ClientID
    /// The team that has the app now.
    public internal(set) var team: TeamID
    /// As the sheet shows it.
    public var name: String
    /// The App ID that leads the group; this app's own id when it is primary itself.
    public let primary: ClientID
    /// Where server-to-server notifications of the group are posted; only a primary App ID has one.
    public internal(set) var notificationURL: String?
    /// Whether it has the capability Sign in with Apple. Without it no device signs anybody in to the app.
    public internal(set) var signsInWithApple: Bool
    /// When it was registered.
    public let createdAt: Date

    /// Whether this app leads its group.
    public var isPrimary: Bool { id == primary }
}

/// A website of a team: `client_id` of web sign-in, belonging to the group of a primary App ID.
public struct ServicesID: Sendable, Hashable, Codable, Identifiable {
    /// The identifier.
    public let id: ClientID
    /// The team that has the website now.
    public internal(set) var team: TeamID
    /// As the sheet shows it.
    public var name: String
    /// The App ID that leads the group.
    public let primary: ClientID
    /// Domains on which the website stands.
    public internal(set) var domains: [String]
    /// Where answers may be sent; compared exactly.
    public internal(set) var returnURLs: [ReturnURL]
    /// When it was registered.
    public let createdAt: Date
}

/// A `client_id`: the bundle identifier of an App ID, or the identifier of a Services ID. Case matters.
public struct ClientID: CheckedText {
    /// The rule in one phrase.
    public static let rule =
        "a client id has 1 to 255 letters, digits, hyphens and dots, with something before, between and after the dots"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard (1...255).contains(bytes.count),
            bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy({ part in
                !part.isEmpty && part.allSatisfy { Letters.isAlphanumeric($0) || $0 == 0x2D }
            })
        else { return nil }
        self.rawValue = rawValue
    }
}

/// A client of the token endpoint: what an App ID and a Services ID have in common.
struct RegisteredClient: Sendable {
    enum Kind { case app, website }

    let id: ClientID
    let team: TeamID
    let primary: ClientID
    let name: String
    let kind: Kind
}

/// A domain or a single address from which a team may write to relay addresses (facts 1.11).
public struct EmailSource: CheckedText {
    /// The rule in one phrase.
    public static let rule = "an e-mail source is a domain such as mail.example.com or an address such as help@example.com"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count <= 254 else { return nil }
        let parts = rawValue.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false)
        guard let domain = parts.last, parts.count <= 2, WebHost.isDomain(String(domain)) else { return nil }
        if parts.count == 2 {
            guard (1...64).contains(parts[0].utf8.count),
                parts[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return nil }
        }
        self.rawValue = rawValue
    }
}

/// Teams, apps, websites and keys, by their identifiers.
struct TeamRegister: Sendable, Codable {
    /// A key as the register keeps it.
    struct HeldKey: Sendable, Codable {
        var key: DeveloperKey
        /// The public half, which client secrets are checked with: 65 bytes, X9.63.
        let publicKey: [UInt8]
        /// The private half as PKCS#8 PEM, until it is downloaded.
        var pem: String?
    }

    var teams: [TeamID: DeveloperTeam] = [:]
    var apps: [ClientID: AppID] = [:]
    var services: [ClientID: ServicesID] = [:]
    var keys: [KeyID: HeldKey] = [:]

    /// An App ID or Services ID, seen as a client.
    func client(_ id: ClientID) -> RegisteredClient? {
        if let app = apps[id] { return RegisteredClient(id: id, team: app.team, primary: app.primary, name: app.name, kind: .app) }
        if let service = services[id] {
            return RegisteredClient(id: id, team: service.team, primary: service.primary, name: service.name, kind: .website)
        }
        return nil
    }

    /// The name of the group that a primary App ID leads.
    func groupName(_ primary: ClientID) -> String {
        apps[primary]?.name ?? primary.rawValue
    }
}
