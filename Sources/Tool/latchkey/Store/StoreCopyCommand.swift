import AccountServer
import AccountStoreSQLite
import AccountStore
import Accounts
import ArgumentParser
import Foundation
import JSONText

#if PostgreSQL
import AccountStorePostgreSQL

struct StoreCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a SQLite store into an empty PostgreSQL database.",
        discussion: """
            Stop the server first: what it writes during the copy is not in it. Every row is read back and compared with where it came \
            from before anything is committed; a copy that fails leaves the database as it was. The SQLite file is changed only \
            where an older version wrote it: it is brought to this program's schema. Then set store.address in the place of store.path; \
            the master key stays the same.
            """)

    @Option(help: ArgumentHelp("The SQLite file to copy.", valueName: "file"))
    var from: String

    @Option(
        help: ArgumentHelp("The postgres:// address of the database; LATCHKEY_STORE_ADDRESS if left out.", valueName: "address"))
    var to: String?

    @Flag(
        name: .customLong("unverified-tls"),
        help: "Accept another sslmode than verify-full in the address of a remote database, as store.unverifiedTLS does.")
    var unverifiedTLS = false

    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        guard FileManager.default.fileExists(atPath: from), !StoreConfiguration.isDatabaseAddress(from) else {
            throw CommandFailure(.store, "there is no SQLite store at \(from)", hint: "check the path")
        }
        guard let address = to ?? ProcessInfo.processInfo.environment["LATCHKEY_STORE_ADDRESS"] else {
            throw CommandFailure(.usage, "copy to where?", hint: "give --to postgres://..., or set LATCHKEY_STORE_ADDRESS")
        }
        let source = try SQLiteAccountStore.open(path: from)
        let counts = try await closing(source) {
            try await copy(source, to: ConnectionAddress(address, allowsUnverified: unverifiedTLS))
        }
        show(counts)
    }

    private func copy(
        _ source: SQLiteAccountStore, to address: ConnectionAddress
    ) async throws -> [(table: StoreTable, count: Int)] {
        let terminal = Terminal()
        let target = try PostgreSQLAccountStore.open(address, connections: 1)
        do {
            let counts = try await target.copy(from: { take in try source.copying { try take($0) } }) { table, count in
                terminal.progress("\(table.name): \(count)")
            }
            await target.close()
            return counts
        } catch {
            await target.close()
            throw error
        }
    }

    private func closing<Value>(_ store: SQLiteAccountStore, _ body: () async throws -> Value) async throws -> Value {
        let value: Value
        do { value = try await body() } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
        return value
    }

    private func show(_ counts: [(table: StoreTable, count: Int)]) {
        let terminal = Terminal()
        terminal.clearProgress()
        if output.json {
            terminal.result(["tables": .array(counts.map(json))])
        } else {
            for (table, count) in counts {
                if output.jsonl {
                    terminal.result(json((table, count)), .compact)
                } else {
                    terminal.result("\(table.name) \(count)")
                }
            }
        }
    }

    private func json(_ entry: (table: StoreTable, count: Int)) -> JSONValue {
        ["table": .string(entry.table.name), "rows": .integer(entry.count)]
    }
}
#endif

struct StoreMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the schema of the store up to this program's, and say which one it is.",
        discussion: """
            A server does the same when it starts. Where several start at once, one does it and the others wait. Run it by hand to see \
            how long it takes before the servers are exchanged.
            """)

    @Flag(help: "Make the store if there is none.")
    var create = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let version = try await options.withOpenedStore(creating: create) { try await $0.schemaNumber() }
        output.write(["schema": .integer(version)], line: "\(version)")
    }
}
