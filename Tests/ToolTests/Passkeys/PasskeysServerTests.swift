import AccountServer
import AccountStore
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Crypto
import Foundation
import JSONText
import Secrets
import TestKit
import Testing
import WebAuthn

@testable import latchkey

@Suite("latchkey passkeys for servers", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasskeysServerTests {
    private func folder(_ yaml: String) throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(Sample.key + "\n", to: "key")
        try folder.write("keys: {currentFile: key}\nstore: {path: s}\n" + yaml, to: "latchkey.yaml", mode: 0o644)
        return folder
    }

    @Test("well-known prints the files of the relying party's host")
    func wellKnown() throws {
        let app = "android:apk-key-hash:\(String(repeating: "A", count: 43))"
        let folder = try folder(
            """
            site: {publicOrigin: https://accounts.example.com}
            passkeys: {relyingPartyID: example.com, origins: [https://shop.example.org, '\(app)']}

            """)
        let endpoints =
            #"{"enroll":"https://accounts.example.com/account/passkeys/new","manage":"https://accounts.example.com/account"}"#
        let list = #"{"origins":["https://accounts.example.com","https://shop.example.org"]}"#
        let run = try CommandRun(["passkeys", "well-known", "--jsonl", "--config", "latchkey.yaml"], in: folder)
        #expect(
            run.output == """
                {"url":"https://example.com/.well-known/webauthn","content":\(list)}
                {"url":"https://example.com/.well-known/passkey-endpoints","content":\(endpoints)}

                """)
        let text = try CommandRun(["passkeys", "well-known", "--config", "latchkey.yaml"], in: folder)
        #expect(text.output.hasPrefix("https://example.com/.well-known/webauthn\n{"))
        #expect(text.output.hasSuffix("\nhttps://example.com/.well-known/passkey-endpoints\n\(endpoints)\n"))
    }

    @Test("well-known fails if passkeys are off")
    func off() throws {
        let folder = try folder("site: {publicOrigin: 'http://127.0.0.1:8080'}\n")
        #expect(
            try folder.run("passkeys well-known --config latchkey.yaml") == """
                ! latchkey: passkeys are off
                !   hint: set passkeys.enabled, and a host name in site.publicOrigin
                = 1
                """)
    }

    @Test("confirm-restore turns signals on, and requires a store")
    func confirmRestore() throws {
        let folder = try folder("site: {publicOrigin: https://accounts.example.com}\n")
        #expect(try folder.run("passkeys confirm-restore --store s").hasSuffix("= 4"))
        #expect(try folder.run("store migrate --create --store s").hasSuffix("= 0"))
        #expect(try folder.run("passkeys confirm-restore --config latchkey.yaml") == "signals are on\n= 0")
        #expect(try folder.run("store check --store s") == "ok\n= 0")
    }
    /// A server that cannot listen on its address, so that it ends if nothing else ends it.
    private static let unreachable = """
        site: {publicOrigin: https://accounts.example.com}
        listener: {host: 192.0.2.1}
        metrics: {enabled: false}
        trustedProxies: [127.0.0.1]

        """

    @Test("a server does not start on passkeys of another relying party ID, and names both")
    func otherRelyingParty() async throws {
        let folder = try folder(Self.unreachable)
        try await Self.addPasskey(of: "example.org", to: folder.path + "/s")
        #expect(
            try folder.run("serve --config latchkey.yaml") == """
                ! latchkey: the store has passkeys for the relying party ID example.org, but the configuration has accounts.example.com
                !   hint: set passkeys.relyingPartyID to example.org; passkeys work only with the ID that they were made for
                = 4
                """)
    }

    @Test("a server on a restored store deletes single-use codes once, and warns that signals are off, until confirm-restore")
    func restored() async throws {
        let folder = try folder(Self.unreachable)
        try await Self.addPasskey(of: "accounts.example.com", to: folder.path + "/original")
        #expect(try folder.run("store backup s --store original").hasSuffix("= 0"))
        let serve = "serve --config latchkey.yaml"
        let first = try folder.run(serve)
        #expect(first.contains("passkey signals are off") && first.contains("restored store: single-use codes deleted"))
        #expect(try !folder.run(serve).contains("single-use codes deleted"))
        #expect(try folder.run("passkeys confirm-restore --config latchkey.yaml") == "signals are on\n= 0")
        #expect(try !folder.run(serve).contains("passkey signals are off"))
    }

    /// Adds a passkey to a new account in the store of this file.
    private static func addPasskey(of relyingPartyID: String, to path: String) async throws {
        let (store, random, now) = (try SQLiteAccountStore.open(path: path), SystemRandomBytes(), Timestamp.current)
        let session = try await OperatorContext.with(store, try StoreOptions.parse(["--store", path])) {
            try await $0.register(now: now)
        }
        let user = try await store.userHandle(of: session.account.id, orElse: UserHandle([1]))
        // An EC2 key in CBOR: kty 2, alg -7, crv 1, x and y.
        let point = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
        var key: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        key += point[1..<33]
        key += [0x22, 0x58, 0x20]
        key += point[33...]
        let digest = try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount)))
        let passkey = Passkey(
            id: PasskeyID(random: random), account: session.account.id,
            credential: Credential(
                id: try CredentialID([1]), user: try #require(user), publicKey: try CredentialPublicKey(key), signCount: 0,
                hasVerifiedUser: true, isBackupEligible: false, isBackedUp: false),
            aaguid: AAGUID([UInt8](repeating: 0, count: 16)), attestation: .none, relyingPartyID: relyingPartyID,
            name: "Telephone", deviceName: "Telephone", isWayIn: true, registration: digest, createdAt: now)
        let event = AuditEvent(
            id: AuditEventID(random: random), kind: .passkeyAdded, account: session.account.id, at: now,
            client: session.session.client)
        let added = try await store.add(
            passkey, by: session.session.id, using: UsedChallenge(digest: digest, issuedAt: now, expiresAt: now + .seconds(60)),
            event: event)
        #expect(added == .added)
        try await store.close()
    }
}
