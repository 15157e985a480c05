// Class keys that are renewed whenever a passcode is set, changed or removed.
extension Migration {
    static let renewedClassKeys = Migration(
        number: 5,
        sql: """
            -- Identifies the key. Data that was sealed under another key is not written. NULL if the key was never renewed.
            ALTER TABLE class_keys ADD COLUMN fingerprint BLOB CHECK (length(fingerprint) = 4);
            -- The former keys, sealed under this one, for non-permanent keys held by apps. NULL without former keys.
            ALTER TABLE class_keys ADD COLUMN former BLOB;

            -- The key that also protects the class keys of an unlocked device; wrapped for the enclave, protected by the passcode. No row without a passcode.
            CREATE TABLE unlock_key (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                wrapped BLOB NOT NULL
            ) STRICT;

            -- Enclave keys are sealed under the key of their class; keys in the former format cannot be opened.
            DELETE FROM items WHERE enclave_key IS NOT NULL;
            DELETE FROM rights;

            -- 1 from just before a change of the passcode until the class keys are renewed.
            ALTER TABLE device ADD COLUMN are_class_keys_old INTEGER NOT NULL DEFAULT 0 CHECK (are_class_keys_old IN (0, 1));
            """)
}
