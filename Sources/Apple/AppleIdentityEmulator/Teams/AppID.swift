public import FoundationEssentials

/// An app of a team: a primary App ID, or one grouped with a primary.
///
/// A person consents once for a whole group, and notifications go to the group's one URL.
public struct AppID: Sendable, Hashable, Codable, Identifiable {
    /// The bundle identifier; `client_id` of native sign-in.
    public let id: ClientIdentifier
    /// The team that has the app now.
    public internal(set) var team: TeamIdentifier
    /// As the sheet shows it.
    public var name: String
    /// The App ID that leads the group; this app's own id when it is primary itself.
    public let primary: ClientIdentifier
    /// Where server-to-server notifications of the group are posted; only a primary App ID has one.
    public internal(set) var notificationURL: String?
    /// Whether it has the capability Sign in with Apple. Without it no device signs anybody in to the app.
    public internal(set) var signsInWithApple: Bool
    /// When it was registered.
    public let createdAt: Date

    /// Whether this app leads its group.
    public var isPrimary: Bool { id == primary }
}
