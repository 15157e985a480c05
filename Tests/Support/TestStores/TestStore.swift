package import Accounts
import AccountStoreSQLite
import Foundation

#if PostgreSQL
import AccountStorePostgreSQL
#endif

/// The kind of store in the server's tests, chosen once for a whole run: `LATCHKEY_TEST_STORE` is `sqlite`, the default, or
/// `postgres`, with a separate database for each store.
package enum TestStore: String, Sendable {
    case sqlite
    case postgres

    /// Throws ``TestStoreError`` if the variable has any other value, because a run over the wrong store would prove nothing.
    package static var chosen: TestStore {
        get throws {
            guard let name = ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"], !name.isEmpty else { return .sqlite }
            guard let store = TestStore(rawValue: name) else {
                throw TestStoreError(reason: "LATCHKEY_TEST_STORE is \(name); it may be sqlite or postgres")
            }
            return store
        }
    }

    /// The section `store` of the configuration of a separate server, in a separate folder, over an empty store.
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
    /// An empty store for one test, of the kind of the run.
    package static func forTest() throws -> AccountStorage {
        switch try TestStore.chosen {
        case .sqlite: try .inMemory()
        case .postgres: try TestDatabases.shared.get().makeStorage()
        }
    }
}
