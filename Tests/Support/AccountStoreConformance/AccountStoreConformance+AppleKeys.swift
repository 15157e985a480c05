import Accounts
import Testing

extension AccountStoreConformance {
    /// ``AppleKeyStore``.
    package static let appleKeys = [
        ConformanceCase("a store that was given no keys of Apple's has none") { scene async throws in
            #expect(try await scene.stores.keptAppleKeys() == nil)
        },
        ConformanceCase("Apple's keys are given back as they were kept, octet by octet") { scene async throws in
            for record in [[0], [UInt8](0...255), [UInt8](repeating: 0xff, count: 65_536)] {
                let keys = KeptAppleKeys(source: "https://appleid.apple.com/auth/keys", record: record, fetchedAt: scene.start)
                try await scene.stores.keep(keys)
                #expect(try await scene.stores.keptAppleKeys() == keys)
            }
        },
        ConformanceCase("keys take the place of those before, of whatever address and time") { scene async throws in
            let first = KeptAppleKeys(source: "https://one.example/keys", record: [1], fetchedAt: scene.start)
            let second = KeptAppleKeys(source: "https://two.example/keys", record: [2], fetchedAt: scene.start - .days(1))
            try await scene.stores.keep(first)
            try await scene.stores.keep(second)
            #expect(try await scene.stores.keptAppleKeys() == second)
            try await scene.stores.keep(first)
            #expect(try await scene.stores.keptAppleKeys() == first)
        },
        ConformanceCase("a set of no octets, or from nowhere, is refused, and leaves what was kept") { scene async throws in
            let keys = KeptAppleKeys(source: "https://one.example/keys", record: [1], fetchedAt: scene.start)
            try await scene.stores.keep(keys)
            for (source, record) in [("", [1]), ("https://one.example/keys", [UInt8]())] {
                await #expect(throws: StoreError.self) {
                    try await scene.stores.keep(KeptAppleKeys(source: source, record: record, fetchedAt: scene.start))
                }
            }
            #expect(try await scene.stores.keptAppleKeys() == keys)
        },
    ]
}
