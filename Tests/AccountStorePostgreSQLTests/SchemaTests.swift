#if PostgreSQL
import AccountStoreConformance
import Accounts
import PostgreSQLServer
import Secrets
import Testing

@testable import AccountStorePostgreSQL

@Suite("The schema in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct SchemaTests {
    @Test("migrations are numbered from one, without a gap, and each has its own name")
    func numbering() {
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
        #expect(Set(Migration.all.map(\.name)).count == Migration.all.count)
    }

    @Test("eight servers that start at once over an empty database make one schema")
    func raceOfStarts() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let stores = try await race(8) { _ in try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1) }
        #expect(try await stores[0].schemaNumber() == Migration.all.count)
        let steps = try server.query("SELECT number FROM latchkey_schema ORDER BY number", on: address.databaseName)
        let numbers = (1...Migration.all.count).map { "\($0)" }.joined(separator: "\n")
        #expect(steps == numbers)
        for store in stores { await store.close() }
    }

    @Test("a database that a newer program changed is refused, and left as it is")
    func newerSchema() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        await store.close()
        try server.query("INSERT INTO latchkey_schema (number, name) VALUES (99, 'future')", on: address.databaseName)
        let error = try #require(throws: StoreError.self) { _ = try PostgreSQLAccountStore.open(ConnectionAddress(address)) }
        #expect(error.code == .newerSchema)
    }

    @Test("a step that fails leaves the version before it and nothing of itself")
    func failingStep() throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let connection = try Connection.open(to: ConnectionAddress(address), timeouts: Timeouts())
        let bad = Migration(number: 2, name: "bad", sql: "CREATE TABLE half (x bigint); SELECT nonsense;")
        #expect(throws: PostgreSQLError.self) { try connection.migrate(by: [.accounts, bad]) }
        #expect(try connection.schemaNumber() == 1)
        #expect(try server.query("SELECT count(*) FROM pg_tables WHERE tablename = 'half'", on: address.databaseName) == "0")
    }

    @Test("what rows say together is looked at, and named by number")
    func contradictions() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        try await store.create(try Person("anna", random: PredictableRandomBytes(seed: 1)))
        #expect(try await store.check() == [])
        try server.query("DELETE FROM passwords", on: address.databaseName)
        #expect(try await store.check().map(\.kind) == [.contradiction, .contradiction])
        try server.query(
            "ALTER TABLE sessions ADD CONSTRAINT later CHECK (number > 0) NOT VALID", on: address.databaseName)
        #expect(try await store.check().contains { $0.kind == .damage })
        await store.close()
    }
}

extension String {
    /// The database that an address of the tests' server names.
    var databaseName: String { String(dropFirst("postgres:///".count).prefix { $0 != "?" }) }
}
#endif
