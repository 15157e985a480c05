/// What an app is told about a user id: Apple's `CredentialState`, with its numbers.
public enum CredentialState: Int, Sendable, Hashable, Codable {
    case revoked = 0
    case authorized = 1
    case notFound = 2
    case transferred = 3
}
