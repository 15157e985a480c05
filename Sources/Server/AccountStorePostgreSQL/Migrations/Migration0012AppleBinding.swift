#if PostgreSQL
// What binds a sign-in with Apple to its request.
extension Migration {
    static let appleBinding = Migration(
        number: 12, name: "apple-binding",
        sql: """
            -- Identity tokens without a nonce that were used: the SHA-256 of what Apple signed, and the token's own end.
            CREATE TABLE apple_used_tokens (
                digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
                expires_at bigint NOT NULL
            );
            CREATE INDEX apple_used_tokens_by_end ON apple_used_tokens (expires_at);

            -- A fourth purpose, converting the account of a session, and the moment of the proof to Apple. What is parked, for two minutes,
            -- goes: its sign-ins begin again.
            ALTER TABLE apple_web_attempts DROP CONSTRAINT apple_web_attempts_purpose_check;
            ALTER TABLE apple_web_attempts ADD CONSTRAINT apple_web_attempts_purpose_check CHECK (purpose IN (1, 2, 3, 4));
            DELETE FROM apple_parked;
            ALTER TABLE apple_parked DROP CONSTRAINT apple_parked_purpose_check;
            ALTER TABLE apple_parked ADD CONSTRAINT apple_parked_purpose_check CHECK (purpose IN (1, 2, 3, 4));
            ALTER TABLE apple_parked ADD COLUMN proved_at bigint NOT NULL;
            """)
}
#endif
