import Accounts
import PostgreSQLServer
import Synchronization

#if PostgreSQL
import AccountStorePostgreSQL

/// The databases of a run with PostgreSQL: one server, and a database for each store, which is dropped when its store is
/// released.
final class TestDatabases: Sendable {
    static let shared = Result { try TestDatabases() }

    private struct LentDatabase {
        let database: String
        weak var store: PostgreSQLAccountStore?
    }

    private let server: PostgreSQLServer
    /// A database with the schema only: copying it is faster than creating the tables each time.
    private let template: String
    private let lent = Mutex<[LentDatabase]>([])

    private init() throws {
        server = try PostgreSQLServer.shared.get()
        template = try server.makeNamedDatabase()
        // The store is released at once, with its connections; the server waits for them before it copies.
        _ = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: template)), connections: 1)
    }

    func makeStorage() throws -> AccountStorage {
        try dropUnused()
        let database = try server.makeNamedDatabase(copying: template)
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: database)), connections: 4)
        lent.withLock { $0.append(LentDatabase(database: database, store: store)) }
        return AccountStorage(store)
    }

    /// Creates a database for another process. It exists until the run ends.
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

/// Without the trait, no databases are available.
struct TestDatabases {
    static let shared = Result<TestDatabases, TestStoreError>.failure(
        TestStoreError(reason: "the tests were built without the trait PostgreSQL"))

    func makeStorage() throws -> AccountStorage { throw TestStoreError(reason: "no databases") }
    func makeAddress() throws -> String { throw TestStoreError(reason: "no databases") }
}
#endif
