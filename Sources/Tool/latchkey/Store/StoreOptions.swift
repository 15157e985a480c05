import AccountServer
import Accounts
import ArgumentParser
import Foundation
import Secrets

/// The store that an operator command works on. The server may keep running.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The SQLite file of the store, or the postgres:// address of its database.", valueName: "store"))
    var store: String?

    @Option(help: ArgumentHelp("The configuration file that names the store.", valueName: "file"))
    var config: String?

    func validate() throws {
        if store != nil && config != nil { throw ValidationError("--store and --config exclude each other") }
    }

    /// Returns the configuration of the store: from `--store`, from `store` in the configuration or the environment, or from the
    /// running `latchkey dev`.
    func configuration() throws -> StoreConfiguration {
        if let store { return StoreConfiguration(named: store) }
        guard namesConfiguredStore else {
            guard let instance = try DevelopmentInstance.only(insteadOf: "--store"), let store = instance.store else {
                throw CommandFailure(
                    .usage, "missing store",
                    hint:
                        "give --store STORE or --config FILE, set LATCHKEY_STORE_PATH or LATCHKEY_STORE_ADDRESS, or start latchkey dev"
                )
            }
            Terminal().say("using the store of the running `latchkey dev` at \(instance.server.sanitized)")
            return StoreConfiguration(named: store)
        }
        return try StoreConfiguration(try sources())
    }

    /// Whether the configuration file or the environment names a store.
    private var namesConfiguredStore: Bool {
        let environment = ProcessInfo.processInfo.environment
        return config != nil || ["LATCHKEY_STORE_PATH", "LATCHKEY_STORE_ADDRESS"].contains { environment[$0] != nil }
    }

    /// Returns the sources of the configuration: the file and the environment, or the values of the running `latchkey dev` if neither
    /// names a store.
    func sources() throws -> ConfigurationSources {
        guard store == nil, !namesConfiguredStore, let instance = try DevelopmentInstance.only(insteadOf: "--store"),
            let file = instance.store
        else {
            return try ConfigurationOptions(config: config).sources()
        }
        return ConfigurationSources(presets: [
            "site.publicOrigin": instance.server, "keys.currentFile": instance.key, "store.path": file,
        ])
    }

    /// Returns the master keys of the configuration, the environment or the running `latchkey dev`; nil if none names them.
    func masterKeys() throws -> MasterKeys? {
        let environment = ProcessInfo.processInfo.environment
        let isInEnvironment = ["LATCHKEY_KEYS_CURRENT", "LATCHKEY_KEYS_CURRENT_FILE"].contains { environment[$0] != nil }
        let isOfDevelopment =
            try store == nil && !namesConfiguredStore && DevelopmentInstance.only(insteadOf: "--store")?.store != nil
        guard config != nil || isInEnvironment || isOfDevelopment else { return nil }
        return try MasterKeys(try sources())
    }

    /// Returns the sealer of messages if the configured server sends mail; nil if it does not, or if only the store is named.
    func mailSealer(random: any RandomBytes) throws -> MailSealer? {
        guard store == nil else { return nil }
        let sources = try sources()
        guard let language = try sources.mailLanguage() else { return nil }
        return MailSealer(keys: try MasterKeys(sources).sealingKeys(for: .mail), language: language, random: random)
    }

    /// Returns the targets of events in the configuration; none if only the store is named.
    // The optimizer of Swift 6.3.1 crashes on asynchronous functions into which this one is inlined.
    @inline(never)
    func eventTargets() throws -> [EventTargetName] {
        guard store == nil else { return [] }
        return try sources().eventTargets()
    }

    /// Returns the configured password policy; the default one if only the store is named.
    func passwordPolicy() throws -> PasswordPolicy {
        guard store == nil else { return try PasswordPolicy(PasswordConfiguration(), site: nil) }
        return try PasswordPolicy(try sources())
    }

    /// Returns the public origin from the configuration or the environment.
    func publicOrigin() throws -> PublicOrigin {
        guard store == nil else {
            throw CommandFailure(
                .usage, "missing public origin: --store does not name it",
                hint:
                    "give --config FILE with site.publicOrigin, or set LATCHKEY_SITE_PUBLIC_ORIGIN and name the store in the environment"
            )
        }
        return try SiteConfiguration(try sources()).publicOrigin
    }

    /// Opens the store, runs `body` and closes the store. Does not create a missing store unless `creating` is true.
    func withStore<Value>(creating: Bool = false, _ body: (any AccountStores) async throws -> Value) async throws -> Value {
        try await withOpenedStore(creating: creating) { try await body($0.stores) }
    }

    /// Does the same as ``withStore(creating:_:)`` for a body that depends on the kind of store.
    func withOpenedStore<Value>(creating: Bool = false, _ body: (OpenedStore) async throws -> Value) async throws -> Value {
        let configuration = try configuration()
        guard creating || configuration.mayExist else {
            throw CommandFailure(
                .store, "no store at \(configuration.shown)",
                hint: "check the path; the server creates a store when it starts")
        }
        let store = try OpenedStore.open(configuration)
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
