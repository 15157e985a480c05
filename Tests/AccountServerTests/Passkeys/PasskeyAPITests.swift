import Accounts
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import Secrets
import TestKit
import TestStores
import Testing
import WebAuthn

@testable import AccountServer

@Suite("Passkeys in the API", .tags(.everyStore))
struct PasskeyAPITests {
    @Test("an app signs up, signs in and reauthenticates with a passkey")
    func ceremonies() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var passkey = EmulatedPasskey.ofBench
            let signedUp = try await client.signUp("anna.k", with: &passkey)
            #expect(signedUp.status == .created)
            #expect(signedUp.headers[.location] == "/v1/account")
            #expect(signedUp.json["account"]?["passwordChangedAt"] == .null)

            let signedIn = try await client.signIn(with: passkey)
            #expect(signedIn.status == .created)
            #expect(try signedIn.text("account", "username") == "anna.k")
            let token = try signedIn.text("session", "token")
            let session = try await client.send(.get, "/v1/session", token: token)
            #expect(try session.text("session", "assurance") == "two-factors")

            bench.clock.advance(by: .seconds(3_600))
            let stale = try await client.send(.post, "/v1/account/passkey-options", token: token)
            #expect(stale.code == "reauthentication-required")
            let options = try await client.send(.post, "/v1/session/reauthentication/passkey-options", token: token)
            let allowed = options.json["publicKey"]?["allowCredentials"]?.array
            #expect(allowed?.compactMap { $0["id"]?.string } == [Base64URL.encode(passkey.credentialID)])
            let renewed = try await client.send(
                .post, "/v1/session/reauthentication/passkey", token: token,
                json: ["credential": try passkey.answer(to: options)])
            #expect(renewed.status == .ok)
            #expect(try await client.send(.get, "/v1/session", token: token).status == .unauthorized)
            let fresh = try renewed.text("session", "token")
            #expect(try await client.send(.post, "/v1/account/passkey-options", token: fresh).status == .created)
        }
    }

    @Test(
        "a device creates an account: the contact is the user name and an unverified address, which the code from its mail verifies"
    )
    func accountCreation() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            var passkey = EmulatedPasskey.ofBench
            let options = try await client.send(.post, "/v1/accounts/passkey-options")
            #expect(options.status == .created && options.json["publicKey"]?["user"]?["name"] == "Latchkey")
            let body: JSONValue = [
                "username": "anna@example.org", "email": "anna@example.org", "secret": .string(try options.text("secret")),
                "credential": try passkey.make(options),
            ]
            let signedUp = try await client.send(.post, "/v1/accounts/passkey", json: body)
            #expect(signedUp.status == .created)
            #expect(try signedUp.text("account", "username") == "anna@example.org")
            #expect(signedUp.json["account"]?["passwordChangedAt"] == .null)
            #expect(try signedUp.text("addressClaim", "address", "email") == "anna@example.org")
            #expect(signedUp.json["addressClaim"]?["address"]?["verifiedAt"] == .null)

            await bench.system.sendMail()
            let token = try signedUp.text("session", "token")
            let verified = try await client.send(
                .post, "/v1/account/address-verification", token: token,
                json: [
                    "secret": .string(try signedUp.text("addressClaim", "secret")), "emailCode": .string(try mailbox.code()),
                ])
            #expect(verified.status == .ok)
            #expect(try await client.signIn(with: passkey).status == .created)
        }
    }

    @Test("a malformed address creates no account, and a taken name removes the passkey from the device")
    func rejectedAccountCreation() async throws {
        try await ServerBench().run { client in
            var (passkey, other) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            _ = try await client.signUp("anna@example.org", with: &other)
            let options = try await client.send(.post, "/v1/accounts/passkey-options", json: [:])
            let credential = try passkey.make(options)
            let secret = JSONValue.string(try options.text("secret"))
            let table: [(name: String, email: String, code: String?)] = [
                ("berta.k", "berta", "email-address-malformed"), ("b", "berta@example.org", "username-too-short"),
                ("anna@example.org", "anna@example.org", "username-taken"), ("berta.k", "berta@example.org", "challenge-rejected"),
            ]
            for row in table {
                let answer = try await client.send(
                    .post, "/v1/accounts/passkey",
                    json: [
                        "username": .string(row.name), "email": .string(row.email), "secret": secret, "credential": credential,
                    ])
                #expect(answer.code == row.code, "\(answer.text)")
                // After a malformed address or name, the client can send the passkey again.
                let isFinal = ["username-taken", "challenge-rejected"].contains(row.code)
                #expect((answer.json["signals"] != nil) == isFinal)
                if isFinal { #expect(try answer.accepted() == []) }
            }
        }
    }

    @Test("where mail is off, the address of a new account has no effect")
    func accountCreationWithoutMail() async throws {
        try await ServerBench().run { client in
            var passkey = EmulatedPasskey.ofBench
            let options = try await client.send(.post, "/v1/accounts/passkey-options")
            let body: JSONValue = [
                "username": "anna@example.org", "email": "anna@example.org", "secret": .string(try options.text("secret")),
                "credential": try passkey.make(options),
            ]
            let signedUp = try await client.send(.post, "/v1/accounts/passkey", json: body)
            #expect(signedUp.status == .created && signedUp.json["addressClaim"] == nil)
        }
    }

    @Test("options have the standard's JSON and the configured values")
    func options() async throws {
        try await ServerBench().run { client in
            let creation = try await client.send(.post, "/v1/accounts/passkey-options", json: ["username": "anna.k"])
            #expect(creation.status == .created)
            let publicKey = try #require(creation.json["publicKey"])
            #expect(publicKey["rp"] == ["id": "accounts.example.com", "name": "Latchkey"])
            #expect(publicKey["user"]?["name"] == "anna.k")
            #expect(Base64URL.decode(publicKey["user"]?["id"]?.string ?? "")?.count == 64)
            #expect(publicKey["pubKeyCredParams"]?.array?.prefix(3).map { $0["alg"] } == [-7, -8, -257])
            #expect(publicKey["authenticatorSelection"]?["userVerification"] == "required")
            #expect(publicKey["authenticatorSelection"]?["residentKey"] == "required")
            #expect(publicKey["attestation"] == "none")
            #expect(publicKey["timeout"] == 300_000)

            // A user name is rejected, so options do not reveal which accounts have passkeys.
            let request = try await client.send(.post, "/v1/sessions/passkey-options")
            #expect(request.json["publicKey"]?["allowCredentials"] == [])
            #expect(request.json["publicKey"]?["rpId"] == "accounts.example.com")
            #expect(request.json["publicKey"]?["userVerification"] == "required")
            let named = try await client.send(.post, "/v1/sessions/passkey-options", json: ["username": "anna.k"])
            #expect(named.status == .badRequest)
            let mediation = try await client.send(.post, "/v1/sessions/passkey-options", json: ["mediation": "silent"])
            #expect(mediation.status == .badRequest)
        }
    }

    @Test("AutoFill signs in on a page that was open for eight hours")
    func autoFill() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.signUp("anna.k", with: &passkey)
            let options = try await client.send(.post, "/v1/sessions/passkey-options", json: ["mediation": "conditional"])
            let dialog = try await client.send(.post, "/v1/sessions/passkey-options")
            bench.clock.advance(by: .seconds(8 * 3_600))
            #expect(try await client.answer(dialog, with: passkey).code == "challenge-rejected")
            #expect(try await client.answer(options, with: passkey).status == .created)
        }
    }

    @Test("a stolen challenge, a replayed assertion and an unknown passkey are rejected")
    func rejections() async throws {
        try await ServerBench().run { client in
            var (passkey, foreign) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            _ = try await client.signUp("anna.k", with: &passkey)
            let options = try await client.send(.post, "/v1/sessions/passkey-options")
            let attacker = try await client.send(.post, "/v1/sessions/passkey-options").text("secret")
            let stolen = try await client.send(
                .post, "/v1/sessions/passkey",
                json: ["secret": .string(attacker), "credential": try passkey.answer(to: options)])
            #expect(stolen.code == "challenge-rejected")
            #expect(try await client.answer(options, with: passkey).status == .created)
            #expect(try await client.answer(options, with: passkey).code == "challenge-rejected")

            // An unknown credential and an invalid signature get the same response.
            foreign.userHandle = passkey.userHandle
            let unknown = try await client.signIn(with: foreign)
            foreign.credentialID = passkey.credentialID
            let wrong = try await client.signIn(with: foreign)
            for answer in [unknown, wrong] {
                #expect(answer.status == .unauthorized)
                #expect(answer.code == "passkey-rejected")
            }
            #expect(unknown.json["detail"] == wrong.json["detail"])
            let broken = try await client.send(
                .post, "/v1/sessions/passkey", json: ["secret": .string(attacker), "credential": ["type": "public-key"]])
            #expect(broken.code == "invalid-fields")
        }
    }

    @Test("a user adds, lists, renames and removes passkeys, but cannot remove the last credential")
    func settings() async throws {
        try await ServerBench().run { client in
            let account: JSONValue = [
                "username": "anna.k", "password": .string(ServerBench.password), "deviceName": "Anna's phone",
            ]
            let token = try await client.send(.post, "/v1/accounts", json: account).text("session", "token")
            var (first, second) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            let added = try await client.add(&first, token: token, name: "Telephone")
            #expect(added.status == .created)
            #expect(try added.text("passkey", "name") == "Telephone")
            let id = try added.text("passkey", "id")
            let options = try await client.send(.post, "/v1/account/passkey-options", token: token)
            #expect(options.json["publicKey"]?["excludeCredentials"]?.array?.count == 1)
            #expect(try await client.add(&first, token: token, name: "Again").code == "passkey-taken")
            #expect(try await client.add(&second, token: token, name: nil).status == .created)

            let path = "/v1/account/passkeys/\(id)"
            #expect(try await client.send(.patch, path, token: token, json: ["name": "Laptop"]).status == .ok)
            #expect(try await client.send(.patch, path, token: token, json: ["name": " "]).code == "invalid-fields")
            let list = try await client.send(.get, "/v1/account/passkeys", token: token)
            let passkeys = try #require(list.json["passkeys"]?.array)
            #expect(passkeys.map { $0["name"] } == ["Laptop", "Anna's phone"])
            #expect(passkeys.map { $0["deviceName"] } == ["Anna's phone", "Anna's phone"])

            #expect(try await client.send(.delete, "/v1/account/password", token: token).status == .ok)
            let bearer = try await client.signIn(with: second).text("session", "token")
            let removed = try await client.send(.delete, path, token: bearer)
            #expect(removed.json["endedPresentSession"] == false)
            #expect(try await client.send(.delete, path, token: bearer).status == .notFound)
            let left = try await client.send(.get, "/v1/account/passkeys", token: bearer)
            let last = try #require(left.json["passkeys"]?.array?.first?["id"]?.string)
            #expect(
                try await client.send(.delete, "/v1/account/passkeys/\(last)", token: bearer).code == "last-credential")
            #expect(try await client.signIn(with: first).code == "passkey-rejected")
        }
    }

    @Test("the response to a password change lists the passkeys that still sign in")
    func leftBehind() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            let added = try await client.add(&passkey, token: token, name: "Telephone")
            let waiting = try await client.send(.post, "/v1/account/passkey-options", token: token)
            let session = try await client.signIn(with: passkey).text("session", "token")
            let owner = try await client.signIn().text("session", "token")
            let changed = try await client.send(
                .put, "/v1/account/password", token: owner,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.otherPassword)])
            let listed = changed.json["alsoSignsIn"]?["passkeys"]?.array
            #expect(listed?.count == 1 && listed?.first?["id"] == added.json["passkey"]?["id"])
            // Sessions and registrations from before the change have ended.
            #expect(try await client.send(.get, "/v1/session", token: session).status == .unauthorized)
            var late = EmulatedPasskey.ofBench
            let credential = try late.make(waiting)
            let rejected = try await client.send(.post, "/v1/account/passkeys", token: token, json: ["credential": credential])
            #expect(rejected.status == .unauthorized)
        }
    }

    @Test("a passkey is a second factor after a password, and without user verification never both factors")
    func secondFactor() async throws {
        let bench = try ServerBench { $0.passkeys?.userVerification = .preferred }
        try await bench.run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.add(&passkey, token: token, name: nil)
            _ = try await client.turnOn(token, bench.clock)

            let waiting = try await client.signIn()
            #expect(waiting.code == "additional_authentication_required")
            #expect(waiting.json["methods"]?.array?.first == "passkey")
            let options = try #require(waiting.json["passkeyOptions"])
            let challenge = try waiting.text("challenge")
            let shown = try #require(options["challenge"]?.string)
            #expect(shown == Self.passkeyChallenge(of: challenge))
            let signedIn = try await client.send(
                .post, "/v1/sessions/factor",
                json: ["challenge": .string(challenge), "passkey": try passkey.sign(shown)])
            #expect(signedIn.status == .created)

            passkey.isUserVerified = false
            let one = try await client.signIn(with: passkey)
            #expect(one.code == "additional_authentication_required")
            #expect(one.json["passkeyOptions"] == nil)
            let next = try one.text("challenge")
            let own = try passkey.sign(try #require(Self.passkeyChallenge(of: next)))
            let again = try await client.send(
                .post, "/v1/sessions/factor", json: ["challenge": .string(next), "passkey": own])
            #expect(again.code == "factor-rejected")
        }
    }

    private static func passkeyChallenge(of token: String) -> String? {
        OpaqueToken(encoded: token).map { Base64URL.encode(FactorChallenge.passkeyChallenge(of: $0).bytes) }
    }

    @Test("if passkeys are off, their routes, well-known files and schemas do not exist")
    func off() async throws {
        try await ServerBench { $0.passkeys = nil }.run { client in
            for path in ["/v1/accounts/passkey", "/v1/sessions/passkey-options", "/v1/account/passkey-options"] {
                let answer = try await client.send(.post, path, json: [:])
                #expect([.notFound, .methodNotAllowed].contains(answer.status), "\(path)")
            }
            #expect(try await client.send(.get, "/.well-known/webauthn").status == .notFound)
            #expect(try await client.send(.get, "/.well-known/passkey-endpoints").status == .notFound)
            #expect(try await !client.send(.get, "/openapi.json").text.contains("PasskeySignIn"))
        }
    }

    @Test("the well-known files list origins of pages but not of apps")
    func wellKnown() async throws {
        try await ServerBench { configuration in
            let origins = [
                "https://accounts.example.com", "https://shop.example.org",
                "android:apk-key-hash:\(String(repeating: "A", count: 43))",
            ]
            configuration.passkeys = PasskeyConfiguration(
                relyingParty: try RelyingParty(id: "accounts.example.com", origins: origins.map { try Origin($0) }))
        }.run { client in
            let related = try await client.send(.get, "/.well-known/webauthn")
            #expect(related.headers[.contentType] == "application/json")
            #expect(related.json == ["origins": ["https://accounts.example.com", "https://shop.example.org"]])
            let endpoints = try await client.send(.get, "/.well-known/passkey-endpoints")
            #expect(endpoints.status == .ok)
            #expect(
                endpoints.json == [
                    "enroll": "https://accounts.example.com/account/passkeys/new", "manage": "https://accounts.example.com/account",
                ])
        }
    }

    @Test("a server does not start if the store has passkeys of another relying party ID")
    func otherRelyingParty() async throws {
        let storage = try AccountStorage.forTest()
        let bench = try ServerBench(storage: storage)
        try await bench.system.requireKnownRelyingParty()
        try await bench.run { client in
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.signUp("anna.k", with: &passkey)
        }
        try await bench.system.requireKnownRelyingParty()
        let other = try ServerBench(origin: "https://login.example.com", storage: storage)
        await #expect(throws: OtherRelyingParty.self) { try await other.system.requireKnownRelyingParty() }
        let off = try ServerBench(origin: "https://login.example.com", storage: storage) { $0.passkeys = nil }
        try await off.system.requireKnownRelyingParty()
    }
}

extension EmulatedPasskey {
    /// A passkey for the server of the bench.
    static var ofBench: EmulatedPasskey {
        EmulatedPasskey(origin: "https://accounts.example.com", relyingPartyID: "accounts.example.com")
    }

    /// Creates the passkey for the options.
    mutating func make(_ options: ServerAnswer) throws -> JSONValue {
        let challenge = try #require(Base64URL.decode(try options.text("publicKey", "challenge")))
        let user = try #require(Base64URL.decode(try options.text("publicKey", "user", "id")))
        return try JSONText.parse(registrationJSON(challenge, user: user)).root.value
    }

    /// Signs the challenge of the options.
    func answer(to options: ServerAnswer) throws -> JSONValue { try sign(options.text("publicKey", "challenge")) }

    func sign(_ challenge: String) throws -> JSONValue {
        try JSONText.parse(assertionJSON(#require(Base64URL.decode(challenge)))).root.value
    }
}

extension ServerClient {
    func signUp(_ name: String, with passkey: inout EmulatedPasskey) async throws -> ServerAnswer {
        let options = try await send(.post, "/v1/accounts/passkey-options", json: ["username": .string(name)])
        let credential = try passkey.make(options)
        return try await send(
            .post, "/v1/accounts/passkey",
            json: ["username": .string(name), "secret": .string(try options.text("secret")), "credential": credential])
    }

    func signIn(with passkey: EmulatedPasskey) async throws -> ServerAnswer {
        try await answer(try await send(.post, "/v1/sessions/passkey-options"), with: passkey)
    }

    func answer(_ options: ServerAnswer, with passkey: EmulatedPasskey) async throws -> ServerAnswer {
        try await send(
            .post, "/v1/sessions/passkey",
            json: ["secret": .string(try options.text("secret")), "credential": try passkey.answer(to: options)])
    }

    func add(_ passkey: inout EmulatedPasskey, token: String, name: String?) async throws -> ServerAnswer {
        let options = try await send(.post, "/v1/account/passkey-options", token: token)
        let credential = try passkey.make(options)
        let named = name.map { [("name", JSONValue.string($0))] } ?? []
        return try await send(
            .post, "/v1/account/passkeys", token: token, json: .object(JSONObject([("credential", credential)] + named)))
    }
}
