// Class keys, items, rights, apps, and the state of the device.
//
// No column contains a plain value or name: lookups use digests under a key of the device, and contents are sealed. A file reveals
// only how many items of each class it has, when each can be opened, and how long their values are.
extension Migration {
    static let keychain = Migration(
        number: 1,
        sql: """
            -- One key for each availability, wrapped for the enclave: protected by the passcode if one is set. The keys are renewed
            -- whenever a passcode is set, changed or removed.
            CREATE TABLE class_keys (
                availability INTEGER PRIMARY KEY CHECK (availability BETWEEN 1 AND 4),
                behind_passcode INTEGER NOT NULL CHECK (behind_passcode IN (0, 1)),
                wrapped BLOB NOT NULL,
                -- Identifies the key. Data that was sealed under another key is not written.
                fingerprint BLOB CHECK (length(fingerprint) = 4),
                -- The former keys, sealed under this one, for non-permanent keys held by apps. NULL without former keys.
                former BLOB
            ) STRICT;

            -- The key that also protects the class keys of an unlocked device; wrapped for the enclave, protected by the passcode.
            -- No row without a passcode.
            CREATE TABLE unlock_key (
                one INTEGER PRIMARY KEY CHECK (one = 1),
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
                -- The salt of the app's password, under which enclave_key is sealed. NULL if enclave_key is as the enclave returned it.
                key_salt BLOB CHECK (length(key_salt) = 16),
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

            -- The number of items and rights of a group and the bytes of their values, maintained by triggers, so that one app cannot
            -- fill the disk. The descriptions of items count too, because an app chooses their attributes.
            CREATE TABLE usage (
                access_group BLOB PRIMARY KEY CHECK (length(access_group) = 32),
                items INTEGER NOT NULL,
                bytes INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TRIGGER item_added AFTER INSERT ON items BEGIN
                INSERT INTO usage (access_group, items, bytes)
                    VALUES (NEW.access_group, 1, length(NEW.description) + coalesce(length(NEW.data), 0))
                ON CONFLICT (access_group) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER item_deleted AFTER DELETE ON items BEGIN
                UPDATE usage SET items = items - 1, bytes = bytes - length(OLD.description) - coalesce(length(OLD.data), 0)
                    WHERE access_group = OLD.access_group;
            END;
            CREATE TRIGGER item_changed AFTER UPDATE OF access_group, description, data ON items BEGIN
                UPDATE usage SET items = items - 1, bytes = bytes - length(OLD.description) - coalesce(length(OLD.data), 0)
                    WHERE access_group = OLD.access_group;
                INSERT INTO usage (access_group, items, bytes)
                    VALUES (NEW.access_group, 1, length(NEW.description) + coalesce(length(NEW.data), 0))
                ON CONFLICT (access_group) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER right_added AFTER INSERT ON rights BEGIN
                INSERT INTO usage (access_group, items, bytes) VALUES (NEW.app, 1, coalesce(length(NEW.secret), 0))
                ON CONFLICT (access_group) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER right_deleted AFTER DELETE ON rights BEGIN
                UPDATE usage SET items = items - 1, bytes = bytes - coalesce(length(OLD.secret), 0) WHERE access_group = OLD.app;
            END;

            -- Apps that keep their socket, their name and their groups across restarts of the broker.
            CREATE TABLE installed_apps (
                identifier BLOB PRIMARY KEY CHECK (length(identifier) = 32),
                -- The identifier and the access groups, sealed: a writer of this file cannot add a group.
                record BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;

            -- The apps for which the user has allowed or denied Face ID.
            CREATE TABLE face_consents (
                identifier BLOB PRIMARY KEY CHECK (length(identifier) = 32),
                -- The identifier and the answer, sealed.
                record BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;

            -- The state of the device; exactly one row.
            CREATE TABLE device (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                -- NULL until the first passcode is set.
                passcode_salt BLOB CHECK (length(passcode_salt) = 16),
                biometric_failures INTEGER NOT NULL DEFAULT 0,
                passcode_failures INTEGER NOT NULL DEFAULT 0,
                -- Seconds since 2001-01-01T00:00:00Z.
                passcode_failed_at REAL NOT NULL DEFAULT 0,
                -- A tag of the enrolled set that was last observed: a change that other programs made while no broker was running
                -- invalidates the bound items too. NULL with a sensor whose changes are announced.
                enrolment BLOB CHECK (length(enrolment) = 32),
                -- 1 from just before a change of the passcode until the class keys are renewed.
                are_class_keys_old INTEGER NOT NULL DEFAULT 0 CHECK (are_class_keys_old IN (0, 1))
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
