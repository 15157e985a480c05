import AccountServer
import AccountStoreSQLite
import Accounts
import Foundation

#if PostgreSQL
import AccountStorePostgreSQL
#endif

/// An open store of either kind.
enum OpenedStore {
    case sqlite(SQLiteAccountStore)
    #if PostgreSQL
    case postgreSQL(PostgreSQLAccountStore)
    #endif

    /// Opens the configured store, and creates it if it does not exist.
    ///
    /// - Throws: a ``StoreError``, or a ``CommandFailure`` if this program was built without the engine.
    static func open(_ configuration: StoreConfiguration) throws -> OpenedStore {
        switch configuration {
        case .sqlite(let path):
            return .sqlite(try SQLiteAccountStore.open(path: path))
        case .postgreSQL(let address, let replica, let connections, let unverifiedTLS):
            #if PostgreSQL
            return .postgreSQL(
                try PostgreSQLAccountStore.open(
                    ConnectionAddress(address.reveal(), allowsUnverified: unverifiedTLS),
                    replica: try replica.map { try ConnectionAddress($0.reveal(), allowsUnverified: unverifiedTLS) },
                    connections: connections))
            #else
            throw CommandFailure(
                .store, "this program was built without PostgreSQL",
                hint: "build it with the trait PostgreSQL, which is enabled by default")
            #endif
        }
    }

    var stores: any AccountStores {
        switch self {
        case .sqlite(let store): store
        #if PostgreSQL
        case .postgreSQL(let store): store
        #endif
        }
    }

    /// Returns all problems of the store.
    func check() async throws -> [StoreFinding] {
        switch self {
        case .sqlite(let store): try await store.check()
        #if PostgreSQL
        case .postgreSQL(let store): try await store.check()
        #endif
        }
    }

    /// Returns the number of the last migration of the store's schema.
    func schemaNumber() async throws -> Int {
        switch self {
        case .sqlite(let store): try await store.schemaNumber()
        #if PostgreSQL
        case .postgreSQL(let store): try await store.schemaNumber()
        #endif
        }
    }

    func close() async throws {
        switch self {
        case .sqlite(let store): try await store.close()
        #if PostgreSQL
        case .postgreSQL(let store): await store.close()
        #endif
        }
    }
}

extension StoreConfiguration {
    /// Creates the configuration that `--store` names: a database address, otherwise a file.
    init(named text: String) {
        self =
            Self.isDatabaseAddress(text)
            ? .postgreSQL(DatabaseAddress(text), connections: Self.defaultConnections) : .sqlite(path: text)
    }

    /// Whether the store may exist: a file that exists, or any database.
    var mayExist: Bool {
        switch self {
        case .sqlite(let path): FileManager.default.fileExists(atPath: path)
        case .postgreSQL: true
        }
    }
}

extension StoreConfiguration {
    /// The name of the store in messages. It never contains a database address, which may have a password.
    var shown: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL: "the PostgreSQL database"
        }
    }
}
