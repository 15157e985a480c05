import AccountServer
import AppleIdentityEmulator
import HTTPTypes
import JSONText
import Testing

@Suite("Native sign-in with Apple")
struct NativeSignInTests {
    @Test(
        "the first sign-in creates an account, the second finds it, and the first name stays",
        arguments: [AppleConfiguration.Verification.identityToken, .authorizationCode])
    func firstAndSecondTime(verification: AppleConfiguration.Verification) async throws {
        try await AppleBench.run(verification: verification) { bench, client in
            let first = try await client.signIn(bench)
            #expect(first.status == 201)
            let second = try await client.signIn(bench)
            #expect(second.status == 200)
            #expect(try first.text("account", "id") == second.text("account", "id"))
            #expect(first.json["account"]?["username"] == .null)

            let shown = try await client.send(.get, "/v1/account/apple", token: try second.text("session", "token"))
            #expect(shown.json["apple"]?[0]?["givenName"]?.string == "Anna")
            #expect(shown.json["apple"]?[0]?["email"]?.string == "anna@example.com")
        }
    }

    @Test("a challenge serves one of 64 concurrent sign-ins")
    func oneUse() async throws {
        try await AppleBench.run { bench, client in
            let nonce = try await client.challenge()
            let proof = client.proof(try bench.credential(nonce: nonce), nonce: nonce)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<64 {
                    group.addTask { try await client.send(.post, "/v1/sessions/apple", json: proof).status }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [201: 1, 401: 63])
        }
    }

    @Test("an unknown nonce, or one for another purpose, is rejected")
    func foreignNonce() async throws {
        try await AppleBench.run { bench, client in
            let made = "0123456789012345678901234567890123456789012"
            let unknown = try await client.send(
                .post, "/v1/sessions/apple", json: client.proof(try bench.credential(nonce: made), nonce: made))
            #expect(unknown.status == 401)

            let token = try await client.signIn(bench).text("session", "token")
            let nonce = try await client.challenge(for: "apple-link", token: token)
            let other = try await client.send(
                .post, "/v1/sessions/apple", json: client.proof(try bench.credential(nonce: nonce), nonce: nonce))
            #expect(other.code == "challenge-rejected")
        }
    }

    @Test("a token for another nonce is rejected")
    func otherNonce() async throws {
        try await AppleBench.run { bench, client in
            let (one, two) = (try await client.challenge(), try await client.challenge())
            let answer = try await client.send(
                .post, "/v1/sessions/apple", json: client.proof(try bench.credential(nonce: one), nonce: two))
            #expect(answer.code == "apple-token-rejected")
        }
    }

    @Test("a code that was not issued with the token is rejected")
    func foreignCode() async throws {
        try await AppleBench.run { bench, client in
            let (one, two) = (try await client.challenge(), try await client.challenge())
            let foreign = try bench.credential(nonce: two).authorizationCode
            let answer = try await client.send(
                .post, "/v1/sessions/apple",
                json: client.proof(
                    try bench.credential(nonce: one), nonce: one, changing: ["authorizationCode": .string(foreign)]))
            #expect(answer.code == "apple-token-rejected")
        }
    }

    @Test(
        "a token that Apple did not sign, or signed for another app, is rejected",
        arguments: [
            Fault.Kind.wrongIssuer("https://account.apple.com"), .wrongAudience("com.example.other"), .stale, .wrongSignature,
        ])
    func spoiledToken(fault: Fault.Kind) async throws {
        try await AppleBench.run { bench, client in
            _ = try bench.apple.addFault(fault, at: .native, count: 1)
            #expect(try await client.signIn(bench).code == "apple-token-rejected")
            #expect(try await client.signIn(bench).status == 201)
        }
    }

    @Test("another user's e-mail address in the request does not change the identity")
    func foreignEmail() async throws {
        try await AppleBench.run { bench, client in
            let victim = try await client.send(
                .post, "/v1/accounts", json: ["username": "victim@example.com", "password": "velvet-otter 41 harbour"])
            _ = try bench.apple.addFault(.foreignEmail("victim@example.com"), at: .native, count: 1)
            let answer = try await client.signIn(bench)
            #expect(answer.status == 201)
            #expect(try answer.text("account", "id") != victim.text("account", "id"))
        }
    }
}
