import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation

/// Which store an operator's command works on. The server may go on running.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The SQLite file of the store.", valueName: "file"))
    var store: String?

    @Option(help: ArgumentHelp("The file of configuration that names the store.", valueName: "file"))
    var config: String?

    func validate() throws {
        if store != nil && config != nil { throw ValidationError("--store and --config exclude each other") }
    }

    /// The path: of `--store`, or of `store.path` in the configuration or the environment.
    func path() throws -> String {
        if let store { return store }
        let options = ConfigurationOptions(config: config)
        let environment = ProcessInfo.processInfo.environment
        guard config != nil || environment["LATCHKEY_STORE_PATH"] != nil else {
            throw CommandFailure(.usage, "which store?", hint: "give --store FILE or --config FILE, or set LATCHKEY_STORE_PATH")
        }
        return try StoreConfiguration(try options.sources()).path
    }

    /// What the configuration asks of passwords; the defaults where only the store is named.
    func passwordPolicy() throws -> PasswordPolicy {
        let configuration =
            store == nil ? try PasswordConfiguration(try ConfigurationOptions(config: config).sources()) : PasswordConfiguration()
        return try PasswordPolicy(configuration)
    }

    /// Opens the store, runs `body` and closes it again. A store that is not there is not made, unless `creating`.
    func withStore<Value>(creating: Bool = false, _ body: (SQLiteAccountStore) async throws -> Value) async throws -> Value {
        let path = try path()
        guard creating || FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .store, "there is no store at \(path)", hint: "check the path; the server makes a store when it starts")
        }
        let store = try SQLiteAccountStore.open(path: path)
        let value: Value
        do {
            value = try await body(store)
        } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
        return value
    }
}
