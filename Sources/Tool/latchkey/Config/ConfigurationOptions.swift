import AccountServer
import ArgumentParser
import Foundation

/// Where the configuration comes from: the file, then the environment, then `--set`; later ones win.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The file of configuration, in YAML.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Set one key, over the file and the environment; may be given several times.", valueName: "key=value"))
    var set: [String] = []

    init() {}

    /// Options that no arguments were parsed for: every property must be given a value, or reading it ends the process.
    init(config: String?) {
        self.config = config
        set = []
    }

    /// The sources, with the environment of this process.
    func sources() throws -> ConfigurationSources {
        ConfigurationSources(
            file: try config.map { try ConfigurationFile(readingFrom: $0) },
            environment: ProcessInfo.processInfo.environment, flags: set)
    }
}
