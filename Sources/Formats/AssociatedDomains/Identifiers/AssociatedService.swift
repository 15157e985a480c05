/// What an app and a site can share. The raw value is the name in entitlements and association files.
public enum AssociatedService: String, Sendable, Hashable, CaseIterable, Codable {
    /// Universal links.
    case applinks
    /// Passwords, passkeys and Sign in with Apple upgrades.
    case webcredentials
    /// App Clips.
    case appclips
    /// Handoff.
    case activitycontinuation

    /// Whether an entitlement of this service may name `*.example.com`.
    public var permitsWildcards: Bool { self != .appclips }
}
