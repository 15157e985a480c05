/// What was asked of Apple's service.
public enum AppleOperation: String, Sendable, Hashable, CaseIterable {
    /// An authorization code for tokens.
    case exchange
    /// Whether a refresh token is still good.
    case refresh
    /// That a token be worth nothing from now on.
    case revocation
    /// A token for the requests of a user migration.
    case migrationToken = "migration-token"
    /// The transfer identifier of a person, asked by the team that gives the app away.
    case transferIdentifier = "transfer-identifier"
    /// The person behind a transfer identifier, asked by the team that received the app.
    case transferredUser = "transferred-user"

    /// Whether the same request, sent again, finds what the first one found. A code is spent by its first use, whatever came back.
    public var mayBeRepeated: Bool { self != .exchange }
}
