import Accounts
import AppleIdentity
import FoundationEssentials
import HTTPTypes
import TestStores
import Testing

@testable import AccountServer

@Suite("Apple's keys over restarts")
struct StoredKeysTests {
    private let apple = FakeAppleService()

    /// Returns a store in which a server has left Apple's keys, fetched at the start of the clock.
    private func left() async throws -> AccountStorage {
        let storage = try AccountStorage.forTest()
        let apple = apple
        try await ServerBench(apple: apple, storage: storage).run { client async throws in
            #expect(try await client.signInWithApple(apple).status == .created)
        }
        #expect(apple.keyFetches == 1)
        return storage
    }

    /// Signs in at a server that starts after this time, while Apple's keys are unavailable.
    private func signIn(
        after wait: Duration, over storage: AccountStorage, retiredKeys: Duration = .seconds(86_400)
    ) async throws -> ServerAnswer {
        apple.goDown("/auth/keys")
        let bench = try ServerBench(apple: apple, storage: storage) { $0.apple?.retiredKeys = retiredKeys }
        bench.clock.advance(by: wait)
        let (apple, answer) = (apple, Answer())
        try await bench.run { client async throws in
            await answer.set(try await client.signInWithApple(apple, at: bench.clock.now))
        }
        return try #require(await answer.value)
    }

    private actor Answer {
        private(set) var value: ServerAnswer?
        func set(_ value: ServerAnswer) { self.value = value }
    }

    @Test("a restarted server verifies tokens with the stored keys and sends no request")
    func restart() async throws {
        let storage = try await left()
        #expect(try await signIn(after: .seconds(60), over: storage).status == .ok)
        #expect(apple.keyFetches == 1)
    }

    @Test("without stored keys, a server must wait for Apple")
    func without() async throws {
        #expect(try await signIn(after: .zero, over: .forTest()).code == "apple-unavailable")
        apple.goDown(nil)
        let apple = apple
        try await ServerBench(apple: apple).run { client async throws in
            #expect(try await client.signInWithApple(apple).status == .created)
        }
    }

    /// Stored keys follow the rule for retired keys.
    @Test(
        "stored keys are used as long as a retired key would be accepted",
        arguments: [
            (Duration.seconds(86_399), Duration.seconds(86_400), true), (.seconds(86_400), .seconds(86_400), false),
            (.seconds(7_199), .seconds(7_200), true), (.seconds(7_200), .seconds(7_200), false), (.zero, .zero, false),
            // The clocks of two servers may differ a little; a later time is invalid.
            (.seconds(-60), .seconds(86_400), true), (.seconds(-61), .seconds(86_400), false), (.seconds(-30), .zero, false),
        ])
    func age(wait: Duration, retiredKeys: Duration, isTakenUp: Bool) async throws {
        let storage = try await left()
        let answer = try await signIn(after: wait, over: storage, retiredKeys: retiredKeys)
        #expect(answer.status == (isTakenUp ? .ok : .serviceUnavailable))
    }

    @Test("damaged keys and keys of another service are rejected")
    func useless() async throws {
        let storage = try await left()
        let kept = try #require(try await storage.stores.storedAppleKeys())
        let others = [
            StoredAppleKeys(source: kept.source, record: kept.record.dropLast(), fetchedAt: kept.fetchedAt),
            StoredAppleKeys(source: kept.source, record: Array(#"{"keys":[]}"#.utf8), fetchedAt: kept.fetchedAt),
            StoredAppleKeys(source: "https://apple.test.example/auth/keys", record: kept.record, fetchedAt: kept.fetchedAt),
        ]
        for other in others {
            try await storage.stores.keep(other)
            #expect(try await signIn(after: .seconds(60), over: storage).code == "apple-unavailable")
        }
        try await storage.stores.keep(kept)
        #expect(try await signIn(after: .seconds(60), over: storage).status == .ok)
    }

    @Test("restored keys keep their age, so the next fetch is due at the same time")
    func refresh() async throws {
        let storage = try await left()
        let bench = try ServerBench(apple: apple, storage: storage)
        for (wait, fetches) in [(Duration.seconds(6 * 3_600 - 1), 1), (.seconds(1), 2)] {
            bench.clock.advance(by: wait)
            await bench.system.workForApple()
            #expect(apple.keyFetches == fetches)
        }
        #expect(try await storage.stores.storedAppleKeys()?.fetchedAt == ServerBench.start + .seconds(6 * 3_600))
    }

    @Test("a failure to store keys does not affect sign-ins")
    func fullStore() async throws {
        let log = Log()
        let memory = AppleKeyMemory(
            store: FailingKeyStore(), source: "https://appleid.apple.com/auth/keys", bound: .seconds(86_400),
            now: { ServerBench.start }, logger: log.logger)
        let cache = AppleKeyCache(transport: apple, clock: { Date(ServerBench.start) }, keep: { await memory.keep($0) })
        let keys = AppleKeys(cache: cache, memory: memory)
        await keys.current.refresh()
        #expect(await keys.current.status.keyIDs == ["TESTKEY001"])
        #expect(log.lines.count { $0.text.contains("Apple's keys") } == 2)
    }
}

private struct FailingKeyStore: AppleKeyStore {
    func keep(_ keys: StoredAppleKeys) async throws { throw StoreError(.full, reason: "the medium is full") }
    func storedAppleKeys() async throws -> StoredAppleKeys? { throw StoreError(.unavailable, reason: "no store") }
}
