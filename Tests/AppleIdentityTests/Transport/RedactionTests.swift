import AppleIdentity
import Foundation
import Testing

@Suite("Descriptions of secrets")
struct RedactionTests {
    @Test("no description, mirror or dump contains a secret")
    func nothing() async throws {
        let double = AppleDouble(.json(ClientSample.tokens))
        let client = try ClientSample.client(double)
        let tokens = try await client.exchange(
            try #require(AuthorizationCode("very-secret-code")), from: .native, now: ClientSample.now)
        let secret = try client.secrets.secret(for: client.id, now: ClientSample.now)
        let request = try #require(double.requests.first)
        let grant = try AuthorizationCallback(form: Array("state=s&code=very-secret-code&id_token=h.p.s".utf8))
        let values: [Any] = [
            tokens, tokens.refreshToken, tokens.accessToken, tokens.identityToken, secret, request, grant, client, client.secrets,
            client.secrets.signer, client.secrets.signer.key, AppleResponse(status: 200, body: Array("h.p.s".utf8)),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                for hidden in ["very-secret-code", "r.1", "a.1", "h.p.s", secret.reveal(), "PRIVATE KEY"] {
                    #expect(!text.contains(hidden), "\(type(of: value))")
                }
            }
        }
        #expect("\(tokens.refreshToken)" == "RefreshToken(redacted)")
        #expect("\(request)" == "POST https://appleid.apple.com/auth/token")
    }

    @Test("a token of Apple must be a bounded number of printable ASCII bytes")
    func form() {
        #expect(
            RefreshToken(String(repeating: "x", count: 2_048)) != nil && RefreshToken(String(repeating: "x", count: 2_049)) == nil)
        #expect(
            AccessToken(String(repeating: "x", count: 2_048)) != nil && AccessToken(String(repeating: "x", count: 2_049)) == nil)
        #expect(
            AuthorizationCode(String(repeating: "x", count: 2_048)) != nil
                && AuthorizationCode(String(repeating: "x", count: 2_049)) == nil)
        #expect(UnverifiedIdentityToken(String(repeating: "x", count: 16_384)) != nil)
        #expect(UnverifiedIdentityToken(String(repeating: "x", count: 16_385)) == nil)
        for text in ["", "a b", "a\n", "ä", "a\u{0}"] { #expect(AuthorizationCode(text) == nil && RefreshToken(text) == nil) }
        #expect(AuthorizationCode("a!~")?.reveal() == "a!~")
    }
}
