// Class keys, items, rights, and the state of the device.
//
// No column contains a plain value or name: lookups use digests under a key of the device, and contents are sealed. A file reveals
// only how many items of each class it has, when each can be opened, and how long their values are.
extension Migration {
    static let keychain = Migration(
        number: 1,
        sql: """
            -- One key for each availability, wrapped for the enclave: protected by the passcode if one is set.
            CREATE TABLE class_keys (
                availability INTEGER PRIMARY KEY CHECK (availability BETWEEN 1 AND 4),
                behind_passcode INTEGER NOT NULL CHECK (behind_passcode IN (0, 1)),
                wrapped BLOB NOT NULL
            ) STRICT;

            CREATE TABLE items (
                number INTEGER PRIMARY KEY,
                reference BLOB NOT NULL UNIQUE CHECK (length(reference) = 16),
                class TEXT NOT NULL CHECK (class IN ('genp', 'inet', 'cert', 'keys')),
                primary_key BLOB NOT NULL UNIQUE CHECK (length(primary_key) = 32),
                access_group BLOB NOT NULL CHECK (length(access_group) = 32),
                availability INTEGER NOT NULL CHECK (availability BETWEEN 1 AND 4),
                accessibility TEXT NOT NULL,
                synchronized INTEGER NOT NULL CHECK (synchronized IN (0, 1)),
                -- The set of fingers or faces that the item is bound to.
                biometric_set INTEGER,
                -- Attributes, group and access control list.
                description BLOB NOT NULL,
                -- The key of the data, in the wrappings that its access control list requires; NULL without data.
                data_key BLOB,
                data BLOB,
                -- The enclave key that the item represents.
                enclave_key BLOB,
                public_key BLOB CHECK (length(public_key) = 65),
                CHECK ((data_key IS NULL) = (data IS NULL)),
                CHECK ((enclave_key IS NULL) = (public_key IS NULL))
            ) STRICT;
            CREATE INDEX items_by_group ON items (access_group, class);

            CREATE TABLE item_attributes (
                item INTEGER NOT NULL REFERENCES items (number) ON DELETE CASCADE,
                name TEXT NOT NULL,
                digest BLOB NOT NULL CHECK (length(digest) = 32),
                PRIMARY KEY (item, name)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX item_attributes_by_digest ON item_attributes (digest, item);

            CREATE TABLE rights (
                number INTEGER PRIMARY KEY,
                app BLOB NOT NULL CHECK (length(app) = 32),
                identifier BLOB NOT NULL UNIQUE CHECK (length(identifier) = 32),
                requirement INTEGER NOT NULL CHECK (requirement BETWEEN 1 AND 4),
                biometric_set INTEGER,
                enclave_key BLOB NOT NULL,
                public_key BLOB NOT NULL CHECK (length(public_key) = 65),
                secret_key BLOB,
                secret BLOB,
                CHECK ((secret_key IS NULL) = (secret IS NULL))
            ) STRICT;
            CREATE INDEX rights_by_app ON rights (app);

            -- The state of the device; exactly one row.
            CREATE TABLE device (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                -- NULL until the first passcode is set.
                passcode_salt BLOB CHECK (length(passcode_salt) = 16),
                biometric_failures INTEGER NOT NULL DEFAULT 0,
                passcode_failures INTEGER NOT NULL DEFAULT 0,
                -- Seconds since 2001-01-01T00:00:00Z.
                passcode_failed_at REAL NOT NULL DEFAULT 0
            ) STRICT;
            INSERT INTO device (one) VALUES (1);

            -- Fingers or faces of the simulated sensor.
            CREATE TABLE simulated_templates (
                name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100)
            ) STRICT, WITHOUT ROWID;

            -- Every prompt and every use of a private key.
            CREATE TABLE audit (
                number INTEGER PRIMARY KEY,
                at REAL NOT NULL,
                app TEXT NOT NULL,
                process INTEGER NOT NULL,
                purpose TEXT NOT NULL,
                outcome TEXT NOT NULL
            ) STRICT;
            CREATE INDEX audit_by_app ON audit (app);
            """)
}
