import Accounts
import Crypto
import HTTPTypes
import Secrets
import TestStores
import TestKit
import Testing

@testable import AccountServer

@Suite("Signing keys at rest", .tags(.everyStore))
struct SealedKeyTests {
    private static let purpose = KeyPurpose("access-token-signing-keys")
    private static let master = MasterKey.random(PredictableRandomBytes(seed: 3))
    private static let otherMaster = MasterKey.random(PredictableRandomBytes(seed: 4))

    @Test("the store has the private key only in sealed form, bound to the key's identifier")
    func sealed() async throws {
        let storage = try AccountStorage.forTest()
        try await ServerBench(storage: storage).run { _ = try await $0.verifier() }
        let row = try #require(try await storage.stores.signingKeys(now: ServerBench.start).first)
        let keys = SealingKeys(current: Self.master, purpose: Self.purpose)
        let opened = try keys.open(Sealed(bytes: row.sealed), boundTo: Array(row.id.utf8))
        let scalar = opened.withBytes { Array($0) }
        let key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
        #expect(key.publicKey.rawRepresentation.count == 64)
        for half in [scalar[..<16], scalar[16...]] { #expect(row.sealed.firstRange(of: Array(half)) == nil) }
        #expect(throws: SealingError.notAuthentic) { try keys.open(Sealed(bytes: row.sealed), boundTo: Array("other".utf8)) }
        #expect(throws: SealingError.self) {
            try SealingKeys(current: Self.master, purpose: KeyPurpose("form-tokens")).open(
                Sealed(bytes: row.sealed), boundTo: Array(row.id.utf8))
        }
    }

    @Test("a key that cannot be opened is skipped and logged once, and the others still sign")
    func otherKey() async throws {
        let storage = try AccountStorage.forTest()
        try await ServerBench(storage: storage).run { _ = try await $0.verifier() }
        let lost = try #require(try await storage.stores.signingKeys(now: ServerBench.start).first)

        let log = Log()
        let ring = SigningKeyRing(
            store: storage.stores, sealingKeys: SealingKeys(current: Self.otherMaster, purpose: Self.purpose), settings: .init(),
            random: SystemRandomBytes(), logger: log.logger)
        let key = try await ring.current(now: ServerBench.start)
        #expect(key.id != lost.id)
        #expect(try await ring.keys(now: ServerBench.start + .seconds(61)).map(\.id) == [key.id])
        #expect(
            log.lines.map(\.text) == [
                "cannot open signing key; skipped error=unknownKey(\(Self.master.fingerprint)) key=\(lost.id)"
            ])
        #expect(try await storage.stores.signingKeys(now: ServerBench.start).map(\.id) == [key.id, lost.id])
    }

    @Test("a previous master key still opens signing keys, and new ones are sealed under the current key")
    func previousKey() async throws {
        let storage = try AccountStorage.forTest()
        let (names, name) = AsyncStream<Set<String>>.makeStream()
        try await ServerBench(storage: storage).run { name.yield(try await $0.verifier().keyNames) }
        let rotated = try ServerBench(storage: storage) {
            $0.keys.current = Self.otherMaster
            $0.keys.previous = [Self.master]
        }
        try await rotated.run { client in
            name.yield(try await client.verifier().keyNames)
            rotated.clock.advance(by: .seconds(29 * 86_400))
            name.yield(try await client.verifier().keyNames)
        }
        var iterator = names.makeAsyncIterator()
        let first = await iterator.next()
        #expect(await iterator.next() == first)
        #expect(await iterator.next()?.count == 2)
        let rows = try await storage.stores.signingKeys(now: rotated.clock.now)
        #expect(
            try rows.map { try Sealed(bytes: $0.sealed).keyFingerprint }
                == [Self.otherMaster, Self.master].map(\.fingerprint))
    }

    @Test("a row with changed or swapped bytes cannot be opened")
    func changedRow() throws {
        let keys = SealingKeys(current: Self.master, purpose: Self.purpose)
        let random = PredictableRandomBytes(seed: 9)
        let rows = try (0..<2).map { _ in
            try SigningKey(
                now: ServerBench.start, signingFrom: ServerBench.start, lifetime: .seconds(60), tokenLifetime: .seconds(60)
            ).sealed(by: keys, random: random)
        }
        #expect(try SigningKey(opening: rows[0], keys: keys).id == rows[0].id)
        for sealed in [rows[1].sealed, rows[0].sealed.dropLast() + [(rows[0].sealed.last ?? 0) ^ 1], []] {
            let row = SealedSigningKey(
                id: rows[0].id, sealed: Array(sealed), createdAt: rows[0].createdAt, signsUntil: rows[0].signsUntil,
                verifiesUntil: rows[0].verifiesUntil)
            #expect(throws: SealingError.self) { try SigningKey(opening: row, keys: keys) }
        }
    }
}
