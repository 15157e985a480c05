package import Accounts
import Testing

/// A kind of store, able to make empty ones. A store's test target says how, and runs the cases over it:
///
/// ```swift
/// @Test("sessions", arguments: AccountStoreConformance.sessions, StoreUnderTest.all)
/// func sessions(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
///     try await conformance.run(on: store)
/// }
/// ```
package struct StoreUnderTest: Sendable, CustomTestStringConvertible {
    package let name: String

    /// Creates an empty store that no other case uses.
    package let make: @Sendable () async throws -> PreparedStore

    package init(_ name: String, make: @escaping @Sendable () async throws -> PreparedStore) {
        self.name = name
        self.make = make
    }

    package var testDescription: String { name }
}

/// An empty store, with its disposal.
package struct PreparedStore: Sendable {
    package let stores: any AccountStores
    package let dispose: @Sendable () async throws -> Void
    /// Makes the store look to itself like a restored copy.
    package let restore: @Sendable () async throws -> Void

    package init(
        _ stores: any AccountStores, dispose: @escaping @Sendable () async throws -> Void = {},
        restore: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.stores = stores
        self.dispose = dispose
        self.restore = restore
    }
}
