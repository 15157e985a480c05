import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing
import WebServing

@testable import AccountServer

@Suite("Signing in over the API", .tags(.everyStore))
struct SignInTests {
    @Test("the right password opens a session, with the same response as a registration")
    func rightPassword() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            let answer = try await client.signIn("ANNA.K")
            #expect(answer.status == .created)
            #expect(try await client.send(.get, "/v1/session", token: try answer.text("session", "token")).status == .ok)
        }
    }

    @Test("a wrong password and an unknown user name get identical responses except for the request's identifier")
    func sameAnswer() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            let wrong = try await client.signIn(password: "not it at all 11")
            let unknown = try await client.signIn("nobody.here", password: "not it at all 11")
            #expect(wrong.status == .unauthorized)
            #expect(wrong.code == "invalid-credentials")
            for member in ["type", "title", "status", "code", "detail"] {
                #expect(wrong.json[member] == unknown.json[member])
            }
            let names: (ServerAnswer) -> [String] = { $0.headers.map(\.name.canonicalName).sorted() }
            #expect(names(wrong) == names(unknown))
        }
    }

    @Test("an attacker's failures lead to 429 for an existing or unknown name, while a known device still signs in")
    func strangersCannotLockOut() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            let device = try (try await client.signIn()).text("device", "token")
            for name in ["anna.k", "nobody.here"] {
                var last = try await client.signIn(name, password: "guess number none")
                for index in 0..<40 where last.status != .tooManyRequests {
                    last = try await client.signIn(name, password: "guess number \(index)")
                }
                #expect(last.status == .tooManyRequests)
                #expect(last.headers[.retryAfter] != nil)
            }
            #expect(try await client.signIn().status == .tooManyRequests)
            let known = try await client.send(
                .post, "/v1/sessions",
                json: ["username": "anna.k", "password": .string(ServerBench.password), "deviceToken": .string(device)])
            #expect(known.status == .created)
        }
    }

    @Test("a forged X-Forwarded-For does not evade the budget of an address")
    func forgedHeader() async throws {
        let budget = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let bench = try ServerBench { $0.throttles.failuresPerAddress = budget }
        try await bench.run { client in
            var statuses: [Int] = []
            for index in 0..<3 {
                let answer = try await client.send(
                    .post, "/v1/sessions", json: ["username": .string("name\(index)"), "password": "guess"],
                    headers: [.literal("X-Forwarded-For"): "203.0.113.\(index)"])
                statuses.append(answer.status.code)
            }
            #expect(statuses == [401, 429, 429])
        }
    }

    @Test("a password with invalid UTF-8 is rejected before any comparison")
    func invalidUTF8() async throws {
        try await ServerBench().run { client in
            let body = Array(#"{"username":"anna.k","password":"abc"#.utf8) + [0xFF] + Array(#"defghijklm"}"#.utf8)
            let answer = try await client.send(
                .post, "/v1/sessions", body: body, headers: [.contentType: "application/json"])
            #expect(answer.status == .badRequest)
            #expect(answer.code == "malformed-json")
        }
    }
}
