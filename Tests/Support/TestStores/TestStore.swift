package import Accounts
import AccountStoreSQLite
package import Foundation

#if PostgreSQL
import AccountStorePostgreSQL
#endif

/// The store of the server's tests, the same for a whole run: `LATCHKEY_TEST_STORE` is `sqlite` (the default) or `postgres`, with
/// a separate database for each store.
package enum TestStore: String, Sendable {
    case sqlite
    case postgres

    /// Throws ``TestStoreError`` if the variable has another value, because a run with the wrong store would prove nothing.
    package static var chosen: TestStore {
        get throws {
            guard let name = ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"], !name.isEmpty else { return .sqlite }
            guard let store = TestStore(rawValue: name) else {
                throw TestStoreError(reason: "LATCHKEY_TEST_STORE is \(name); it may be sqlite or postgres")
            }
            return store
        }
    }

    /// Returns the place of an empty store of this kind, which several processes can open: a file in the folder, or the address of a
    /// database.
    package func place(in folder: URL) throws -> String {
        switch self {
        case .sqlite: folder.appending(path: "accounts.sqlite").path
        case .postgres: try TestDatabases.shared.get().makeAddress()
        }
    }

    /// The section `store` of the configuration of a separate server over an empty store of this kind.
    package var configuration: [String] {
        get throws {
            switch self {
            case .sqlite: return ["store:", "  path: accounts.sqlite"]
            case .postgres: return ["store:", "  address: \"\(try TestDatabases.shared.get().makeAddress())\"", "  connections: 2"]
            }
        }
    }
}

package struct TestStoreError: Error, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }
}

extension AccountStorage {
    /// Returns an empty store for one test, of the kind chosen for the run.
    package static func forTest() throws -> AccountStorage {
        switch try TestStore.chosen {
        case .sqlite: try .inMemory()
        case .postgres: try TestDatabases.shared.get().makeStorage()
        }
    }

    /// Opens the store at a place of ``TestStore/place(in:)``.
    package static func at(_ place: String) throws -> AccountStorage {
        if place.hasPrefix("/") { return try .sqlite(at: place) }
        #if PostgreSQL
        return try .postgreSQL(at: place, connections: 2)
        #else
        throw TestStoreError(reason: "the tests were built without the trait PostgreSQL")
        #endif
    }
}
