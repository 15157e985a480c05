import FoundationEssentials

/// A refresh token: lives until something kills it (facts 1.8).
struct RefreshToken: Sendable, Codable {
    let client: ClientIdentifier
    let person: PersonIdentifier
    let primary: ClientIdentifier
    let issuedAt: Date
    let authTime: Date
    /// When it last got an answer, for the throttle of one a day.
    var lastUsedAt: Date?
    var death: TokenDeath?
}
