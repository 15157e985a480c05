import Accounts
import HTTPTypes
import InternetAddresses
import JSONText
import TestKit
import Testing
import WebServing

@testable import AccountServer

@Suite("Invalid authorization codes")
struct CodeFloodTests {
    private static let nonce = String(repeating: "A", count: 43)

    private static func bench(_ apple: FakeAppleService, perAddress: Int? = nil) throws -> ServerBench {
        try ServerBench(apple: apple, verification: .authorizationCode) { server in
            server.trustedProxies = [try IPNetwork("127.0.0.1/32")]
            if let perAddress {
                server.throttles.appleFailuresPerAddress = try #require(
                    Budget(burst: perAddress, refill: 1, per: .seconds(3_600)))
            }
        }
    }

    private static func signIn(
        _ client: ServerClient, code: String, nonce: String = nonce, token: String? = nil, from address: String = "192.0.2.1"
    ) async throws -> ServerAnswer {
        var members: [(String, JSONValue)] = [("authorizationCode", .string(code)), ("nonce", .string(nonce))]
        if let token { members.append(("identityToken", .string(token))) }
        return try await client.send(
            .post, "/v1/sessions/apple", json: .object(JSONObject(members)), headers: [.xForwardedFor: address])
    }

    @Test(
        "a thousand invalid codes from one address send only as many requests to Apple as the budget allows, and delay no other client"
    )
    func flood() async throws {
        let apple = FakeAppleService()
        try await Self.bench(apple).run { client in
            var answers: [Int: Int] = [:]
            for number in 0..<1_000 {
                let answer = try await Self.signIn(client, code: "bad-\(number)")
                answers[answer.status.code, default: 0] += 1
                #expect(answer.code == (answer.status == .unauthorized ? "apple-token-rejected" : "too-many-requests"))
                #expect((answer.headers[.retryAfter] == "36") == (answer.status == .tooManyRequests))
            }
            #expect(answers == [401: 100, 429: 900])
            #expect(apple.questions == 100)
            let nonce = try await client.challenge()
            _ = try apple.signIn(nonce: nonce)
            #expect(try await Self.signIn(client, code: "good-code", nonce: nonce, from: "192.0.2.2").status == .created)
            #expect(apple.questions == 101)
        }
    }

    @Test("valid codes are refunded")
    func goodCodes() async throws {
        let apple = FakeAppleService()
        try await Self.bench(apple, perAddress: 1).run { client in
            for number in 0..<5 {
                let nonce = try await client.challenge()
                let token = try apple.signIn(nonce: nonce, code: "good-\(number)")
                let answer = try await Self.signIn(client, code: "good-\(number)", nonce: nonce, token: number == 3 ? token : nil)
                #expect(answer.status == (number == 0 ? .created : .ok))
            }
            #expect(try await Self.signIn(client, code: "bad").status == .unauthorized)
            #expect(try await Self.signIn(client, code: "bad").status == .tooManyRequests)
        }
    }

    @Test("a request that fails because Apple is unavailable is not refunded")
    func outage() async throws {
        let apple = FakeAppleService()
        try await Self.bench(apple, perAddress: 3).run { client in
            apple.goDown("/auth/token")
            for status in [503, 503, 503, 429, 429] {
                let answer = try await Self.signIn(client, code: "any")
                #expect(answer.status.code == status)
            }
            #expect(apple.questions == 3)
        }
    }

    @Test("linking and reauthentication are charged the same")
    func sessions() async throws {
        let apple = FakeAppleService()
        try await Self.bench(apple, perAddress: 2).run { client in
            let token = try await client.register()
            for (path, status) in [
                ("/v1/account/apple", 401), ("/v1/session/reauthentication/apple", 401), ("/v1/account/apple", 429),
                ("/v1/session/reauthentication/apple", 429),
            ] {
                let body: JSONValue = ["authorizationCode": "bad", "nonce": .string(Self.nonce)]
                #expect(try await client.send(.post, path, token: token, json: body).status.code == status)
            }
            #expect(apple.questions == 2)
        }
    }

    @Test("Apple's post to the pages is charged the same, and the user is asked to wait")
    func pages() async throws {
        let apple = FakeAppleService()
        try await Self.bench(apple, perAddress: 2).run { client in
            for destination in ["/sign-in?notice=apple-rejected", "/sign-in?notice=apple-rejected", nil] {
                var browser = Browser(client)
                let setOut = try await browser.send(.get, "/sign-in/apple")
                let location = try #require(setOut.headers[.location])
                let query = try FormFields(parsing: Array(location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
                let answer = try await client.send(
                    .post, "/sign-in/apple/callback",
                    body: FormEncoding.encode([("state", query["state"] ?? ""), ("code", "bad")]),
                    headers: [.contentType: "application/x-www-form-urlencoded"])
                #expect(answer.headers[.location] == destination)
                #expect(answer.status == (destination == nil ? .tooManyRequests : .seeOther))
            }
            #expect(apple.questions == 2)
        }
    }

    @Test("with verification of the identity token, no request to Apple is sent or charged")
    func byToken() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            for number in 0..<150 {
                let answer = try await Self.signIn(client, code: "bad-\(number)")
                #expect(answer.code == "apple-token-rejected")
            }
            #expect(apple.questions == 0)
        }
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedFor = literal("X-Forwarded-For")
}
