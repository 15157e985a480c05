/// A door of the service: what faults are set for, and what the request log names.
public enum Endpoint: String, Sendable, Hashable, Codable, CaseIterable {
    case discovery
    case keys
    case authorize
    case token
    case revoke
    case userMigrationInfo = "usermigrationinfo"
    case native
    /// Notifications to relying parties; faults here spoil what is sent.
    case notification
}
