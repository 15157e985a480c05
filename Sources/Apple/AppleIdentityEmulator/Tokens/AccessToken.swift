import FoundationEssentials

/// An access token: of a person for an hour, or of a client that migrates users.
struct AccessToken: Sendable, Codable {
    static let lifetime = 3_600

    let client: ClientIdentifier
    /// The team whose secret got it.
    let team: TeamIdentifier
    /// Nil for client credentials.
    let person: PersonIdentifier?
    let primary: ClientIdentifier
    let expiresAt: Date
    var death: TokenDeath?
}
