import AppleIdentity
import Foundation
import TestKit
import Testing

@Suite("Code exchange")
struct ExchangeTests {
    private static let now = ClientSample.now

    private func code() throws -> AuthorizationCode { try #require(AuthorizationCode("c1a2.0.b/+=")) }

    @Test("the exchange of a native code has no redirect URI, byte for byte")
    func native() async throws {
        let double = AppleDouble(.json(ClientSample.tokens))
        let client = try ClientSample.client(double)
        let tokens = try await client.exchange(try code(), from: .native, now: Self.now)
        let request = try #require(double.requests.first)
        #expect(double.requests.count == 1)
        #expect(request.method == .post && request.url == "https://appleid.apple.com/auth/token")
        #expect(
            request.fields == [
                "User-Agent: tests/1", "Content-Type: application/x-www-form-urlencoded", "Accept: application/json",
            ])
        #expect(request.text == (try client.form("code=c1a2.0.b%2F%2B%3D&grant_type=authorization_code")))
        #expect(tokens.accessToken.reveal() == "a.1" && tokens.refreshToken.reveal() == "r.1")
        #expect(tokens.identityToken.reveal() == "h.p.s")
        #expect(tokens.accessTokenExpiresAt == Self.now.addingTimeInterval(3_600))
    }

    @Test("the exchange of a web code has the redirect URI, byte for byte")
    func web() async throws {
        let double = AppleDouble(.json(ClientSample.tokens))
        let client = try ClientSample.client(double, id: "com.example.web")
        let uri = try RedirectURI("https://example.com/sign-in/apple/?x=1")
        _ = try await client.exchange(try code(), from: .web(redirectURI: uri), now: Self.now)
        #expect(
            double.requests.first?.text
                == (try client.form(
                    "code=c1a2.0.b%2F%2B%3D&grant_type=authorization_code&redirect_uri=https%3A%2F%2Fexample.com%2Fsign-in%2Fapple%2F%3Fx%3D1"
                )))
    }

    @Test("other endpoints do not change the secret's audience, Apple")
    func elsewhere() async throws {
        let double = AppleDouble(.json(ClientSample.tokens))
        let secrets = ClientSecretCache(signer: try ClientSample.signer())
        let client = AppleClient(
            id: try ClientID("com.example.app"), secrets: secrets, transport: double,
            endpoints: try AppleEndpoints(baseURL: "http://127.0.0.1:9000"), userAgent: "line\nbreak")
        _ = try await client.exchange(try code(), from: .native, now: Self.now)
        #expect(double.requests.first?.url == "http://127.0.0.1:9000/auth/token")
        #expect(double.requests.first?.fields.first == "User-Agent: latchkey-apple-identity")
        let secret = try secrets.secret(for: client.id, now: Self.now).reveal()
        #expect(ClientSecretInspection.causes(in: secret, client: client.id, now: Self.now).isEmpty)
    }

    @Test("requests have a default user agent")
    func userAgent() {
        let request = AppleRequest(method: .get, url: "https://appleid.apple.com/auth/keys", headers: [("Accept", "x")])
        #expect(request.fields == ["User-Agent: latchkey-apple-identity", "Accept: x"])
        #expect(AppleRequest(method: .get, url: "", headers: [("user-agent", "mine")]).fields == ["user-agent: mine"])
    }

    private static let good: [(String, String?)] = [
        ("access_token", #""a.1""#), ("token_type", #""Bearer""#), ("expires_in", "3600"), ("refresh_token", #""r.1""#),
        ("id_token", #""h.p.s""#),
    ]

    private func error(_ name: String, _ value: String?) async throws -> AppleIdentityError? {
        let members = Self.good.map { $0.0 == name ? (name, value) : $0 }
        let body = "{" + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
        let client = try ClientSample.client(AppleDouble(.json(body)))
        let code = try code()
        return await failure { try await client.exchange(code, from: .native, now: Self.now) }
    }

    @Test("a response with a missing or mistyped member is malformed")
    func members() async throws {
        #expect(try await error("none", nil) == nil)
        for (name, _) in Self.good {
            for value in [nil, "null", "1.5", "true", "[]", "{}", #""""#, #""a b""#, #""\u0000""#, #""ä""#] {
                let error = try #require(try await error(name, value), "\(name) \(value ?? "-")")
                #expect(error.code == .malformedAnswer && error.reason.contains(name))
            }
        }
        for value in ["0", "-1", "31536001", "1e400", #""3600""#] {
            #expect(try await error("expires_in", value)?.code == .malformedAnswer)
        }
        #expect(try await error("token_type", #""mac""#)?.code == .malformedAnswer)
        for (name, value) in [("token_type", #""bearer""#), ("expires_in", "1"), ("expires_in", "3.6e3")] {
            #expect(try await error(name, value) == nil)
        }
    }

    @Test("unknown members are ignored, and a repeated one is rejected")
    func unknownMembers() async throws {
        let more = ClientSample.tokens.replacing("{", with: #"{"new":{"a":[1]},"#)
        let client = try ClientSample.client(AppleDouble(.json(more)))
        _ = try await client.exchange(try code(), from: .native, now: Self.now)
        let twice = ClientSample.tokens.replacing("{", with: #"{"refresh_token":"r.2","#)
        let other = try ClientSample.client(AppleDouble(.json(twice)))
        let code = try code()
        let error = await failure {
            try await other.exchange(code, from: .native, now: Self.now)
        }
        #expect(error?.code == .malformedAnswer)
    }

    @Test("randomly changed responses are malformed or give tokens, and never more than was sent", arguments: [21, 22] as [UInt64])
    func mutations(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let body = random.mutate(Array(ClientSample.tokens.utf8))
            let client = try ClientSample.client(AppleDouble(.response(AppleResponse(status: 200, body: body))))
            do {
                let tokens = try await client.exchange(try code(), from: .native, now: Self.now)
                let read = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
                #expect(read["refresh_token"] as? String == tokens.refreshToken.reveal())
                #expect(read["id_token"] as? String == tokens.identityToken.reveal())
            } catch let error as AppleIdentityError {
                #expect(error.code == .malformedAnswer && !error.isTemporary)
            }
        }
    }
}
