import PasswordHashing

/// Password hashes as they are stored. They belong to no password, because a store never parses them.
enum StoredHash: String {
    case first = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    case second = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA"
    /// An imported hash.
    case foreign = "$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA"
    /// The first password with stronger parameters.
    case stronger = "$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDA"

    func value() throws -> PasswordHash {
        try PasswordHash(phc: rawValue)
    }
}
