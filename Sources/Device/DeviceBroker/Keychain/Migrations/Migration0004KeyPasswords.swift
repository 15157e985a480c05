// Enclave keys that an app protects with its own password.
extension Migration {
    static let keyPasswords = Migration(
        number: 4,
        sql: """
            -- The salt of the app's password, under which enclave_key is sealed. NULL if enclave_key is as the enclave returned it.
            ALTER TABLE items ADD COLUMN key_salt BLOB CHECK (length(key_salt) = 16);
            """)
}
