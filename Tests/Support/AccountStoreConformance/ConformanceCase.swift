import Testing

/// A requirement for every store. It runs in a separate store, and its name is the behaviour that it proves.
package struct ConformanceCase: Sendable, CustomTestStringConvertible {
    package let name: String
    private let body: @Sendable (ConformanceScene) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (ConformanceScene) async throws -> Void) {
        self.name = name
        self.body = body
    }

    package var testDescription: String { name }

    /// Runs the case in a new store, and disposes of the store afterwards, even after a failure.
    package func run(on kind: StoreUnderTest) async throws {
        let prepared = try await kind.make()
        do {
            try await body(ConformanceScene(stores: prepared.stores, restore: prepared.restore))
        } catch {
            try await prepared.dispose()
            throw error
        }
        try await prepared.dispose()
    }
}
