import Testing

/// One thing that every store must do. It runs in a store of its own, and is named by what it proves.
package struct ConformanceCase: Sendable, CustomTestStringConvertible {
    package let name: String
    private let body: @Sendable (ConformanceScene) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (ConformanceScene) async throws -> Void) {
        self.name = name
        self.body = body
    }

    package var testDescription: String { name }

    /// Carries the case out in a fresh store, which is disposed of whatever comes of it.
    package func run(on kind: StoreUnderTest) async throws {
        let prepared = try await kind.make()
        do {
            try await body(ConformanceScene(stores: prepared.stores))
        } catch {
            try await prepared.dispose()
            throw error
        }
        try await prepared.dispose()
    }
}
