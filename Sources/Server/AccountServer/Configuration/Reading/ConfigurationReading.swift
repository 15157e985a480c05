/// A configuration read from its sources: the server's part, the store's, and every key with its value and its place.
package struct ConfigurationReading: Sendable {
    package let server: ServerConfiguration
    package let store: StoreConfiguration

    /// All keys in the order of the table, each with the value that holds.
    package let entries: [ConfigurationEntry]

    /// Reads everything and checks it. Throws all problems at once: unknown keys and variables, values that are missing or not taken,
    /// and values that do not go together. Whether it is safe for production is another question: see ``UnsafeConfiguration``.
    ///
    /// Opens the files that the configuration names, the store's apart.
    package init(_ sources: ConfigurationSources) throws(ConfigurationProblems) {
        (server, store, entries) = try sources.reading { reader in
            let server = ServerConfiguration(reading: &reader)
            let store = StoreConfiguration(reading: &reader)
            return server.flatMap { server in store.map { (server, $0, Self.inOrder(reader.entries)) } }
        }
    }

    /// Where the value of a key was written; nil for a default.
    func place(of key: ConfigurationKey) -> ConfigurationPlace? {
        entries.first { $0.key == key }?.place
    }

    private static func inOrder(_ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
        ConfigurationKey.all.compactMap { key in entries.first { $0.key == key } }
    }
}

extension StoreConfiguration {
    /// Reads the store's part alone, for commands that need no more: no key and no other file is opened. Throws for unknown keys all
    /// the same.
    package init(_ sources: ConfigurationSources) throws(ConfigurationProblems) {
        self = try sources.reading { StoreConfiguration(reading: &$0) }
    }

    init?(reading reader: inout SettingsReader) {
        let path = reader.path(Settings.storePath)
        let address = reader.value(Settings.storeAddress)
        let replica = reader.value(Settings.storeReplica)
        let connections = reader.value(Settings.storeConnections)
        let unverifiedTLS = reader.value(Settings.unverifiedTLS)
        let database = { (address: DatabaseAddress) in
            StoreConfiguration.postgreSQL(address, replica: replica, connections: connections, unverifiedTLS: unverifiedTLS)
        }
        switch (path, address) {
        case (let path?, nil): self = .sqlite(path: path)
        case (nil, let address?): self = database(address)
        // What the command itself would take gives way to what somebody wrote.
        case (_?, let address?) where reader.place(of: Settings.storePath.key) == .preset:
            self = database(address)
        case (_?, _?):
            reader.report(Settings.storeAddress.key, "store.path is set too, and accounts are kept in one place", "leave one out")
            return nil
        case (nil, nil):
            guard !reader.isRefused(Settings.storePath.key), !reader.isRefused(Settings.storeAddress.key) else { return nil }
            reader.report(
                Settings.storePath.key, "it must be set, or store.address",
                "write the path of a SQLite file, or the postgres:// address of a database")
            return nil
        }
    }
}

/// One key with the value that holds, as `config show` prints it.
package struct ConfigurationEntry: Hashable, Sendable {
    package let key: ConfigurationKey
    /// The value in its one spelling; `(set)` for a secret.
    package let text: String
    /// Where it was written; nil for the default.
    package let place: ConfigurationPlace?
}

/// Where a configuration comes from, the weakest first: what the command itself sets, the file, the environment, flags.
package struct ConfigurationSources: Sendable {
    /// Texts by key that hold unless something else sets them.
    package var presets: [String: String]
    package var file: ConfigurationFile?
    /// The environment of the process; only variables of this project are looked at.
    package var environment: [String: String]
    /// The arguments of `--set`, each `KEY=VALUE`, in order.
    package var flags: [String]

    package init(
        presets: [String: String] = [:], file: ConfigurationFile? = nil, environment: [String: String] = [:], flags: [String] = []
    ) {
        self.presets = presets
        self.file = file
        self.environment = environment
        self.flags = flags
    }
}

extension ConfigurationSources {
    /// A part that `read` takes from the sources. Throws all problems at once, unknown keys among them.
    func reading<Part>(_ read: (inout SettingsReader) -> Part?) throws(ConfigurationProblems) -> Part {
        var reader = SettingsReader(self)
        let part = read(&reader)
        if let problems = ConfigurationProblems(reader.problems) { throw problems }
        guard let part else { preconditionFailure("a reading without result has a problem that says why") }
        return part
    }
}
