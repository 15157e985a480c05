import AppleIdentity
import Foundation
import TestKit
import Testing

@Suite("Rotation of Apple's keys", .timeLimit(.minutes(20)))
struct KeyRotationTests {
    @Test(
        "with a rotation every two minutes and eight clients, all sign-ins succeed with one fetch for each rotation",
        arguments: [1, 2, 3] as [UInt64])
    func everyTwoMinutes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let server = KeyServer(.quick("k0"))
        let cache = server.cache()
        var generation = 0
        var used: Set<Int> = []
        for second in stride(from: 0, to: 3_600, by: 5) {
            if second > 0, second % 120 == 0 {
                generation += 1
                // The new key is used at once. The set no longer lists the old one, whose tokens are still valid.
                server.answer(.keys([.quick("k\(generation)")]))
            }
            // Sometimes there is no sign-in for a while, so that two new keys may appear within a minute.
            if Int.random(in: 0..<4, using: &random) == 0 {
                used.insert(generation)
                let signers = (0..<8).map { $0 % 3 == 2 && used.contains(generation - 1) ? "k\(generation - 1)" : "k\(generation)" }
                try await withThrowingTaskGroup { group in
                    for signer in signers { group.addTask { try await cache.rejection(.quick(signer)) } }
                    for try await rejection in group { #expect(rejection == nil, "second \(second)") }
                }
            }
            server.advance(5)
        }
        #expect(server.fetches.count == used.count)
    }

    @Test("a second new key within a minute of a successful fetch is also found")
    func withinTheMinute() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        for (name, fetches) in [("a", 1), ("b", 2), ("c", 3)] {
            server.answer(.keys([.quick(name)]))
            server.advance(1)
            #expect(try await cache.rejection(.quick(name)) == nil)
            #expect(server.fetches.count == fetches)
        }
    }

    @Test("a key published during a fetch is found by another fetch")
    func duringFetch() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        server.hold()
        let first = Task { try await cache.rejection(.quick("a")) }
        await server.reached(1)
        let second = Task { try await cache.rejection(.quick("b")) }
        await server.clockWasRead(2)
        // The current fetch started before this.
        server.answer(.keys([.quick("b")]))
        server.release()
        #expect(try await first.value == nil)
        #expect(try await second.value == nil)
        #expect(server.fetches.count == 2)
    }

    @Test("a retired key remains valid for the configured time", arguments: [0, 1, 3_600, 86_400] as [TimeInterval])
    func retiredKeys(lifetime: TimeInterval) async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache(KeyCachePolicy(refreshInterval: 1e9, lifetime: 1e9, retiredKeyLifetime: lifetime))
        #expect(try await cache.rejection(.quick("a")) == nil)
        server.answer(.keys([.quick("b")]))
        #expect(try await cache.rejection(.quick("b")) == nil)
        if lifetime > 0 {
            server.advance(lifetime - 0.5)
            #expect(try await cache.rejection(.quick("a")) == nil)
            server.advance(0.5)
        }
        #expect(try await cache.rejection(.quick("a"))?.code == .unknownKey)
        #expect(try await cache.rejection(.quick("b")) == nil)
    }

    @Test("a retired key that returns is a current key again")
    func returned() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache(KeyCachePolicy(retiredKeyLifetime: 10))
        for names in [["a"], ["b"], ["a", "b"]] {
            server.answer(.keys(names.map { .quick($0) }))
            await cache.refresh()
        }
        server.advance(100)
        #expect(try await cache.rejection(.quick("a")) == nil)
        #expect(cache.status.retiredKeyIDs.isEmpty)
    }

    @Test("another key with an old name replaces it at once")
    func replaced() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        #expect(try await cache.rejection(.quick("a")) == nil)
        server.answer(.keys([TokenSigner.apple.named("a")]))
        await cache.refresh()
        #expect(try await cache.rejection(.quick("a"))?.code == .algorithmMismatch)
        #expect(try await cache.rejection(TokenSigner.apple.named("a")) == nil)
    }

    @Test("the number of retired keys is limited to one day of rotations")
    func bound() async throws {
        let server = KeyServer(.quick("k"))
        let cache = server.cache(KeyCachePolicy(retiredKeyLifetime: 1e9))
        for number in 0..<800 {
            server.answer(.keys([.quick("k\(number)")]))
            await cache.refresh()
        }
        #expect(cache.status.retiredKeyIDs.count == 720 && cache.status.retiredKeyIDs.last == "k798")
        try server.cache().restore(cache.record)
    }
}
