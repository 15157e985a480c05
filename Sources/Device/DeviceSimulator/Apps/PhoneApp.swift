/// An app as it is installed on a phone.
public struct PhoneApp: Sendable {
    /// The application identifier: a team, a dot, and a bundle identifier.
    public let identifier: String
    /// What stands below its icon.
    public var name: String
    /// The entitlement `com.apple.developer.associated-domains`: `webcredentials:example.com`, and what else there is.
    public var associatedDomains: [String]
    /// Whether `?mode=developer` may have an effect.
    public var isSignedForDevelopment: Bool
    /// The app's access groups in Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app groups. New items go
    /// to the first. The application identifier follows them where it is not among them.
    public var accessGroups: [String]
    /// What its Info.plist says. Without `NSFaceIDUsageDescription` the app may not use Face ID.
    public var information: [String: String]
    /// What it is launched with.
    public var settings: [String: String]
    /// What is run.
    public let program: any AppProgram
    /// Its extension that makes accounts safer; nil: it has none.
    public var upgradeExtension: PhoneExtension?
    /// Its extension that provides credentials to AutoFill; nil: it has none.
    public var credentialProvider: PhoneCredentialProvider?

    /// An app.
    public init(
        _ identifier: String, name: String, associatedDomains: [String] = [], isSignedForDevelopment: Bool = true,
        accessGroups: [String] = [],
        information: [String: String] = [:], settings: [String: String] = [:], program: any AppProgram,
        upgradeExtension: PhoneExtension? = nil, credentialProvider: PhoneCredentialProvider? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.associatedDomains = associatedDomains
        self.isSignedForDevelopment = isSignedForDevelopment
        self.accessGroups = accessGroups
        self.information = information
        self.settings = settings
        self.program = program
        self.upgradeExtension = upgradeExtension
        self.credentialProvider = credentialProvider
    }
}
