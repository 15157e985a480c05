/// An app as the daemon knows it.
public struct InstalledApp: Sendable, Hashable, Codable {
    /// The app.
    public let identifier: AppIdentifier

    /// Its version, for people.
    public let version: String?

    /// What it claims.
    public let entitlements: [AssociatedDomainEntitlement]

    /// Whether it is signed for development, without which `?mode=developer` has no effect.
    public let isSignedForDevelopment: Bool

    /// Whether a device manager installed it, without which `?mode=managed` has no effect.
    public let isManaged: Bool

    /// An app.
    public init(
        _ identifier: AppIdentifier, version: String? = nil, entitlements: [AssociatedDomainEntitlement],
        isSignedForDevelopment: Bool = false, isManaged: Bool = false
    ) {
        self.identifier = identifier
        self.version = version
        self.entitlements = entitlements
        self.isSignedForDevelopment = isSignedForDevelopment
        self.isManaged = isManaged
    }
}
