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
            // In KiB, for each connection, and taken as pages are read. It holds the inner pages of the indexes of ten million accounts, so that
            // finding one row reads no more than the leaves; the usual 2 MiB do for a million.
            try connection.execute(sql: "PRAGMA cache_size = -16384")
            // On Apple systems only this makes the disk write down what it confirms; elsewhere it has no effect.
            try connection.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }

    /// As ``store``, of connections that write nothing.
    static var reading: Configuration {
        var configuration = store
        configuration.readonly = true
        return configuration
    }
}
