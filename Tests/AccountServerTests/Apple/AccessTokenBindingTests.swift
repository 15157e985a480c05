import Accounts
import HTTPTypes
import JSONText
import Testing

@testable import AccountServer

@Suite("The access token that comes with an identity token")
struct AccessTokenBindingTests {
    @Test(
        "with verification of the code, an identity token of another access token does not sign in",
        arguments: [(FakeAppleService.accessToken, 201), (nil, 201), ("another", 401)] as [(String?, Int)])
    func byCode(accessToken: String?, status: Int) async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple, verification: .authorizationCode).run { client in
            let nonce = try await client.challenge()
            _ = try apple.signIn(nonce: nonce, accessToken: accessToken)
            let proof: JSONValue = ["authorizationCode": "good-code", "nonce": .string(nonce)]
            let answer = try await client.send(.post, "/v1/sessions/apple", json: proof)
            #expect(answer.status.code == status)
            if status == 401 { #expect(answer.code == "apple-token-rejected") }
        }
    }

    @Test(
        "with verification of the identity token, a job does not keep the refresh token of another access token",
        arguments: [(FakeAppleService.accessToken, true), (nil, true), ("another", false)] as [(String?, Bool)])
    func inTheBackground(accessToken: String?, isKept: Bool) async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            let nonce = try await client.challenge()
            let token = try apple.signIn(nonce: nonce, accessToken: accessToken)
            let proof: JSONValue = [
                "identityToken": .string(token), "authorizationCode": "good-code", "nonce": .string(nonce),
            ]
            let session = try await client.send(.post, "/v1/sessions/apple", json: proof).text("session", "token")
            await bench.system.workForApple()
            #expect(apple.questions == 1)
            let deletion = try await client.send(.delete, "/v1/account", token: session)
            #expect(deletion.json["appleTokens"]?.string == (isKept ? "being-revoked" : "revoke-by-hand"))
        }
    }
}
