import GRDB

extension Configuration {
    /// What every connection of a store has in common. Foreign keys are enforced; that is GRDB's default, stated here because
    /// deletion depends on it.
    static var store: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // How long a write waits for one of another process, such as the operator's command.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try StoreIdentity.check(connection)
            // Against a file that somebody prepared (sqlite.org/security.html): its schema calls no functions, its cells are checked.
            try connection.execute(sql: "PRAGMA trusted_schema = OFF")
            try connection.execute(sql: "PRAGMA cell_size_check = ON")
            // What is deleted is overwritten: a deleted account leaves no name and no hash behind in free pages.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            // On Apple systems only this makes the disk write down what it confirms; elsewhere it has no effect.
            try connection.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }
}
