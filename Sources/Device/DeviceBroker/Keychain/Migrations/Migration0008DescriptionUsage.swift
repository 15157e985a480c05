// The descriptions of items count in the usage too, because an app chooses their attributes.
extension Migration {
    static let descriptionUsage = Migration(
        number: 8,
        sql: """
            DROP TRIGGER item_added;
            DROP TRIGGER item_deleted;
            DROP TRIGGER item_changed;
            DELETE FROM usage;
            INSERT INTO usage (access_group, items, bytes)
                SELECT owner, count(*), sum(size) FROM (
                    SELECT access_group AS owner, length(description) + coalesce(length(data), 0) AS size FROM items
                    UNION ALL SELECT app, coalesce(length(secret), 0) FROM rights
                ) GROUP BY owner;

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
            """)
}
