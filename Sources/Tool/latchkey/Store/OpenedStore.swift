import AccountServer
import AccountStoreSQLite
import Accounts
import Foundation

#if PostgreSQL
import AccountStorePostgreSQL
#endif

/// A store of either kind, opened.
enum OpenedStore {
    case sqlite(SQLiteAccountStore)
    #if PostgreSQL
    case postgreSQL(PostgreSQLAccountStore)
    #endif

    /// Opens the store that a configuration names, and makes it where there is none. Throws ``StoreError``, and ``CommandFailure`` where this
    /// program was built without the store.
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
                hint: "build it with the trait PostgreSQL, which is on by default")
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

    /// Everything that is found wrong with the store.
    func check() async throws -> [StoreFinding] {
        switch self {
        case .sqlite(let store): try await store.check()
        #if PostgreSQL
        case .postgreSQL(let store): try await store.check()
        #endif
        }
    }

    /// The number of the last step of the schema that the store has seen.
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
    /// What `--store` names: a database, or else a file.
    init(named text: String) {
        self =
            Self.isDatabaseAddress(text)
            ? .postgreSQL(DatabaseAddress(text), connections: Self.defaultConnections) : .sqlite(path: text)
    }

    /// Whether it can be there without having been made: a database, or a file that is.
    var mayExist: Bool {
        switch self {
        case .sqlite(let path): FileManager.default.fileExists(atPath: path)
        case .postgreSQL: true
        }
    }
}

extension StoreConfiguration {
    /// For messages: never with what a database's address holds.
    var shown: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL: "the PostgreSQL database"
        }
    }
}
