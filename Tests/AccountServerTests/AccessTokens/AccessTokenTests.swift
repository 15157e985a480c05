import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Access tokens as another backend verifies them")
struct AccessTokenTests {
    @Test("a verifier with only the key set and the documentation accepts a token and reads its subject")
    func accepted() async throws {
        try await ServerBench().run { client in
            let session = try await client.register()
            let current = try await client.send(.get, "/v1/session", token: session)
            let verifier = try await client.verifier()
            let claims = try verifier.claims(of: try await client.accessToken(session), at: ServerBench.start.seconds)
            #expect(claims.sub == (try current.text("account", "id")))
            #expect(claims.sid == (try current.text("session", "id")))
            #expect(verifier.keyNames == verifier.thumbprints)
        }
    }

    @Test("header and claims are exactly those of the documentation")
    func shape() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let session = try await client.register()
            bench.clock.advance(by: .milliseconds(90_999))
            let answer = try await client.send(.post, "/v1/session/access-token", token: session)
            #expect(try answer.text("tokenType") == "Bearer")
            #expect(answer.json["expiresIn"]?.number?.int == 300)
            let token = try answer.text("accessToken")

            let header = try TokenVerifier.object(token, part: 0)
            #expect(Set(header.keys) == ["typ", "alg", "kid"])
            #expect(header["typ"] as? String == "at+jwt")
            #expect(header["alg"] as? String == "ES256")

            let claims = try TokenVerifier.object(token, part: 1)
            #expect(Set(claims.keys) == ["iss", "aud", "sub", "client_id", "sid", "iat", "exp", "auth_time", "acr", "jti"])
            #expect(claims["iss"] as? String == "https://accounts.example.com")
            #expect(claims["client_id"] as? String == "https://accounts.example.com")
            #expect(claims["aud"] as? String == "https://accounts.example.com")
            #expect(claims["iat"] as? Int == 1_800_000_090)
            #expect(claims["exp"] as? Int == 1_800_000_390)
            #expect(claims["auth_time"] as? Int == 1_800_000_000)
            #expect((claims["jti"] as? String)?.count == 22)
            #expect(!token.contains(session))
        }
    }

    @Test("every token has a unique identifier, and auth_time is the last password check")
    func varying() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let session = try await client.register()
            let verifier = try await client.verifier()
            bench.clock.advance(by: .seconds(700))
            let answer = try await client.send(
                .post, "/v1/session/reauthentication", token: session, json: ["password": .string(ServerBench.password)])
            let renewed = try answer.text("session", "token")
            bench.clock.advance(by: .seconds(10))
            var identifiers: Set<String> = []
            for _ in 0..<10 {
                let claims = try verifier.claims(of: try await client.accessToken(renewed), at: bench.clock.now.seconds)
                #expect(claims.authTime == 1_800_000_700)
                identifiers.insert(claims.jti)
            }
            #expect(identifiers.count == 10)
        }
    }

    @Test("a token has only the audience that the client requested")
    func audience() async throws {
        let audiences = ["https://notes.example", "photos"]
        try await ServerBench { $0.accessTokens.audience = audiences }.run { client in
            let session = try await client.register()
            for name in audiences {
                let answer = try await client.send(
                    .post, "/v1/session/access-token", token: session, json: ["audience": .string(name)])
                let token = try answer.text("accessToken")
                #expect(try TokenVerifier.object(token, part: 1)["aud"] as? String == name)
                for other in audiences {
                    let verifier = try await client.verifier(audience: other)
                    if other == name {
                        _ = try verifier.claims(of: token, at: ServerBench.start.seconds)
                    } else {
                        #expect(throws: TokenVerifier.Rejection.audience) {
                            try verifier.claims(of: token, at: ServerBench.start.seconds)
                        }
                    }
                }
            }
            let bodies: [JSONValue?] = [nil, [:], ["audience": "https://accounts.example.com"], ["audience": "PHOTOS"]]
            for body in bodies {
                let rejected = try await client.send(.post, "/v1/session/access-token", token: session, json: body)
                #expect(rejected.code == "invalid-fields")
            }
        }
    }

    @Test("a token is valid for exactly its lifetime", arguments: [Duration.seconds(300), .seconds(60)])
    func expiry(_ lifetime: Duration) async throws {
        try await ServerBench { $0.accessTokens.lifetime = lifetime }.run { client in
            let token = try await client.accessToken(try await client.register())
            let verifier = try await client.verifier()
            let end = ServerBench.start.seconds + lifetime.components.seconds
            _ = try verifier.claims(of: token, at: end - 1)
            #expect(throws: TokenVerifier.Rejection.expired) { try verifier.claims(of: token, at: end) }
        }
    }

    @Test("a token with a change in any part is rejected", arguments: 0..<3)
    func changed(_ part: Int) async throws {
        try await ServerBench().run { client in
            let (anna, bert) = (try await client.register("anna.k"), try await client.register("bert.m"))
            let verifier = try await client.verifier()
            let (token, other) = (try await client.accessToken(anna), try await client.accessToken(bert))
            var parts = token.split(separator: ".").map(String.init)
            parts[part] =
                part == 0
                ? TokenVerifier.base64URL(.init(#"{"alg":"none","kid":"x","typ":"at+jwt"}"#.utf8))
                : other.split(separator: ".").map(String.init)[part]
            #expect(throws: TokenVerifier.Rejection.self) {
                try verifier.claims(of: parts.joined(separator: "."), at: ServerBench.start.seconds)
            }
            _ = try verifier.claims(of: token, at: ServerBench.start.seconds)
        }
    }

    @Test("an ended or expired session and a deleted account get no token")
    func endedSession() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let sessions = [
                try await client.register("anna.k"), try await client.register("bert.m"), try await client.register("cleo.w"),
            ]
            #expect(try await client.send(.delete, "/v1/session", token: sessions[0]).status == .noContent)
            #expect(try await client.send(.delete, "/v1/account", token: sessions[1]).status == .noContent)
            for (index, session) in sessions.enumerated() {
                let answer = try await client.send(.post, "/v1/session/access-token", token: session)
                #expect(answer.status == (index < 2 ? .unauthorized : .ok))
            }
            bench.clock.advance(by: .seconds(14 * 86_400))
            let late = try await client.send(.post, "/v1/session/access-token", token: sessions[2])
            #expect(late.code == "session-expired")
        }
    }

    @Test("the key set is a JWK set of public keys only, cacheable for ten minutes")
    func keySet() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/.well-known/jwks.json")
            #expect(answer.headers[.contentType] == "application/jwk-set+json")
            #expect(answer.headers[.cacheControl] == "public, max-age=600")
            #expect(answer.json.object?.members.map(\.name) == ["keys"])
            let key = try #require(answer.json["keys"]?[0]?.object)
            #expect(Set(key.members.map(\.name)) == ["kty", "crv", "x", "y", "use", "alg", "kid"])
        }
    }
}

extension ServerClient {
    func accessToken(_ session: String) async throws -> String {
        try (try await send(.post, "/v1/session/access-token", token: session)).text("accessToken")
    }

    /// Returns a backend that has just fetched the key set.
    func verifier(audience: String = "https://accounts.example.com") async throws -> TokenVerifier {
        try TokenVerifier(keySet: try await send(.get, "/.well-known/jwks.json").body, audience: audience)
    }
}
