import Accounts
import HTTPTypes
import InternetAddresses
import JSONText
import Secrets
import TestStores
import TestKit
import Testing

@testable import AccountServer

@Suite("Rotation of the master key", .tags(.everyStore), .timeLimit(.minutes(20)))
struct MasterKeyRotationTests {
    private static func key(_ number: Int) -> MasterKey { .random(PredictableRandomBytes(seed: 100 + UInt64(number))) }

    /// Returns a server with `storage` and the given clock.
    private static func bench(
        _ storage: AccountStorage, _ apple: FakeAppleService, current: Int, previous: [Int] = [], after time: Duration = .zero
    ) throws -> ServerBench {
        let bench = try ServerBench(apple: apple, storage: storage) { server in
            server.keys = MasterKeys(current: key(current), previous: previous.map(key))
            server.hashing.queueLength = 256
        }
        bench.clock.advance(by: time)
        return bench
    }

    private static func expectSignIn(
        _ client: ServerClient, _ name: String, _ authenticator: Authenticator, _ clock: ManualClock
    ) async throws {
        let challenge = try await client.signIn(name).text("challenge")
        let answer = try await client.answer(challenge, [("totp", .string(try authenticator.code(clock)))])
        #expect(answer.status == .created)
    }

    @Test("after three rotations under load, each of which drops the previous key, every user can sign in and no value is lost")
    func rotations() async throws {
        let (storage, apple) = (try AccountStorage.forTest(), FakeAppleService())
        let names = (0..<6).map { "user\($0)" }
        let (pairs, keep) = AsyncStream<(String, Authenticator)>.makeStream()
        let first = try Self.bench(storage, apple, current: 0)
        try await first.run { client in
            for name in names { keep.yield((name, try await client.turnOn(try await client.register(name), first.clock))) }
            for number in 0..<4 {
                let nonce = try await client.challenge()
                let token = try apple.signIn("000001.user\(number)", nonce: nonce, code: "code-\(number)")
                let answer = try await client.send(
                    .post, "/v1/sessions/apple",
                    json: [
                        "identityToken": .string(token), "authorizationCode": .string("code-\(number)"), "nonce": .string(nonce),
                    ])
                #expect(answer.status == .created)
            }
            _ = try await client.verifier()
            await first.system.workForApple()
        }
        keep.finish()
        let authenticators: [String: Authenticator] = await pairs.reduce(into: [:]) { $0[$1.0] = $1.1 }

        for rotation in 1...3 {
            let time = Duration.seconds(3_600 * rotation)
            let rotating = try Self.bench(storage, apple, current: rotation, previous: [rotation - 1], after: time)
            try await rotating.run { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (name, authenticator) in authenticators {
                        group.addTask {
                            try await Self.expectSignIn(client, name, authenticator, rotating.clock)
                        }
                    }
                    // Two servers re-encrypt at once.
                    let other = try Self.bench(storage, apple, current: rotation, previous: [rotation - 1], after: time)
                    for system in [rotating.system, other.system] { group.addTask { await system.reencrypt() } }
                    try await group.waitForAll()
                }
            }
            let dropped = try Self.bench(storage, apple, current: rotation, after: time + .seconds(60))
            try await dropped.system.requireKnownSealingKeys()
            try await dropped.run { client in
                for (name, authenticator) in authenticators {
                    try await Self.expectSignIn(client, name, authenticator, dropped.clock)
                }
                let keys = try await client.send(.get, "/.well-known/jwks.json")
                #expect(keys.status == .ok)
            }
            let values = SealedValues(stores: storage.stores, keys: dropped.system.configuration.keys, random: SystemRandomBytes())
            #expect(try await values.check() == [])
            #expect(try await values.underOtherKeys() == [])
            #expect(try await storage.stores.countSealedValues(.totpSecret, under: Self.key(rotation).fingerprint) == names.count)
            #expect(try await storage.stores.countSealedValues(.appleRefreshToken, under: Self.key(rotation).fingerprint) == 4)
        }
    }

    @Test("a server whose keys do not open every value does not start, and names the key and the values")
    func missingKey() async throws {
        let (storage, apple) = (try AccountStorage.forTest(), FakeAppleService())
        let first = try Self.bench(storage, apple, current: 0)
        try await first.run { client in
            for name in ["anna", "ben"] { _ = try await client.turnOn(try await client.register(name), first.clock) }
            _ = try await client.verifier()
        }
        try await first.system.requireKnownSealingKeys()
        try await Self.bench(storage, apple, current: 1, previous: [0]).system.requireKnownSealingKeys()

        let error = await #expect(throws: UnknownSealingKeys.self) {
            try await Self.bench(storage, apple, current: 1).system.requireKnownSealingKeys()
        }
        let fingerprint = Self.key(0).fingerprint
        #expect(
            error?.description
                == "the store holds values under master key \(fingerprint), which is not configured: 2 totp-secret, 1 signing-key")

        let values = SealedValues(stores: storage.stores, keys: MasterKeys(current: Self.key(1)), random: SystemRandomBytes())
        #expect(try await values.check().map(\.kind) == [.sealedValue, .sealedValue])
        let client = Client(address: .loopback, deviceName: "operator")
        var forgotten: [SealedKind] = []
        try await values.forget(fingerprint, by: client, now: first.clock.now) { forgotten.append($0.kind) }
        #expect(forgotten == [.totpSecret, .totpSecret, .signingKey])
        #expect(try await values.check() == [])
        let after = try Self.bench(storage, apple, current: 1)
        try await after.system.requireKnownSealingKeys()
        try await after.run { client in
            let answer = try await client.signIn("anna")
            #expect(answer.status == .created)
            let events = try await client.send(.get, "/v1/account/events", token: try answer.text("session", "token"))
            #expect(events.text.contains("totp-removed"))
        }
    }

    @Test("an application that mounts the server with such a store stops at its start")
    func mounted() async throws {
        let (storage, apple) = (try AccountStorage.forTest(), FakeAppleService())
        try await Self.bench(storage, apple, current: 0).run { _ = try await $0.verifier() }
        let maintenance = Maintenance(
            store: storage.stores,
            sealedValues: SealedValues(stores: storage.stores, keys: MasterKeys(current: Self.key(1)), random: SystemRandomBytes()),
            retention: Retention(), now: { ServerBench.start }, logger: Log().logger)
        await #expect(throws: UnknownSealingKeys.self) { try await maintenance.run() }
    }
}
