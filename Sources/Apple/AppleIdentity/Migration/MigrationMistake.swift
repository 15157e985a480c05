/// A request about a migration that would do harm, and is not sent.
public enum MigrationMistake: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The recipient is the team that asks. Apple answers such a request, with identifiers that no other team can use; a library has
    /// sent it by mistake, and 700,000 people were lost to their accounts.
    case recipientIsOwnTeam = "recipient-is-own-team"

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .recipientIsOwnTeam: "The recipient of a transfer must be the other team, and this is the team that asks."
        }
    }
}
