import Accounts
import Testing

extension AccountStoreConformance {
    /// ``SigningKeyStore``.
    package static let signingKeys: [ConformanceCase] = [
        ConformanceCase("the first key is added if no key was seen, and is stored as sealed") { scene async throws in
            #expect(try await scene.stores.signingKeys(now: scene.start) == [])
            let key = scene.signingKey("one")
            #expect(try await scene.stores.add(key, ifNewestIs: nil))
            #expect(try await scene.stores.signingKeys(now: scene.start) == [key])
        },
        ConformanceCase("a key is added only if the newest key is the one that was seen") { scene async throws in
            let keys = [scene.signingKey("one"), scene.signingKey("two", createdAt: scene.start + .days(1))]
            #expect(try await scene.stores.add(keys[0], ifNewestIs: nil))
            #expect(try await scene.stores.add(keys[1], ifNewestIs: "one"))
            let third = scene.signingKey("three", createdAt: scene.start + .days(2))
            for seen in [nil, "one", "three", ""] {
                #expect(!(try await scene.stores.add(third, ifNewestIs: seen)))
            }
            #expect(try await scene.stores.signingKeys(now: scene.start) == [keys[1], keys[0]])
            #expect(try await scene.stores.add(third, ifNewestIs: "two"))
        },
        ConformanceCase("the newest key is the one added last, even with a slow clock") { scene async throws in
            let (fast, slow) = (scene.signingKey("fast"), scene.signingKey("slow", createdAt: scene.start - .minutes(5)))
            #expect(try await scene.stores.add(fast, ifNewestIs: nil))
            #expect(try await scene.stores.add(slow, ifNewestIs: "fast"))
            #expect(try await scene.stores.signingKeys(now: scene.start) == [slow, fast])
        },
        ConformanceCase("a key is listed until its tokens have expired") { scene async throws in
            let key = scene.signingKey("one")
            #expect(try await scene.stores.add(key, ifNewestIs: nil))
            #expect(try await scene.stores.signingKeys(now: key.signsUntil) == [key])
            #expect(try await scene.stores.signingKeys(now: key.verifiesUntil - .millisecond) == [key])
            #expect(try await scene.stores.signingKeys(now: key.verifiesUntil) == [])
        },
        ConformanceCase("an expired key does not block the next") { scene async throws in
            let old = scene.signingKey("old")
            #expect(try await scene.stores.add(old, ifNewestIs: nil))
            let early = scene.signingKey("new", createdAt: old.verifiesUntil - .millisecond)
            #expect(!(try await scene.stores.add(early, ifNewestIs: nil)))
            let new = scene.signingKey("new", createdAt: old.verifiesUntil)
            #expect(try await scene.stores.add(new, ifNewestIs: nil))
            #expect(try await scene.stores.signingKeys(now: new.createdAt) == [new])
        },
        ConformanceCase("key identifiers are unique") { scene async throws in
            let key = scene.signingKey("one")
            #expect(try await scene.stores.add(key, ifNewestIs: nil))
            await #expect(throws: StoreError.self) {
                try await scene.stores.add(scene.signingKey("one"), ifNewestIs: "one")
            }
            #expect(try await scene.stores.signingKeys(now: scene.start) == [key])
        },
    ]
}
