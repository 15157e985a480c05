import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser

/// `latchkey dev`: everything on this machine, for development.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev", abstract: "Run everything on 127.0.0.1 for development, with a demo account.",
        discussion: "What it stores is thrown away when it ends, unless --data names a folder to keep it in.")

    @Option(help: ArgumentHelp("The folder to keep the store and the key in; made if missing.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("The port to listen on.", valueName: "port"))
    var port = 8_080

    @Option(
        help: ArgumentHelp(
            "Set one key of configuration; may be given several times.", valueName: "key=value"))
    var set: [String] = []

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("a port is a number from 1 to 65535") }
    }

    func run() async throws {
        let folder = try data.map { try DevelopmentFolder(keptAt: $0) } ?? DevelopmentFolder.temporary()
        defer { folder.removeIfTemporary() }
        // The environment is left out: it may name the store and the key of something else than development.
        let reading = try ConfigurationReading(ConfigurationSources(presets: presets(folder), flags: set))
        let storage = try AccountStorage.sqlite(at: reading.store.path)
        try await runServer(reading.server, storage: storage, demo: DemoAccount())
    }

    /// What development has in place of an operator's decisions. Metrics are off, so that a second server finds its port free.
    private func presets(_ folder: DevelopmentFolder) -> [String: String] {
        [
            "site.publicOrigin": "http://127.0.0.1:\(port)", "listener.host": "127.0.0.1", "listener.port": "\(port)",
            "keys.currentFile": folder.keyPath, "store.path": folder.storePath, "metrics.enabled": "false",
        ]
    }
}
