import AccountServer
import AppleIdentityEmulator
import HTTPTypes
import JSONText
import TestKit
import Testing

@Suite("Linking and unlinking an Apple Account", .tags(.everyStore))
struct LinkingTests {
    private static let password = "velvet-otter 41 harbour"

    private func register(_ client: AppleBenchClient, _ name: String = "anna@example.com") async throws -> AppleBenchClient.Answer {
        try await client.send(.post, "/v1/accounts", json: ["username": .string(name), "password": .string(Self.password)])
    }

    private func link(
        _ bench: AppleBench, _ client: AppleBenchClient, token: String, replacing replaced: String? = nil
    ) async throws -> AppleBenchClient.Answer {
        let nonce = try await client.challenge(for: "apple-link", token: token)
        var body = client.proof(try bench.credential(nonce: nonce), nonce: nonce)
        if let replaced, case .object(var members) = body {
            members["replacedAccount"] = .string(replaced)
            body = .object(members)
        }
        return try await client.send(.post, "/v1/account/apple", token: token, json: body)
    }

    @Test("an equal e-mail address merges nothing: Apple's identity gets a separate account")
    func noMerge() async throws {
        try await AppleBench.run { bench, client in
            let own = try await register(client)
            let apple = try await client.signIn(bench)
            #expect(apple.status == 201)
            #expect(try own.text("account", "id") != apple.text("account", "id"))
            #expect(try await link(bench, client, token: try own.text("session", "token")).code == "apple-identity-taken")
        }
    }

    @Test("after the user agrees, the Apple Account moves here with its authorization, and the account that it opened is deleted")
    func replacement() async throws {
        try await AppleBench.run { bench, client in
            let other = try await client.signIn(bench)
            await bench.work()
            let own = try await register(client)
            let token = try own.text("session", "token")
            let taken = try await link(bench, client, token: token)
            #expect(taken.status == 409 && taken.code == "apple-identity-taken")
            let offered = taken.json["replaceableAccount"]
            #expect(offered?["id"] == other.json["account"]?["id"] && offered?["createdAt"] == other.json["account"]?["createdAt"])
            #expect(offered?["username"] == .null)
            let id = try other.text("account", "id")
            for wrong in [try own.text("account", "id"), "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"] {
                let refused = try await link(bench, client, token: token, replacing: wrong)
                #expect(refused.code == "apple-identity-taken" && refused.json["replaceableAccount"] == offered)
            }
            #expect(try await link(bench, client, token: token, replacing: "nonsense").status == 400)
            #expect(try await client.signIn(bench).text("account", "id") == id)

            #expect(try await link(bench, client, token: token, replacing: id).status == 201)
            #expect(try await client.send(.get, "/v1/session", token: try other.text("session", "token")).status == 401)
            await bench.work()
            #expect(!bench.apple.requests().contains { $0.endpoint == .revoke })
            let signedIn = try await client.signIn(bench)
            #expect(signedIn.status == 200)
            #expect(try signedIn.text("account", "id") == own.text("account", "id"))
        }
    }

    @Test("an account with a second factor is neither offered nor deleted")
    func guardedAccount() async throws {
        try await AppleBench.run { bench, client in
            let other = try await client.signIn(bench)
            let session = try other.text("session", "token")
            _ = try await Authenticator(bench.apple.clock, client, session: session)
            let token = try await register(client).text("session", "token")
            for replaced in [nil, try other.text("account", "id")] {
                let taken = try await link(bench, client, token: token, replacing: replaced)
                #expect(taken.code == "apple-identity-taken" && taken.json["replaceableAccount"] == nil)
            }
            #expect(try await client.send(.get, "/v1/account/apple", token: token).json["apple"]?[0] == nil)
        }
    }

    @Test("a linked Apple Account signs in to the account until it is unlinked")
    func linkAndUnlink() async throws {
        try await AppleBench.run { bench, client in
            let own = try await register(client)
            let token = try own.text("session", "token")
            #expect(try await link(bench, client, token: token).status == 201)
            // The same identity again changes nothing. Another identity of the team is rejected with its own code.
            let again = try await link(bench, client, token: token)
            #expect(again.status == 200)
            let listed = try await client.send(.get, "/v1/account/apple", token: token).json["apple"]
            #expect(again.json["apple"]?["linkedAt"]?.string == listed?[0]?["linkedAt"]?.string && listed?[1] == nil)
            let other = try bench.apple.addPerson(
                AppleAccountDraft(givenName: "Berta", familyName: "Lindqvist", email: "berta@example.com")
            ).id
            let nonce = try await client.challenge(for: "apple-link", token: token)
            let second = client.proof(try bench.credential(nonce: nonce, person: other), nonce: nonce)
            #expect(try await client.send(.post, "/v1/account/apple", token: token, json: second).code == "apple-already-linked")
            let apple = try await client.signIn(bench)
            #expect(try apple.text("account", "id") == own.text("account", "id"))

            #expect(try await client.send(.delete, "/v1/account/apple", token: token).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: try apple.text("session", "token")).status == 401)
            #expect(try await client.signIn(bench).status == 201)
        }
    }

    @Test("if the configuration permits two, both sign in, a third is rejected, and each is removed by its identifier")
    func several() async throws {
        try await AppleBench.run(server: { $0.apple?.identitiesPerAccount = 2 }) { bench, client in
            let own = try await register(client)
            let token = try own.text("session", "token")
            func link(_ name: String) async throws -> AppleBenchClient.Answer {
                let person = try bench.apple.addPerson(
                    AppleAccountDraft(givenName: name, familyName: "Lindqvist", email: "\(name.lowercased())@example.com")
                ).id
                let nonce = try await client.challenge(for: "apple-link", token: token)
                let proof = client.proof(try bench.credential(nonce: nonce, person: person), nonce: nonce)
                return try await client.send(.post, "/v1/account/apple", token: token, json: proof)
            }
            #expect(try await self.link(bench, client, token: token).status == 201)
            #expect(try await link("Berta").status == 201)
            #expect(try await link("Cora").code == "apple-already-linked")
            #expect(try await client.signIn(bench).text("account", "id") == own.text("account", "id"))

            let listed = try await client.send(.get, "/v1/account/apple", token: token).json["apple"]
            let id = try #require(listed?[0]?["id"]?.string)
            #expect(try await client.send(.delete, "/v1/account/apple", token: token).code == "conflict")
            for missing in ["6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "nonsense"] {
                #expect(try await client.send(.delete, "/v1/account/apple/\(missing)", token: token).status == 404)
            }
            #expect(try await client.send(.delete, "/v1/account/apple/\(id)", token: token).status == 200)
            let left = try await client.send(.get, "/v1/account/apple", token: token).json["apple"]
            #expect(left?[0] == listed?[1] && left?[1] == nil)
            #expect(try await client.send(.delete, "/v1/account/apple", token: token).status == 200)
        }
    }

    @Test("a password change lists the Apple Account, which it does not unlink, and the new token removes it")
    func passwordChange() async throws {
        try await AppleBench.run { bench, client in
            let own = try await register(client)
            let token = try own.text("session", "token")
            #expect(try await link(bench, client, token: token).status == 201)
            let listed = try await client.send(.get, "/v1/account/apple", token: token).json["apple"]
            let changed = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(Self.password), "newPassword": "copper-heron 72 meadow"])
            #expect(changed.json["alsoSignsIn"]?["apple"] == listed && listed?[0] != nil)
            #expect(try await client.signIn(bench).text("account", "id") == own.text("account", "id"))
            let renewed = try changed.text("session", "token")
            #expect(try await client.send(.delete, "/v1/account/apple", token: renewed).status == 200)
        }
    }

    @Test("linking requires recent authentication")
    func staleSession() async throws {
        try await AppleBench.run { bench, client in
            let token = try await register(client).text("session", "token")
            bench.apple.clock.advance(by: 1_200)
            #expect(try await link(bench, client, token: token).code == "reauthentication-required")
        }
    }

    @Test("the last credential stays until there is a password")
    func lastCredential() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            #expect(try await client.send(.delete, "/v1/account/apple", token: token).code == "last-credential")
            let set = try await client.send(
                .post, "/v1/account/password", token: token,
                json: ["username": "anna.k", "newPassword": .string(Self.password)])
            #expect(set.status == 201)
            let unlinked = try await client.send(.delete, "/v1/account/apple", token: token)
            #expect(unlinked.json["endedPresentSession"] == .boolean(true))
            let signIn = try await client.send(
                .post, "/v1/sessions", json: ["username": "anna.k", "password": .string(Self.password)])
            #expect(signIn.status == 201)
        }
    }

    @Test("authenticating with the Apple Account counts like the password")
    func reauthentication() async throws {
        try await AppleBench.run { bench, client in
            let old = try await client.signIn(bench).text("session", "token")
            bench.apple.clock.advance(by: 1_200)
            #expect(try await client.send(.delete, "/v1/account", token: old).code == "reauthentication-required")
            let nonce = try await client.challenge(for: "apple-reauthentication", token: old)
            let renewed = try await client.send(
                .post, "/v1/session/reauthentication/apple", token: old,
                json: client.proof(try bench.credential(nonce: nonce), nonce: nonce))
            #expect(renewed.status == 200)
            #expect(try await client.send(.delete, "/v1/account", token: try renewed.text("session", "token")).status == 200)
        }
    }
}
