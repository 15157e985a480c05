/// What a person decided about the e-mail address on the sheet.
public enum EmailChoice: String, Sendable, Hashable, Codable, CaseIterable {
    /// The account's own address.
    case share
    /// A relay address of the team.
    case hide
}
