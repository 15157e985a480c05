/// A configuration read from its sources: the server's settings, the store's settings, and every key with its value and place.
package struct ConfigurationReading: Sendable {
    package let server: ServerConfiguration
    package let store: StoreConfiguration

    /// All keys in the order of the table, each with its effective value.
    package let entries: [ConfigurationEntry]

    /// Reads and checks all settings. Throws all problems at once: unknown keys and variables, missing and rejected values, and
    /// values that conflict. Whether the configuration is safe for production is a separate check; see ``UnsafeConfiguration``.
    ///
    /// Opens the files that the configuration names, except the store.
    package init(_ sources: ConfigurationSources) throws(ConfigurationProblems) {
        (server, store, entries) = try sources.reading { reader in
            let server = ServerConfiguration(reading: &reader)
            let store = StoreConfiguration(reading: &reader)
            return server.flatMap { server in store.map { (server, $0, Self.inOrder(reader.entries)) } }
        }
    }

    /// Returns where the value of a key was set; nil for a default.
    func place(of key: ConfigurationKey) -> ConfigurationSource? {
        entries.first { $0.key == key }?.place
    }

    private static func inOrder(_ entries: [ConfigurationEntry]) -> [ConfigurationEntry] {
        ConfigurationKey.all.compactMap { key in entries.first { $0.key == key } }
    }
}

extension StoreConfiguration {
    /// Reads the store's settings only, for commands that need nothing else. Opens no key file and no other file. Throws for
    /// unknown keys, too.
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
        // An explicit address overrides the command's preset path.
        case (_?, let address?) where reader.place(of: Settings.storePath.key) == .preset:
            self = database(address)
        case (_?, _?):
            reader.report(
                Settings.storeAddress.key, "store.path is also set, but accounts have only one store", "remove one of the two")
            return nil
        case (nil, nil):
            guard !reader.isRejected(Settings.storePath.key), !reader.isRejected(Settings.storeAddress.key) else { return nil }
            reader.report(
                Settings.storePath.key, "store.path or store.address is required",
                "set the path of a SQLite file or the postgres:// address of a database")
            return nil
        }
    }
}

/// One key with its effective value, as `config show` prints it.
package struct ConfigurationEntry: Hashable, Sendable {
    package let key: ConfigurationKey
    /// The value in canonical form; `(set)` for a secret.
    package let text: String
    /// The place where it was set; nil for the default.
    package let place: ConfigurationSource?
}

/// The sources of a configuration, lowest precedence first: presets of the command, the file, the environment, flags.
package struct ConfigurationSources: Sendable {
    /// Values by key that apply unless another source sets the key.
    package var presets: [String: String]
    package var file: ConfigurationFile?
    /// The environment of the process. Only variables with the project's prefix, and those of OpenTelemetry for tracing, are read.
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
    /// Reads one component from the sources. Throws all problems at once, including unknown keys.
    func reading<Part>(_ read: (inout SettingsReader) -> Part?) throws(ConfigurationProblems) -> Part {
        var reader = SettingsReader(self)
        let part = read(&reader)
        if let problems = ConfigurationProblems(reader.problems) { throw problems }
        guard let part else { preconditionFailure("a reader that returns nil must report a problem") }
        return part
    }
}
