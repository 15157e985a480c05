// The usage of each access group, so that one app cannot fill the disk.
extension Migration {
    static let usage = Migration(
        number: 6,
        sql: """
            -- The number of items and rights of a group and the bytes of their values, maintained by triggers.
            CREATE TABLE usage (
                access_group BLOB PRIMARY KEY CHECK (length(access_group) = 32),
                items INTEGER NOT NULL,
                bytes INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            INSERT INTO usage (access_group, items, bytes)
                SELECT owner, count(*), sum(size) FROM (
                    SELECT access_group AS owner, coalesce(length(data), 0) AS size FROM items
                    UNION ALL SELECT app, coalesce(length(secret), 0) FROM rights
                ) GROUP BY owner;

            CREATE TRIGGER item_added AFTER INSERT ON items BEGIN
                INSERT INTO usage (access_group, items, bytes) VALUES (NEW.access_group, 1, coalesce(length(NEW.data), 0))
                ON CONFLICT (access_group) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER item_deleted AFTER DELETE ON items BEGIN
                UPDATE usage SET items = items - 1, bytes = bytes - coalesce(length(OLD.data), 0) WHERE access_group = OLD.access_group;
            END;
            CREATE TRIGGER item_changed AFTER UPDATE OF access_group, data ON items BEGIN
                UPDATE usage SET items = items - 1, bytes = bytes - coalesce(length(OLD.data), 0) WHERE access_group = OLD.access_group;
                INSERT INTO usage (access_group, items, bytes) VALUES (NEW.access_group, 1, coalesce(length(NEW.data), 0))
                ON CONFLICT (access_group) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER right_added AFTER INSERT ON rights BEGIN
                INSERT INTO usage (access_group, items, bytes) VALUES (NEW.app, 1, coalesce(length(NEW.secret), 0))
                ON CONFLICT (access_group) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER right_deleted AFTER DELETE ON rights BEGIN
                UPDATE usage SET items = items - 1, bytes = bytes - coalesce(length(OLD.secret), 0) WHERE access_group = OLD.app;
            END;
            """)
}
