// Jobs of kind 4: the code of somebody who left before it could be exchanged, to be exchanged and given back. Their identity is gone, so
// that the job itself says whose code it must be.
extension Migration {
    static let leaversCodes = Migration(
        number: 5, name: "leavers-codes",
        sql: """
            ALTER TABLE jobs ADD COLUMN team TEXT CHECK (length(team) = 10);
            ALTER TABLE jobs ADD COLUMN subject TEXT CHECK (length(subject) BETWEEN 1 AND 255)
                CHECK (kind <> 4 OR (apple_token IS NULL AND identity IS NOT NULL AND client IS NOT NULL AND sealed IS NOT NULL
                    AND flow IS NOT NULL AND expires_at IS NOT NULL AND team IS NOT NULL AND subject IS NOT NULL));
            """)
}
