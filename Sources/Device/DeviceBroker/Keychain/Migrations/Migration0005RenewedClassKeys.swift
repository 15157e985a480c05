// Class keys that are new whenever a passcode is set, changed or removed.
extension Migration {
    static let renewedClassKeys = Migration(
        number: 5,
        sql: """
            -- Names the key in what it seals. What was sealed under another one is not written. Absent: the key was never renewed.
            ALTER TABLE class_keys ADD COLUMN fingerprint BLOB CHECK (length(fingerprint) = 4);
            -- The keys before this one, sealed under it, for the keys that apps hold themselves. Absent: there were none.
            ALTER TABLE class_keys ADD COLUMN former BLOB;

            -- Beside which the class keys of an unlocked device open; wrapped for the enclave behind the passcode. Without a passcode, no row.
            CREATE TABLE unlock_key (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                wrapped BLOB NOT NULL
            ) STRICT;

            -- From now on keys of the enclave stand sealed under the key of their class; none that stands there otherwise opens any more.
            DELETE FROM items WHERE enclave_key IS NOT NULL;
            DELETE FROM rights;

            -- 1 from just before the passcode is changed until the class keys are new.
            ALTER TABLE device ADD COLUMN are_class_keys_old INTEGER NOT NULL DEFAULT 0 CHECK (are_class_keys_old IN (0, 1));
            """)
}
