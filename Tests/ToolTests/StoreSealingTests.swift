import AccountStore
import AccountStoreSQLite
import Accounts
import Secrets
import TestKit
import Testing

@Suite("latchkey store reencrypt and forget-sealed", .tags(.realParts), .timeLimit(.minutes(20)))
struct StoreSealingTests {
    private let folder: CommandFolder
    private let old = MasterKey.random(PredictableRandomBytes(seed: 1))
    private let new = MasterKey.random(PredictableRandomBytes(seed: 2))
    private static let now = Timestamp(seconds: 1_800_000_000)

    init() throws {
        folder = try CommandFolder()
        try folder.write(old.revealBase64(), to: "old.key")
        try folder.write(new.revealBase64(), to: "new.key")
        for (file, keys) in [
            ("before.yaml", "  currentFile: old.key\n"), ("rotating.yaml", "  currentFile: new.key\n  previousFiles: [old.key]\n"),
            ("after.yaml", "  currentFile: new.key\n"),
        ] {
            let text = "site:\n  publicOrigin: http://localhost:8080\nstore:\n  path: s\nkeys:\n\(keys)"
            try folder.write(text, to: file)
        }
    }

    /// Adds a signing key under the old master key to the store.
    private func fill() async throws {
        let (store, random) = (try SQLiteAccountStore.open(path: folder.path + "/s"), PredictableRandomBytes(seed: 3))
        let keys = SealingKeys(current: old, purpose: .signingKeys)
        let sealed = try keys.seal(SecretBytes([1, 2, 3]), in: .signingKey(id: "kid"), random: random)
        _ = try await store.add(
            SealedSigningKey(
                id: "kid", sealed: sealed.bytes, createdAt: Self.now, signsUntil: Self.now + .seconds(60),
                verifiesUntil: Self.now + .seconds(90)), ifNewestIs: nil)
        try await store.close()
    }

    @Test("reencrypt moves a store to the next key, and the previous key can be dropped")
    func reencrypt() async throws {
        try await fill()
        #expect(try folder.run("store check --config before.yaml") == "ok\n= 0")
        let unknown = try folder.run("store check --config after.yaml")
        #expect(unknown.hasPrefix("sealed-value: signing-key: 1 under key \(old.fingerprint), which is not configured"))
        #expect(unknown.hasSuffix("= 1"))
        #expect(try folder.run("store reencrypt --config rotating.yaml") == "re-encrypted 1 under key \(new.fingerprint)\n= 0")
        #expect(
            try folder.run("store reencrypt --json --config rotating.yaml")
                == "{\n  \"key\": \"\(new.fingerprint)\",\n  \"reencrypted\": 0,\n  \"remaining\": []\n}\n= 0")
        #expect(try folder.run("store check --config after.yaml") == "ok\n= 0")
        #expect(try folder.run("store check --config before.yaml").hasSuffix("= 1"))
    }

    @Test("a server does not start on values under an unknown key, and names the key and the values")
    func rejection() async throws {
        try await fill()
        #expect(
            try folder.run("serve --config after.yaml --set site.publicOrigin=https://a.example.com --set trustedProxies=127.0.0.1")
                == """
                ! latchkey: the store holds values under master key \(old.fingerprint), which is not configured: 1 signing-key
                !   hint: add the key to keys.previousFiles, or discard the values with `latchkey store forget-sealed --key FINGERPRINT`
                = 4
                """)
    }

    @Test("forget-sealed deletes the values under a lost key after a confirmation")
    func forget() async throws {
        try await fill()
        let command = "store forget-sealed --config after.yaml"
        #expect(try folder.run("\(command) --key \(old.fingerprint)").contains("confirmation requires a terminal"))
        #expect(try folder.run("\(command) --key \(new.fingerprint) --yes").contains("is configured"))
        #expect(try folder.run("\(command) --key nonsense --yes").contains("is not a fingerprint"))
        #expect(try folder.run("\(command) --key 00000000 --yes").hasSuffix("= 1"))
        #expect(try folder.run("store check --config after.yaml").hasSuffix("= 1"))
        #expect(
            try folder.run("\(command) --key \(old.fingerprint) --yes")
                == "signing-key 1\nforgot 1 under key \(old.fingerprint)\n= 0")
        #expect(try folder.run("store check --config after.yaml") == "ok\n= 0")
    }

    @Test("store check finds a value under the configured key that does not open")
    func damaged() async throws {
        let (store, random) = (try SQLiteAccountStore.open(path: folder.path + "/s"), PredictableRandomBytes(seed: 3))
        let keys = SealingKeys(current: new, purpose: .signingKeys)
        for (id, place) in [("good", "good"), ("moved", "other")] {
            let sealed = try keys.seal(SecretBytes([1, 2, 3]), in: .signingKey(id: place), random: random)
            _ = try await store.add(
                SealedSigningKey(
                    id: id, sealed: sealed.bytes, createdAt: Self.now, signsUntil: Self.now + .seconds(60),
                    verifiesUntil: Self.now + .seconds(90)), ifNewestIs: id == "good" ? nil : "good")
        }
        try await store.close()
        let check = try folder.run("store check --config after.yaml")
        #expect(check.hasPrefix("sealed-value: signing-key in row "))
        #expect(check.contains("does not open: the value or the row that it is bound to was modified") && check.hasSuffix("= 1"))
        #expect(check.split(separator: "\n").count { $0.hasPrefix("sealed-value: ") } == 1)
    }

    @Test("reencrypt requires a master key")
    func noKey() async throws {
        try await fill()
        #expect(try folder.run("store reencrypt --store s").hasSuffix("= 2"))
        #expect(try folder.run("store check --store s").contains("sealed values were not checked"))
    }
}
