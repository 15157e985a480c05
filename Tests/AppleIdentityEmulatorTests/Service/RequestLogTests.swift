import AppleIdentityEmulator
import Foundation
import Testing

@Suite("The log of requests")
struct RequestLogTests {
    @Test("every endpoint logs its requests with the response")
    func everyEndpoint() async throws {
        let bench = try await ServiceBench()
        _ = bench.service.keySet()
        _ = bench.service.discoveryDocument()
        let code = try bench.signIn()["code"]
        _ = try bench.exchange(code)
        _ = try bench.exchange(code)
        _ = try bench.revoke("x")
        _ = bench.service.userMigrationInfo(try bench.form([:]), authorization: nil)
        _ = try bench.signInNatively()
        bench.service.recordUnworked(.token, status: 503, explanation: "a fault")
        let records = bench.service.requests()
        #expect(
            records.map(\.endpoint) == [
                .keys, .discovery, .authorize, .token, .token, .revoke, .userMigrationInfo, .native, .token,
            ])
        #expect(records.map(\.status) == [200, 200, 200, 200, 400, 200, 400, 200, 503])
        #expect(records[4].error == "invalid_grant" && records[4].explanation == "a code works once")
        #expect(records.map(\.id) == Array(1...9))
        #expect(bench.service.requests(after: 7).map(\.id) == [8, 9])
        bench.service.removeAllRequests()
        _ = bench.service.keySet()
        #expect(bench.service.requests().map(\.id) == [10])
    }

    @Test("the log contains no secret, code, token, state or nonce")
    func nothingSecret() async throws {
        let bench = try await ServiceBench()
        let response = try bench.signIn()
        let code = try #require(response["code"])
        let secret = try bench.secret()
        let answer = try bench.exchange(code, ["client_secret": secret, "code_verifier": "verifier-1", "code ": "misplaced-1"])
            .get()
        _ = try bench.refresh(answer.refreshToken, ["client_secret": secret])
        _ = try bench.revoke(answer.refreshToken, ["client_secret": secret])
        let text = String(decoding: try JSONEncoder().encode(bench.service.requests()), as: UTF8.self)
        let secrets = [
            code, secret, answer.accessToken, answer.refreshToken, answer.identityToken, "the-state", "the-nonce", "verifier-1",
            "misplaced-1",
        ]
        for secret in secrets { #expect(try !text.contains(#require(secret))) }
        #expect(text.contains("com.example.web") && text.contains("authorization_code"))
    }

    @Test("the last thousand requests are kept")
    func bounded() async throws {
        let bench = try await ServiceBench()
        for _ in 0..<1_005 { _ = bench.service.discoveryDocument() }
        #expect(bench.service.requests().count == 1_000 && bench.service.requests().first?.id == 6)
    }
}
