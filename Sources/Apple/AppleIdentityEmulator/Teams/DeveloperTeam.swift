/// A team of the developer programme.
public struct DeveloperTeam: Sendable, Hashable, Codable, Identifiable {
    /// Who is enrolled: this decides the caps.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A company: 100 website URLs per Services ID, 100 e-mail sources.
        case organization
        /// One person: 10 website URLs per Services ID, 32 e-mail sources.
        case individual

        /// Return URLs that one Services ID may have (facts 1.13).
        public var websiteLimit: Int { self == .organization ? 100 : 10 }
        /// E-mail sources that may write to relay addresses (facts 1.11).
        public var emailSourceLimit: Int { self == .organization ? 100 : 32 }
    }

    /// The Team ID.
    public let id: TeamIdentifier
    /// As the sheet and the console show it.
    public var name: String
    /// Who is enrolled.
    public var kind: Kind
    /// Domains and addresses that may write to this team's relay addresses.
    public var emailSources: [EmailSource] = []
}
