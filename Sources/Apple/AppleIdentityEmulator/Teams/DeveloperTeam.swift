public import FoundationEssentials

/// A team of the Apple Developer Program.
public struct DeveloperTeam: Sendable, Hashable, Codable, Identifiable {
    /// The kind of member, which decides the limits.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A company: 100 website URLs per Services ID, 100 e-mail sources.
        case organization
        /// An individual: 10 website URLs per Services ID, 32 e-mail sources.
        case individual

        /// The maximum number of domains of a Services ID, and of return URLs, as Apple documents.
        public var websiteLimit: Int { self == .organization ? 100 : 10 }
        /// The maximum number of e-mail sources that can write to relay addresses, as Apple documents.
        public var emailSourceLimit: Int { self == .organization ? 100 : 32 }
    }

    /// The team ID.
    public let id: TeamID
    /// The name on the sheet and in the console.
    public var name: String
    /// The kind of member.
    public var kind: Kind
    /// The domains and addresses that can write to this team's relay addresses.
    public var emailSources: [EmailSource] = []
}

/// The identifier of a developer team: ten upper-case letters and digits; `iss` of its client secrets.
public struct TeamID: CheckedText {
    /// The rule, in one phrase.
    public static let rule = "a Team ID must have ten characters from A to Z and 0 to 9"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 10, rawValue.utf8.allSatisfy(Letters.isUppercaseOrDigit) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a random team ID.
    init(drawnFrom randomness: inout EmulatedRandomness) {
        self.rawValue = randomness.keyID(10)
    }
}

/// An app of a team: a primary App ID, or one that is grouped with a primary.
///
/// A user consents once for a whole group, and notifications go to the group's one URL.
public struct AppID: Sendable, Hashable, Codable, Identifiable {
    /// The bundle identifier; `client_id` of native sign-in.
    public let id: ClientID
    /// The team that owns the app.
    public internal(set) var team: TeamID
    /// The name on the sheet.
    public var name: String
    /// The primary App ID of the group; equals ``id`` if this app is primary.
    public let primary: ClientID
    /// The URL that receives the group's server-to-server notifications; only a primary App ID has one.
    public internal(set) var notificationURL: String?
    /// Whether it has the capability Sign in with Apple. Devices reject sign-in to an app without it.
    public internal(set) var signsInWithApple: Bool
    /// The time of the registration.
    public let createdAt: Date

    /// Whether this is the primary App ID of its group.
    public var isPrimary: Bool { id == primary }
}

/// A website of a team in the group of a primary App ID: the `client_id` of web sign-in.
public struct ServicesID: Sendable, Hashable, Codable, Identifiable {
    /// The identifier.
    public let id: ClientID
    /// The team that owns the website.
    public internal(set) var team: TeamID
    /// The name on the sheet.
    public var name: String
    /// The primary App ID of the group.
    public let primary: ClientID
    /// The domains of the website.
    public internal(set) var domains: [String]
    /// The return URLs, compared exactly.
    public internal(set) var returnURLs: [ReturnURL]
    /// The time of the registration.
    public let createdAt: Date
}

/// A `client_id`: the bundle identifier of an App ID, or the identifier of a Services ID. Case-sensitive.
public struct ClientID: CheckedText {
    /// The rule, in one phrase.
    public static let rule =
        "a client ID must have 1 to 255 letters, digits, hyphens and dots, without empty parts between the dots"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
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

/// A client of the token endpoint: the common properties of an App ID and a Services ID.
struct RegisteredClient: Sendable {
    enum Kind { case app, website }

    let id: ClientID
    let team: TeamID
    let primary: ClientID
    let name: String
    let kind: Kind
}

/// A domain or address from which a team can write to relay addresses.
public struct EmailSource: CheckedText {
    /// The rule, in one phrase.
    public static let rule = "an e-mail source must be a domain such as mail.example.com or an address such as help@example.com"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
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

/// Teams, apps, websites and keys, by identifier.
struct TeamRegister: Sendable, Codable {
    /// A stored key.
    struct RegisteredKey: Sendable, Codable {
        var key: DeveloperKey
        /// The public key that verifies client secrets: 65 bytes, X9.63.
        let publicKey: [UInt8]
        /// The private key as PKCS #8 in PEM, until it is downloaded.
        var pem: String?
    }

    var teams: [TeamID: DeveloperTeam] = [:]
    var apps: [ClientID: AppID] = [:]
    var services: [ClientID: ServicesID] = [:]
    var keys: [KeyID: RegisteredKey] = [:]

    /// Returns an App ID or Services ID as a client.
    func client(_ id: ClientID) -> RegisteredClient? {
        if let app = apps[id] { return RegisteredClient(id: id, team: app.team, primary: app.primary, name: app.name, kind: .app) }
        if let service = services[id] {
            return RegisteredClient(id: id, team: service.team, primary: service.primary, name: service.name, kind: .website)
        }
        return nil
    }

    /// Returns the name of the group of a primary App ID.
    func groupName(_ primary: ClientID) -> String {
        apps[primary]?.name ?? primary.rawValue
    }
}
