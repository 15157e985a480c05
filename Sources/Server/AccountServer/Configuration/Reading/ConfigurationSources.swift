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
