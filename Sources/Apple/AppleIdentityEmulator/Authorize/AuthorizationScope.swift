/// What a relying party may ask for.
public enum AuthorizationScope: String, Sendable, Hashable, Codable, CaseIterable {
    case name
    case email
}
