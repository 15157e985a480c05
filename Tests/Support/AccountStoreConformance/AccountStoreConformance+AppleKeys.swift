import Accounts
import Testing

extension AccountStoreConformance {
    /// ``AppleKeyStore``.
    package static let appleKeys: [ConformanceCase] = [
        ConformanceCase("a new store has no Apple keys") { scene async throws in
            #expect(try await scene.stores.storedAppleKeys() == nil)
        },
        ConformanceCase("Apple's keys are returned unchanged") { scene async throws in
            for record in [[0], [UInt8](0...255), [UInt8](repeating: 0xff, count: 65_536)] {
                let keys = StoredAppleKeys(source: "https://appleid.apple.com/auth/keys", record: record, fetchedAt: scene.start)
                try await scene.stores.keep(keys)
                #expect(try await scene.stores.storedAppleKeys() == keys)
            }
        },
        ConformanceCase("new keys replace the old ones with any source and time") { scene async throws in
            let first = StoredAppleKeys(source: "https://one.example/keys", record: [1], fetchedAt: scene.start)
            let second = StoredAppleKeys(source: "https://two.example/keys", record: [2], fetchedAt: scene.start - .days(1))
            try await scene.stores.keep(first)
            try await scene.stores.keep(second)
            #expect(try await scene.stores.storedAppleKeys() == second)
            try await scene.stores.keep(first)
            #expect(try await scene.stores.storedAppleKeys() == first)
        },
        ConformanceCase("an empty record, or one without a source, is rejected and leaves the stored one") { scene async throws in
            let keys = StoredAppleKeys(source: "https://one.example/keys", record: [1], fetchedAt: scene.start)
            try await scene.stores.keep(keys)
            for (source, record) in [("", [1]), ("https://one.example/keys", [UInt8]())] {
                await #expect(throws: StoreError.self) {
                    try await scene.stores.keep(StoredAppleKeys(source: source, record: record, fetchedAt: scene.start))
                }
            }
            #expect(try await scene.stores.storedAppleKeys() == keys)
        },
    ]
}
