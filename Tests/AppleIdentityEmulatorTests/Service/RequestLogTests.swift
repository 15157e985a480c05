@testable import AppleIdentityEmulator
import Foundation
import TestKit
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

    @Test("the log has the members of a client secret that Apple documents, without the signature and other members")
    func clientSecret() async throws {
        let bench = try await ServiceBench()
        let code = try bench.signIn()["code"]
        let secret = try bench.secret { $0.claims["note"] = "\"a note\"" }
        _ = try bench.exchange(code, ["client_secret": secret])
        let record = try #require(bench.service.requests().last)
        #expect(record.clientSecret.map(\.name) == ["alg", "kid", "iss", "sub", "aud", "iat", "exp"])
        #expect(record.clientSecret.first { $0.name == "sub" }?.value == "com.example.web")
        let signature = try #require(secret.split(separator: ".").last)
        let text = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
        #expect(!text.contains(signature) && !text.contains("a note"))
    }

    @Test(
        "a malformed client secret is decoded as far as possible, within limits",
        arguments: [
            ("", []), ("e30", []), ("e30.e30", []), ("e30.e30.", []), ("e30.e30.x.y", []), ("!.e30.x", []),
            // {"alg":"RS256","kid":1,"password":"p"} and {"aud":["a","b"],"iat":1.5,"exp":2,"sub":null}
            (
                "eyJhbGciOiJSUzI1NiIsImtpZCI6MSwicGFzc3dvcmQiOiJwIn0.eyJhdWQiOlsiYSIsImIiXSwiaWF0IjoxLjUsImV4cCI6Miwic3ViIjpudWxsfQ.x",
                ["alg=RS256", "kid=1", "aud=a b", "exp=2"]
            ),
            ("eyJhbGciOiJSUzI1NiJ9.e30." + String(repeating: "x", count: 8_192), []),
        ] as [(String, [String])])
    func malformedSecret(text: String, members: [String]) {
        #expect(ClientSecretClaims.read(text).map { "\($0.name)=\($0.value)" } == members)
    }

    @Test("at most 16 readers follow the log, and each notices a request and the end of the log's contents")
    func watchers() async throws {
        let bench = try await ServiceBench()
        var streams = (0..<16).map { _ in bench.service.requestChanges() }
        #expect(streams.compactMap(\.self).count == 16)
        let oneMore = bench.service.requestChanges() != nil
        #expect(!oneMore)
        let last = streams.removeLast()
        var changes = try #require(last).makeAsyncIterator()
        _ = bench.service.keySet()
        let noticesRequest = await changes.next() != nil
        bench.service.removeAllRequests()
        let noticesEnd = await changes.next() != nil
        #expect(noticesRequest && noticesEnd)
        streams.removeAll()
        let hasRoom = bench.service.requestChanges() != nil
        #expect(hasRoom, "an abandoned stream makes room")
    }

    @Test("a reader can be cancelled while the log changes")
    func cancelledReader() async throws {
        let bench = try await ServiceBench()
        let changes = try #require(bench.service.requestChanges())
        let (starts, start) = AsyncStream<Void>.makeStream()
        let reader = Task {
            for await _ in changes { start.yield() }
        }
        _ = bench.service.keySet()
        for await _ in starts { break }
        #expect(bench.service.work { _ in reader.endsCancellation })
        await reader.value
    }

    @Test("the last thousand requests are kept")
    func bounded() async throws {
        let bench = try await ServiceBench()
        for _ in 0..<1_005 { _ = bench.service.discoveryDocument() }
        #expect(bench.service.requests().count == 1_000 && bench.service.requests().first?.id == 6)
    }
}
