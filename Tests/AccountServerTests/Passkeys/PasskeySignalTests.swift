import AccountStore
import AccountStoreSQLite
import Accounts
import EmulatedAuthenticator
import Foundation
import HTTPTypes
import JSONText
import Logging
import Secrets
import TestKit
import TestStores
import Testing
import WebAuthn

@testable import AccountServer

@Suite("Signals to password managers")
struct PasskeySignalTests {
    @Test("responses about an account signal all its passkeys and its name")
    func account() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            #expect(try await client.signIn().json["signals"] == nil)
            var (first, second) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            let added = try await client.add(&first, token: token, name: nil)
            #expect(try added.accepted() == [first.encodedID])
            #expect(try await client.add(&second, token: token, name: nil).accepted() == [first.encodedID, second.encodedID])

            let listed = try await client.send(.get, "/v1/account/passkeys", token: token)
            let signedIn = [try await client.signIn(), try await client.signIn(with: second)]
            for answer in [listed] + signedIn {
                #expect(try answer.accepted() == [first.encodedID, second.encodedID])
                let signals = try #require(answer.json["signals"]?.object)
                #expect(signals.members.map(\.name) == ["signalAllAcceptedCredentials", "signalCurrentUserDetails"])
                for signal in signals.members {
                    #expect(signal.value["rpId"] == "accounts.example.com")
                    #expect(signal.value["userId"]?.string == Base64URL.encode(try #require(first.userHandle)))
                }
            }
            let path = "/v1/account/passkeys/\(try added.text("passkey", "id"))"
            let renamed = try await client.send(.patch, path, token: token, json: ["name": "Laptop"])
            #expect(try renamed.text("passkey", "name") == "Laptop")
            #expect(try renamed.accepted() == [first.encodedID, second.encodedID])
            let user = try await client.send(.patch, "/v1/account", token: token, json: ["username": "berta.k"])
            #expect(user.json["signals"]?["signalCurrentUserDetails"]?["name"] == "berta.k")
            #expect(try await client.send(.delete, path, token: token).accepted() == [second.encodedID])
        }
    }

    @Test("a rejected registration signals the passkeys of the account, without the rejected one")
    func rejectedRegistration() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            var (passkey, wrong) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            _ = try await client.add(&passkey, token: token, name: nil)
            wrong.origin = "https://accounts.example.org"
            let rejected = try await client.add(&wrong, token: token, name: nil)
            #expect(rejected.code == "passkey-not-registered")
            #expect(try rejected.accepted() == [passkey.encodedID])
        }
    }

    @Test("a rejected sign-up signals that its user has no passkey, unless the challenge created an account")
    func rejectedSignUp() async throws {
        try await ServerBench().run { client in
            var wrong = EmulatedPasskey.ofBench
            wrong.origin = "https://accounts.example.org"
            let rejected = try await client.signUp("anna.k", with: &wrong)
            #expect(rejected.code == "passkey-not-registered")
            #expect(try rejected.accepted() == [])
            let user = rejected.json["signals"]?["signalAllAcceptedCredentials"]?["userId"]?.string
            #expect(user == Base64URL.encode(try #require(wrong.userHandle)))

            var (passkey, late) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            let options = try await client.send(.post, "/v1/accounts/passkey-options", json: ["username": "anna.k"])
            let answers = [try passkey.make(options), try late.make(options)]
            let secret = JSONValue.string(try options.text("secret"))
            for (answer, code) in zip(answers, [nil, "challenge-rejected"]) {
                let answered = try await client.send(
                    .post, "/v1/accounts/passkey", json: ["username": "anna.k", "secret": secret, "credential": answer])
                #expect(answered.code == code)
                #expect((answered.json["signals"] == nil) == (code != nil))
            }
        }
    }

    @Test("an unknown passkey is signaled only by the exclusive server of the relying party ID", arguments: [false, true])
    func unknown(isExclusive: Bool) async throws {
        try await ServerBench { $0.passkeys?.isExclusive = isExclusive }.run { client in
            var (passkey, unknown) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            _ = try await client.signUp("anna.k", with: &passkey)
            unknown.userHandle = passkey.userHandle
            let rejected = try await client.signIn(with: unknown)
            #expect(rejected.code == "passkey-rejected")
            #expect((rejected.json["signals"] != nil) == isExclusive)
            let signal = rejected.json["signals"]?["signalUnknownCredential"]
            #expect(
                signal == (isExclusive ? ["rpId": "accounts.example.com", "credentialId": .string(unknown.encodedID)] : nil))

            passkey.origin = "https://accounts.example.org"
            let wrong = try await client.signIn(with: passkey)
            #expect(wrong.code == "passkey-rejected")
            #expect(wrong.json["signals"] == nil)
        }
    }

    @Test("a server with required attestation rejects a passkey without one")
    func requiredAttestation() async throws {
        try await ServerBench { configuration in
            configuration.passkeys?.attestation = .required
            configuration.passkeys?.anchors = try TrustAnchors([
                .packed: TrustAnchors.certificates(pem: ConfigurationSample.rootCertificate)
            ])
        }.run { client in
            let options = try await client.send(.post, "/v1/accounts/passkey-options", json: ["username": "anna.k"])
            #expect(options.json["publicKey"]?["attestation"] == "direct")
            var passkey = EmulatedPasskey.ofBench
            let rejected = try await client.signUp("anna.k", with: &passkey)
            #expect(rejected.code == "passkey-not-registered")
            #expect(rejected.json["detail"]?.string?.contains("attestation-not-accepted") == true)
        }
    }
}

@Suite("Signals of a user without an account")
struct MissingAccountSignalTests {
    @Test("the deletion of an account signals that its user has no passkeys, and says nothing about them if it had none")
    func deletion() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.add(&passkey, token: token, name: nil)
            let deleted = try await client.send(.delete, "/v1/account", token: token)
            #expect(deleted.status == .ok && deleted.json["appleTokens"] == "none")
            #expect(try deleted.accepted() == [])
            let signal = deleted.json["signals"]?["signalAllAcceptedCredentials"]
            #expect(signal?["userId"]?.string == Base64URL.encode(try #require(passkey.userHandle)))
            #expect(signal?["rpId"] == "accounts.example.com")

            let other = try await client.register("berta.k")
            #expect(try await client.send(.delete, "/v1/account", token: other).status == .noContent)
        }
    }

    @Test("a sign-up that arrives after its challenge expired signals that its user has no passkey")
    func lateSignUp() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            for body in [["username": "anna.k"], [:]] as [JSONValue] {
                var passkey = EmulatedPasskey.ofBench
                let options = try await client.send(.post, "/v1/accounts/passkey-options", json: body)
                let credential = try passkey.make(options)
                bench.clock.advance(by: .seconds(600))
                let secret = JSONValue.string(try options.text("secret"))
                let late = try await client.send(
                    .post, "/v1/accounts/passkey", json: ["username": "anna.k", "secret": secret, "credential": credential])
                #expect(late.code == "challenge-rejected")
                #expect(try late.accepted() == [])
                let user = late.json["signals"]?["signalAllAcceptedCredentials"]?["userId"]?.string
                #expect(user == Base64URL.encode(try #require(passkey.userHandle)))

                let other = try await client.send(.post, "/v1/accounts/passkey-options", json: body)
                let wrong = JSONValue.string(try other.text("secret"))
                let foreign = try await client.send(
                    .post, "/v1/accounts/passkey", json: ["username": "anna.k", "secret": wrong, "credential": credential])
                #expect(foreign.code == "challenge-rejected" && foreign.json["signals"] == nil)
            }
        }
    }
}

@Suite("Signals from a restored store")
struct RestoredSignalTests {
    @Test("a restored store signals nothing, and the server says so at its start, until the operator confirms the store")
    func restored() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "restored-\(UUID().uuidString)").path
        let original = try SQLiteAccountStore.inMemory()
        try await ServerBench(storage: AccountStorage(original)).run { client in
            var passkey = EmulatedPasskey.ofBench
            let signUp = try await client.signUp("anna.k", with: &passkey)
            #expect(signUp.json["signals"] != nil)
        }
        try await original.backup(to: path)
        let restored = try SQLiteAccountStore.open(path: path)
        // With its write-ahead log.
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }

        for (name, isConfirmed) in [("berta.k", false), ("clara.k", true)] {
            if isConfirmed { try await restored.confirmSignals() }
            let bench = try ServerBench(storage: AccountStorage(restored)) { $0.passkeys?.isExclusive = true }
            let log = Log()
            let system = try AccountSystem(
                configuration: bench.system.configuration, storage: AccountStorage(restored), now: { ServerBench.start },
                logger: log.logger)
            try await system.prepareRestoredCopy()
            let prepared = log.lines.filter {
                $0.level == .warning && $0.text.hasPrefix("restored store: single-use codes deleted")
            }
            #expect(prepared.isEmpty == isConfirmed)
            try await system.warnAboutSignals()
            let warnings = log.lines.filter { $0.level == .warning && $0.text.hasPrefix("passkey signals are off") }
            #expect(warnings.isEmpty == isConfirmed)

            try await bench.run { client in
                var (passkey, unknown, wrong) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
                let own = try await client.signUp(name, with: &passkey)
                #expect(own.status == .created)
                #expect((own.json["signals"] != nil) == isConfirmed)
                unknown.userHandle = passkey.userHandle
                let signIn = try await client.signIn(with: unknown)
                #expect(signIn.code == "passkey-rejected")
                #expect((signIn.json["signals"] != nil) == isConfirmed)
                wrong.origin = "https://accounts.example.org"
                let signUp = try await client.signUp("dora.k", with: &wrong)
                #expect(signUp.code == "passkey-not-registered")
                #expect((signUp.json["signals"] != nil) == isConfirmed)
            }
        }
        try await restored.close()
    }
}

extension EmulatedPasskey {
    fileprivate var encodedID: String { Base64URL.encode(credentialID) }
}

extension ServerAnswer {
    /// Returns the IDs in the signal of accepted passkeys.
    func accepted() throws -> [String] {
        let ids = json["signals"]?["signalAllAcceptedCredentials"]?["allAcceptedCredentialIds"]?.array
        return try #require(ids, "\(json)").compactMap(\.string)
    }
}
