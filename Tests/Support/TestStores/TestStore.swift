package import Accounts
import AccountStoreSQLite
import Foundation

#if PostgreSQL
import AccountStorePostgreSQL
#endif

/// What the tests of the server keep accounts in. Chosen in one place for a whole run: `LATCHKEY_TEST_STORE` is `sqlite`, as without it,
/// or `postgres`, with a database of its own for each store.
package enum TestStore: String, Sendable {
    case sqlite
    case postgres

    /// Throws ``TestStoreError`` where the variable holds anything else: a run over the wrong store would prove nothing.
    package static var chosen: TestStore {
        get throws {
            guard let name = ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"], !name.isEmpty else { return .sqlite }
            guard let store = TestStore(rawValue: name) else {
                throw TestStoreError(reason: "LATCHKEY_TEST_STORE is \(name); it may be sqlite or postgres")
            }
            return store
        }
    }

    /// The section `store` of the configuration of a server of its own, in a folder of its own, over an empty store.
    package static var configuration: [String] {
        get throws {
            switch try chosen {
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
    /// An empty store for one test, of the kind that the run is over.
    package static func forTest() throws -> AccountStorage {
        switch try TestStore.chosen {
        case .sqlite: try .inMemory()
        case .postgres: try TestDatabases.shared.get().makeStorage()
        }
    }
}
