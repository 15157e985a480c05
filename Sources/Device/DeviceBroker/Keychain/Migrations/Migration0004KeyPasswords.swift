// Keys of the enclave that an app keeps behind a password of its own.
extension Migration {
    static let keyPasswords = Migration(
        number: 4,
        sql: """
            -- Of the app's password, under which enclave_key is sealed. Absent: enclave_key is as the enclave gave it.
            ALTER TABLE items ADD COLUMN key_salt BLOB CHECK (length(key_salt) = 16);
            """)
}
