import AppleIdentityEmulator
import HTTPTypes
import JSONText
import Testing

/// The proof that two identities belong to one user is valid for one session, one upstream identity, and once.
@Suite("Failure 8: a linking proof that another user can use")
struct LinkProofTests {
    private func link(
        _ bench: AppleBench, _ client: AppleBenchClient, session: String, nonce: String, as person: PersonIdentifier? = nil
    ) async throws -> AppleBenchClient.Answer {
        let proof = client.proof(try bench.credential(nonce: nonce, person: person), nonce: nonce)
        return try await client.send(.post, "/v1/account/apple", token: session, json: proof)
    }

    @Test("failure 8: a proof started in one session links nothing in another or a later session")
    func otherSession() async throws {
        try await AppleBench.run { bench, client in
            let victim = try await client.register("victim@example.com").text("session", "token")
            let attacker = try await client.register("attacker@example.com").text("session", "token")
            let nonce = try await client.challenge(for: "apple-link", token: victim)
            #expect(try await link(bench, client, session: attacker, nonce: nonce).code == "challenge-rejected")
            let second = try await client.enter("victim@example.com").text("session", "token")
            #expect(try await link(bench, client, session: second, nonce: nonce).code == "challenge-rejected")
            #expect(try await link(bench, client, session: victim, nonce: nonce).status == 201)
        }
    }

    @Test("failure 8: a proof for signing in or confirming is not a proof for linking, and vice versa")
    func otherPurpose() async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.register("anna.k").text("session", "token")
            for purpose in ["apple-sign-in", "apple-reauthentication"] {
                let nonce = try await client.challenge(for: purpose, token: token)
                #expect(try await link(bench, client, session: token, nonce: nonce).code == "challenge-rejected")
            }
            let nonce = try await client.challenge(for: "apple-link", token: token)
            let proof = client.proof(try bench.credential(nonce: nonce), nonce: nonce)
            #expect(try await client.send(.post, "/v1/sessions/apple", json: proof).code == "challenge-rejected")
            let path = "/v1/session/reauthentication/apple"
            #expect(try await client.send(.post, path, token: token, json: proof).code == "challenge-rejected")
            #expect(try await client.send(.post, "/v1/account/apple", token: token, json: proof).status == 201)
        }
    }

    @Test("failure 8: a second upstream identity cannot use up the first one's proof")
    func otherIdentity() async throws {
        try await AppleBench.run { bench, client in
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            let token = try await client.register("anna.k").text("session", "token")
            let nonce = try await client.challenge(for: "apple-link", token: token)
            // Mallory has his own credential, for another nonce: Apple signs the nonce and the subject together.
            let foreign = try bench.credential(nonce: try await client.challenge(), person: mallory)
            let crossed = client.proof(foreign, nonce: nonce)
            #expect(try await client.send(.post, "/v1/account/apple", token: token, json: crossed).code == "apple-token-rejected")
            #expect(try await link(bench, client, session: token, nonce: nonce).status == 201)
            // A used proof is used up for every identity.
            let again = try await link(bench, client, session: token, nonce: nonce, as: mallory)
            #expect(again.code == "challenge-rejected")
            let shown = try await client.send(.get, "/v1/account/apple", token: token)
            #expect(shown.json["apple"]?[0]?["email"]?.string == "anna@example.com")
            #expect(shown.json["apple"]?.array?.count == 1)
        }
    }

    @Test("failure 8: on the web, only the browser and session that started a flow can finish it")
    func otherBrowser() async throws {
        try await AppleBench.run { bench, client in
            var victim = TestBrowser(client)
            _ = try await victim.signIn(bench)
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")

            // Mallory injects his callback into the victim's browser, which is signed in and has started its own flow.
            var attacker = TestBrowser(client)
            let away = try await attacker.get("/sign-in/apple")
            let response = try bench.apple.signIn(at: away.location, as: mallory)
            _ = try await victim.get("/account/apple/reauthenticate")
            let landed = try await victim.postFromElsewhere("/sign-in/apple/callback", response.pairs)
            #expect(try await victim.get(landed.location).location == "/sign-in?notice=apple-expired")

            // A confirmation of one session has no effect on the next.
            let begun = try await victim.get("/account/apple/reauthenticate")
            let own = try bench.apple.signIn(at: begun.location, as: bench.person)
            #expect(try await victim.signIn(bench).location == "/account")
            let late = try await victim.postFromElsewhere("/sign-in/apple/callback", own.pairs)
            #expect(try await victim.get(late.location).location == "/sign-in?notice=apple-expired")

            // The twin: within one session it has.
            #expect(try await victim.signIn(bench, from: "/account/apple/reauthenticate").location == "/account")
        }
    }

    @Test("failure 8: an address that the browser sends creates no identity and no proof")
    func editedAddress() async throws {
        try await ForgeryBench.run { bench, client in
            let nonce = try await client.challenge()
            let body: JSONValue = [
                "identityToken": .string(try bench.token(nonce: nonce).with("email", nil).text), "nonce": .string(nonce),
                "email": "victim@example.com",
            ]
            #expect(try await client.send(.post, "/v1/sessions/apple", json: body).status == 400)
            let named: JSONValue = [
                "identityToken": .string(try bench.token(nonce: nonce).with("email", nil).text), "nonce": .string(nonce),
                "name": ["givenName": "Anna", "familyName": "L", "email": "victim@example.com"],
            ]
            #expect(try await client.send(.post, "/v1/sessions/apple", json: named).status == 400)
            let answer = try await bench.signIn(bench.token(nonce: nonce).with("email", nil).text, nonce: nonce, client)
            #expect(answer.status == 201)
            let shown = try await client.send(.get, "/v1/account/apple", token: try answer.text("session", "token"))
            #expect(shown.json["apple"]?[0]?["email"] == .null)
        }
    }
}
