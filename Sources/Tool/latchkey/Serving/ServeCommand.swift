import AccountServer
import Accounts
import ArgumentParser

/// `latchkey serve`: the server in production.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server in production.",
        discussion: """
            Refuses to start on an unsafe configuration and says which key to set; `latchkey config check` tells the same without \
            starting. Stops gracefully on SIGTERM and SIGINT.
            """)

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let reading = try ConfigurationReading(try options.sources())
        let unsafe = UnsafeConfiguration(reading)
        guard unsafe.problems.isEmpty else { throw CommandFailure(unsafe) }

        let storage = AccountStorage(try OpenedStore.open(reading.store).stores)
        try await runServer(reading.server, storage: storage)
    }
}
