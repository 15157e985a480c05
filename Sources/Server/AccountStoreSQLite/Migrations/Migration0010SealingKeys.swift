// Which master key seals a value: the rotation of the key looks for values by it.
extension Migration {
    static let sealingKeys = Migration(
        number: 10, name: "sealing-keys",
        sql: """
            -- Four octets of the header; see Sealed. A store with millions of values is searched for those under one key.
            CREATE INDEX totp_generators_by_key ON totp_generators (substr(sealed, 2, 4));
            CREATE INDEX apple_tokens_by_key ON apple_tokens (substr(sealed, 2, 4)) WHERE sealed IS NOT NULL;
            CREATE INDEX jobs_by_key ON jobs (substr(sealed, 2, 4)) WHERE sealed IS NOT NULL;
            """)
}
