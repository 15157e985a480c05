#if PostgreSQL
// What TPMs state of device keys, and the challenges for that.
extension Migration {
    static let attestation = Migration(
        number: 5, name: "attestation",
        sql: """
            -- The name of the attestation key that vouched for this one when it was added; NULL where none did.
            ALTER TABLE device_keys ADD COLUMN attested_by bytea CHECK (octet_length(attested_by) = 34);

            ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check;
            ALTER TABLE challenges ADD CONSTRAINT challenges_purpose_check CHECK (purpose IN (1, 2, 3, 4));
            """)
}
#endif
