import Accounts
import HTTPTypes
import JSONText
import Secrets
import TestKit
import Testing

@testable import AccountServer

@Suite("Token introspection (RFC 7662)")
struct IntrospectionTests {
    private static let issuer = "https://accounts.example.com"
    private static let secret = MasterKey.random(PredictableRandomBytes(seed: 21))
    private static let otherSecret = MasterKey.random(PredictableRandomBytes(seed: 22))

    private func bench() throws -> ServerBench {
        try ServerBench {
            $0.accessTokens.audience = [Self.issuer, "photos"]
            $0.accessTokens.introspectors = [
                TokenIntrospector(audience: Self.issuer, secret: Self.secret),
                TokenIntrospector(audience: "photos", secret: Self.otherSecret),
            ]
        }
    }

    @Test("a token is active while its session is, and the response has its claims")
    func active() async throws {
        let bench = try bench()
        try await bench.run { client in
            let session = try await client.register()
            let token = try await client.accessToken(session, audience: Self.issuer)
            let answer = try await client.introspect(token, by: Self.secret)
            #expect(answer.json["active"] == true)
            #expect(answer.headers[.cacheControl] == "no-store")
            let claims = try await client.verifier().claims(of: token, at: ServerBench.start.seconds)
            #expect(try answer.text("sub") == claims.sub)
            #expect(try answer.text("sid") == claims.sid)
            #expect(try answer.text("aud") == Self.issuer)
            #expect(answer.json["exp"]?.number?.int == 1_800_000_300)

            #expect(try await client.send(.delete, "/v1/session", token: session).status == .noContent)
            let ended = try await client.introspect(token, by: Self.secret)
            #expect(ended.status == .ok)
            #expect(ended.text == #"{"active":false}"#)
        }
    }

    @Test("a password change makes the tokens of the ended sessions inactive")
    func changedPassword() async throws {
        try await bench().run { client in
            let (owner, attacker) = (try await client.register(), try await client.signIn().text("session", "token"))
            let kept = try await client.accessToken(owner, audience: Self.issuer)
            let lost = try await client.accessToken(attacker, audience: Self.issuer)
            _ = try await client.send(
                .put, "/v1/account/password", token: owner,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.otherPassword)])
            #expect(try await client.introspect(kept, by: Self.secret).json["active"] == true)
            #expect(try await client.introspect(lost, by: Self.secret).json["active"] == false)
        }
    }

    @Test("an expired token, a token of another audience and a malformed token are inactive, without a reason")
    func inactive() async throws {
        let bench = try bench()
        try await bench.run { client in
            let session = try await client.register()
            let token = try await client.accessToken(session, audience: Self.issuer)
            let parts = token.split(separator: ".").map(String.init)
            let other = try await client.accessToken(session, audience: "photos").split(separator: ".").map(String.init)
            let none = TokenVerifier.base64URL(.init(#"{"alg":"none","kid":"x","typ":"at+jwt"}"#.utf8))
            let wrong = [
                "", "a.b.c", "\(parts[0]).\(parts[1])", "\(parts[0]).\(other[1]).\(parts[2])", "\(none).\(parts[1]).",
                "\(parts[0]).\(parts[1]).\(parts[2])A", session, String(repeating: "a", count: 5_000),
            ]
            for text in wrong { #expect(try await client.introspect(text, by: Self.secret).text == #"{"active":false}"#) }
            #expect(try await client.introspect(token, by: Self.otherSecret).text == #"{"active":false}"#)
            #expect(try await client.introspect(token, by: Self.secret).json["active"] == true)
            bench.clock.advance(by: .seconds(300))
            #expect(try await client.introspect(token, by: Self.secret).text == #"{"active":false}"#)
        }
    }

    @Test("a caller without the secret of a configured backend is rejected with 401 for every token")
    func unauthenticated() async throws {
        try await bench().run { client in
            let session = try await client.register()
            let token = try await client.accessToken(session, audience: Self.issuer)
            let foreign = MasterKey.random(PredictableRandomBytes(seed: 23))
            #expect(try await client.introspect(token, by: foreign).status == .unauthorized)
            for header in [nil, "Bearer \(session)", "Bearer \(token)"] {
                let answer = try await client.introspect(token, authorization: header)
                #expect(answer.status == .unauthorized)
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
        }
        try await ServerBench().run { client in
            let token = try await client.accessToken(try await client.register())
            #expect(try await client.introspect(token, by: Self.secret).status == .unauthorized)
        }
    }
}

extension ServerClient {
    fileprivate func accessToken(_ session: String, audience: String) async throws -> String {
        try await send(.post, "/v1/session/access-token", token: session, json: ["audience": .string(audience)]).text("accessToken")
    }

    fileprivate func introspect(_ token: String, by secret: MasterKey) async throws -> ServerAnswer {
        try await introspect(token, authorization: "Bearer \(secret.revealBase64())")
    }

    fileprivate func introspect(_ token: String, authorization: String?) async throws -> ServerAnswer {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        headers[.authorization] = authorization
        return try await send(
            .post, "/v1/introspection", body: FormEncoding.encode([("token", token), ("token_type_hint", "access_token")]),
            headers: headers)
    }
}
