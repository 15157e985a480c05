import Accounts
import PostgreSQLServer
import Synchronization

#if PostgreSQL
import AccountStorePostgreSQL

/// The databases of a run over PostgreSQL: one server, and a database for each store, which is dropped with its store.
final class TestDatabases: Sendable {
    static let shared = Result { try TestDatabases() }

    private struct Lent {
        let database: String
        weak var store: PostgreSQLAccountStore?
    }

    private let server: PostgreSQLServer
    /// Has only the schema: copying it is faster than creating the tables each time.
    private let template: String
    private let lent = Mutex<[Lent]>([])

    private init() throws {
        server = try PostgreSQLServer.shared.get()
        template = try server.makeNamedDatabase()
        // The store and its connections end at once; the server waits for them before it copies.
        _ = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: template)), connections: 1)
    }

    func makeStorage() throws -> AccountStorage {
        try dropUnused()
        let database = try server.makeNamedDatabase(copying: template)
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: database)), connections: 4)
        lent.withLock { $0.append(Lent(database: database, store: store)) }
        return AccountStorage(store)
    }

    /// A database for another process. It remains until the run ends.
    func makeAddress() throws -> String { server.address(of: try server.makeNamedDatabase(copying: template)) }

    private func dropUnused() throws {
        let unused = lent.withLock { lent in
            let unused = lent.filter { $0.store == nil }.map(\.database)
            lent.removeAll { $0.store == nil }
            return unused
        }
        try server.drop(unused)
    }
}

#else

/// Not available without the trait.
struct TestDatabases {
    static let shared = Result<TestDatabases, TestStoreError>.failure(
        TestStoreError(reason: "the tests were built without the trait PostgreSQL"))

    func makeStorage() throws -> AccountStorage { throw TestStoreError(reason: "no databases") }
    func makeAddress() throws -> String { throw TestStoreError(reason: "no databases") }
}
#endif
