/// Why a token is dead.
enum TokenDeath: String, Sendable, Codable {
    case revokedByClient
    case revokedByPerson
    case passwordChanged
    case accountDeleted
    case transferred
}
