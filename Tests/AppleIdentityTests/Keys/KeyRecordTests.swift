import AppleIdentity
import Foundation
import JSONText
import Synchronization
import TestKit
import Testing

@Suite("Stored keys", .timeLimit(.minutes(20)))
struct KeyRecordTests {
    @Test("with stored keys, a token is verified without a network")
    func restore() async throws {
        let server = KeyServer(.quick("a"), .apple)
        let first = server.cache()
        await first.refresh()
        server.answer(.keys([.quick("b")]))
        await first.refresh()
        server.answer(.failure)
        let second = server.cache()
        try second.restore(first.record)
        for signer in [TokenSigner.quick("a"), .apple, .quick("b")] { #expect(try await second.rejection(signer) == nil) }
        #expect(server.fetches.count == 2)
        #expect(try await second.rejection(.quick("x"))?.code == .keysUnavailable)
        #expect(second.record == first.record)
    }

    @Test("stored keys keep their age: they are refetched if possible, and used otherwise")
    func age() async throws {
        let server = KeyServer(.quick("a"))
        let first = server.cache()
        await first.refresh()
        server.advance(30 * 86_400)
        server.answer(.failure)
        let second = server.cache()
        try second.restore(first.record)
        #expect(try await second.rejection(.quick("a")) == nil)
        #expect(server.fetches.count == 2)
    }

    @Test("the lifetime of a retired key continues after a restart")
    func retired() async throws {
        let server = KeyServer(.quick("a"))
        let first = server.cache()
        await first.refresh()
        server.answer(.keys([.quick("b")]))
        await first.refresh()
        let second = server.cache()
        try second.restore(first.record)
        server.advance(86_399)
        #expect(try await second.rejection(.quick("a")) == nil)
        server.advance(1)
        #expect(try await second.rejection(.quick("a"))?.code == .unknownKey)
    }

    @Test("a record with a time in the future counts as fresh and is still refetched")
    func future() async throws {
        let server = KeyServer(.quick("a"))
        server.advance(1e8)
        let first = server.cache()
        await first.refresh()
        server.advance(-1e8)
        let second = server.cache()
        try second.restore(first.record)
        #expect(second.status.fetchedAt == server.now)
    }

    @Test("a key set from a file works like a record")
    func preload() async throws {
        let server = KeyServer()
        server.answer(.failure)
        let cache = server.cache()
        cache.preload(try AppleKeySet(keySetText(.quick("a"))), fetchedAt: server.now)
        #expect(try await cache.rejection(.quick("a")) == nil)
        #expect(server.fetches.isEmpty)
    }

    @Test("every successful fetch, and no other, reports a record")
    func keep() async throws {
        let server = KeyServer(.quick("a"))
        let kept = Mutex<[[UInt8]]>([])
        let cache = AppleKeyCache(transport: server, clock: server.clock) { record in kept.withLock { $0.append(record) } }
        await cache.refresh()
        server.answer(.failure)
        await cache.refresh()
        #expect(kept.withLock { $0 } == [cache.record])
    }

    @Test(
        "a malformed record is rejected and changes nothing",
        arguments: [
            "", "{}", "[]", #"{"version":2,"fetchedAt":1,"keys":[],"retired":[]}"#, #"{"version":1,"keys":[],"retired":[]}"#,
            #"{"version":1,"fetchedAt":1,"keys":[]}"#, #"{"version":1,"fetchedAt":"1","keys":[],"retired":[]}"#,
            #"{"version":1,"fetchedAt":1,"retired":[]}"#, #"{"version":1,"fetchedAt":1,"keys":[],"retired":[{}]}"#,
            #"{"version":1,"fetchedAt":1,"keys":[],"retired":[{"since":1,"key":{"kid":"a","kty":"oct"}}]}"#,
        ])
    func malformed(record: String) async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        await cache.refresh()
        #expect(throws: AppleIdentityError.self) { try cache.restore(Array(record.utf8)) }
        #expect(cache.status.keyIDs == ["a"])
    }

    @Test("randomly changed records never stop the process", arguments: [1, 2] as [UInt64])
    func mutated(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let server = KeyServer(.quick("a"), .quick("b"))
        let cache = server.cache()
        await cache.refresh()
        server.answer(.keys([.quick("b")]))
        await cache.refresh()
        let record = cache.record
        for _ in 0..<500 {
            try? cache.restore(random.mutate(record))
            #expect(cache.status.keyIDs.count <= 2)
        }
    }
}
