public import FoundationEssentials

/// The permission to ask about people of an app that changes its team (TN3159), for one of the two teams.
///
/// From ``AppleClient/migration(now:)``; one serves many people, until ``expiresAt``.
public struct UserMigration: Sendable {
    let client: AppleClient
    let token: AccessToken

    /// When it ends, by this machine's clock: an hour after it began. Then ask for another; Apple does not limit these.
    public let expiresAt: Date
}
