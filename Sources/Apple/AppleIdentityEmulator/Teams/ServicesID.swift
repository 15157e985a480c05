public import FoundationEssentials

/// A website of a team: `client_id` of web sign-in, belonging to the group of a primary App ID.
public struct ServicesID: Sendable, Hashable, Codable, Identifiable {
    /// The identifier.
    public let id: ClientIdentifier
    /// The team that has the website now.
    public internal(set) var team: TeamIdentifier
    /// As the sheet shows it.
    public var name: String
    /// The App ID that leads the group.
    public let primary: ClientIdentifier
    /// Domains on which the website stands.
    public internal(set) var domains: [String]
    /// Where answers may be sent; compared exactly.
    public internal(set) var returnURLs: [ReturnURL]
    /// When it was registered.
    public let createdAt: Date
}
