public import FoundationEssentials

/// One entry of the list "Apps using your Apple Account", with what the person may change there.
public struct ConsentSummary: Sendable, Hashable {
    /// The primary App ID that leads the group.
    public let primary: ClientIdentifier
    /// The group's name.
    public let appName: String
    /// The team that has the group.
    public let team: TeamIdentifier
    /// The person as that team knows them.
    public let subject: Subject
    /// When the consent was given.
    public let since: Date
    /// Whether a name was given.
    public let sharedName: Bool
    /// What was decided about the address; nil when none was asked for or the account has none.
    public let email: EmailChoice?
    /// The address that the team was given.
    public let address: String?
    /// Whether mail to the relay address is forwarded; nil when there is none.
    public let forwards: Bool?
    /// Where mail to the relay address goes; nil without a relay address.
    public let forwardsTo: String?
}
