import Accounts
import HTTPTypes
import Secrets
import TestStores
import Testing

@testable import AccountServer

@Suite("Rotation of signing keys")
struct KeyRotationTests {
    private static let day = Duration.seconds(86_400)

    /// Returns a server whose sessions outlive many keys.
    private static func bench() throws -> ServerBench {
        try ServerBench {
            $0.sessions.idle = .seconds(400 * 86_400)
            $0.sessions.absolute = .seconds(400 * 86_400)
        }
    }

    @Test("a key signs alone for 29 days and one day with its successor published, and is removed when its last token has expired")
    func lifeOfAKey() async throws {
        let bench = try Self.bench()
        try await bench.run { client in
            let session = try await client.register()
            let first = try #require(try await client.verifier().keyNames.first)

            bench.clock.advance(by: Self.day * 29 - .seconds(1))
            #expect(try await client.verifier().keyNames == [first])
            #expect(try TokenVerifier.keyName(of: try await client.accessToken(session)) == first)

            bench.clock.advance(by: .seconds(1))
            // Servers read the store once a minute.
            bench.clock.advance(by: .seconds(60))
            let both = try await client.verifier()
            #expect(both.keyNames.count == 2)
            #expect(both.keyNames.contains(first))
            #expect(try TokenVerifier.keyName(of: try await client.accessToken(session)) == first)

            bench.clock.advance(by: Self.day - .seconds(61))
            let last = try await client.accessToken(session)
            #expect(try TokenVerifier.keyName(of: last) == first)
            bench.clock.advance(by: .seconds(1))
            let next = try await client.accessToken(session)
            #expect(try TokenVerifier.keyName(of: next) != first)

            // The key set fetched a day ago verifies both.
            for token in [last, next] { _ = try both.claims(of: token, at: bench.clock.now.seconds) }
            bench.clock.advance(by: .seconds(298))
            _ = try (try await client.verifier()).claims(of: last, at: bench.clock.now.seconds)
            bench.clock.advance(by: .seconds(2))
            #expect(throws: TokenVerifier.Rejection.expired) { try both.claims(of: last, at: bench.clock.now.seconds) }
            #expect(try await client.verifier().keyNames == both.keyNames.subtracting([first]))
        }
    }

    @Test("over a hundred days, each key signs for 30 days and no token has a key that recent verifiers do not know")
    func hundredDays() async throws {
        let bench = try Self.bench()
        try await bench.run { client in
            let session = try await client.register()
            var known: [TokenVerifier] = []
            var signers: [String] = []
            for _ in 0..<200 {
                known.append(try await client.verifier())
                let token = try await client.accessToken(session)
                let signer = try #require(try TokenVerifier.keyName(of: token))
                // Key sets fetched up to a day ago verify the token issued now.
                for verifier in known.suffix(3) { _ = try verifier.claims(of: token, at: bench.clock.now.seconds) }
                #expect((1...2).contains(known.last?.keyNames.count ?? 0))
                if signers.last != signer { signers.append(signer) }
                bench.clock.advance(by: .seconds(12 * 3_600))
            }
            #expect(signers.count == 4)
            #expect(Set(signers).count == 4)
        }
    }

    @Test("a service without requests for a year continues with a new key at once")
    func idle() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let first = try await client.verifier().keyNames
            bench.clock.advance(by: Self.day * 365)
            let token = try await client.accessToken(try await client.register())
            let verifier = try await client.verifier()
            _ = try verifier.claims(of: token, at: bench.clock.now.seconds)
            #expect(verifier.keyNames.isDisjoint(with: first))
        }
    }

    @Test("of many servers that find no key at once, one adds a key and all use it; the same at a rotation")
    func race() async throws {
        let storage = try AccountStorage.forTest()
        let keys = SealingKeys(current: .random(PredictableRandomBytes(seed: 3)), purpose: KeyPurpose("test"))
        let rings = (0..<8).map { _ in
            SigningKeyRing(
                store: storage.stores, sealingKeys: keys, settings: .init(), random: SystemRandomBytes(), logger: Log().logger)
        }
        for (moment, count) in [(ServerBench.start, 1), (ServerBench.start + Self.day * 29 + .seconds(61), 2)] {
            let seen = try await withThrowingTaskGroup(of: [String].self) { tasks in
                for ring in rings { tasks.addTask { try await ring.keys(now: moment).map(\.id) } }
                return try await tasks.reduce(into: Set<[String]>()) { $0.insert($1) }
            }
            #expect(seen.count == 1)
            #expect(seen.first?.count == count)
            #expect(try await storage.stores.signingKeys(now: moment).map(\.id) == seen.first)
        }
    }
}
