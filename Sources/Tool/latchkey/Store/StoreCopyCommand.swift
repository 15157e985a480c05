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
            Stop the server first: the copy does not contain what it writes meanwhile. The command reads every row back and compares it \
            with its source before it commits; a failed copy leaves the database unchanged. It migrates the SQLite file if an older \
            version wrote it, and changes nothing else in it. Afterwards set store.address instead of store.path; the master key stays \
            the same.
            """,
        example: "latchkey store copy --from accounts.sqlite --to postgres://localhost/latchkey")

    @Option(help: ArgumentHelp("The SQLite file to copy.", valueName: "file"))
    var from: String

    @Option(
        help: ArgumentHelp("The postgres:// address of the database; LATCHKEY_STORE_ADDRESS if omitted.", valueName: "address"))
    var to: String?

    @Flag(
        name: .customLong("unverified-tls"),
        help: "Accept an sslmode other than verify-full in the address of a remote database, as store.unverifiedTLS does.")
    var unverifiedTLS = false

    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        guard FileManager.default.fileExists(atPath: from), !StoreConfiguration.isDatabaseAddress(from) else {
            throw CommandFailure(.store, "no SQLite store at \(from)", hint: "check the path")
        }
        guard let address = to ?? ProcessInfo.processInfo.environment["LATCHKEY_STORE_ADDRESS"] else {
            throw CommandFailure(.usage, "missing destination", hint: "give --to postgres://..., or set LATCHKEY_STORE_ADDRESS")
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
            let isPrepared = try await source.isPrepared()
            let counts = try await target.copy(
                from: { take in try source.copying { try take($0) } }, isPrepared: isPrepared
            ) { table, count in
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
        if output.json { return terminal.result(["tables": .array(counts.map(json))]) }
        if output.jsonl { return counts.forEach { terminal.result(json($0), .compact) } }
        TextTable(["TABLE", "ROWS"], counts.map { [$0.table.name, "\($0.count)"] }).lines.forEach { terminal.result($0) }
    }

    private func json(_ entry: (table: StoreTable, count: Int)) -> JSONValue {
        ["table": .string(entry.table.name), "rows": .integer(entry.count)]
    }
}
#endif

struct StoreMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Migrate the store to this program's schema, and print the schema's number.",
        discussion: """
            A server does the same when it starts. If several servers start at once, one migrates and the others wait. Run this command \
            to see how long the migration takes before you replace the servers.
            """,
        example: "latchkey store migrate --store accounts.sqlite")

    @Flag(help: "Create the store if it does not exist.")
    var create = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let version = try await options.withOpenedStore(creating: create) { try await $0.schemaNumber() }
        output.write(["schema": .integer(version)], line: "\(version)")
    }
}
