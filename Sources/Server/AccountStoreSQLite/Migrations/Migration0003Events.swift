// Events of nobody, which are kept for a shorter time than others; and what is told of showing an Apple identity again.
extension Migration {
    static let events = Migration(
        number: 3, name: "events",
        sql: """
            -- Removing those past their retention, without reading the others of that time.
            CREATE INDEX events_of_nobody_by_time ON events (at) WHERE account IS NULL;

            INSERT INTO event_kinds (number, name) VALUES (23, 'apple-reauthenticated'), (24, 'apple-reauthentication-failed');
            """)
}
