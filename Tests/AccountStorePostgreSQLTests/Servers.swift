#if PostgreSQL
import AccountStore
import AccountStoreConformance
import Accounts
import PostgreSQLServer
import Testing

@testable import AccountStorePostgreSQL

/// Several servers over one database: a store each, with connections of its own.
struct Servers {
    let address: String
    let stores: [PostgreSQLAccountStore]

    init(_ count: Int, connections: Int = 2, timeouts: Timeouts = Timeouts()) throws {
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        self.address = address
        stores = try (0..<count).map { _ in
            try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: connections, timeouts: timeouts)
        }
    }

    subscript(index: Int) -> PostgreSQLAccountStore { stores[index % stores.count] }

    func close() async {
        for store in stores { await store.close() }
    }
}
#endif
