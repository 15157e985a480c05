import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Budget of changes")
struct ChangeBudgetTests {
    private func bench() throws -> ServerBench {
        try ServerBench { configuration in
            configuration.throttles.changesPerSession = try #require(Budget(burst: 3, refill: 3, per: .seconds(3_600)))
        }
    }

    @Test("a session's budget limits its events, and another session of the account can still end it")
    func api() async throws {
        let bench = try bench()
        try await bench.run { client in
            let (anna, bert) = (try await client.register("anna.k"), try await client.register("bert.m"))
            for index in 0..<3 {
                let renamed = try await client.send(
                    .patch, "/v1/account", token: anna, json: ["username": .string("anna.\(index)k")])
                #expect(renamed.status == .ok)
            }
            let requests: [(HTTPRequest.Method, String, JSONValue?)] = [
                (.patch, "/v1/account", ["username": "anna.k"]), (.delete, "/v1/sessions?except=current", nil),
                (.post, "/v1/session/reauthentication", ["password": .string(ServerBench.password)]),
                (.post, "/v1/account/totp", nil), (.post, "/v1/account/recovery-codes", nil),
            ]
            for (method, path, body) in requests {
                let rejected = try await client.send(method, path, token: anna, json: body)
                #expect(rejected.status == .tooManyRequests, "\(method) \(path)")
                #expect(rejected.headers[.retryAfter] == "1200")
            }
            let events = try await client.send(.get, "/v1/account/events?limit=100", token: anna)
            #expect(events.json["events"]?.array?.count == 4)
            // The owner, signed in elsewhere, ends the session whose budget is exhausted.
            let attacker = try await client.send(.get, "/v1/session", token: anna).text("session", "id")
            // Requests that write no events, and signing out, still work.
            #expect(try await client.send(.post, "/v1/session/access-token", token: anna).status == .ok)
            #expect(try await client.send(.patch, "/v1/account", token: bert, json: ["username": "bert.k"]).status == .ok)
            bench.clock.advance(by: .seconds(1_200))
            let admitted = try await client.send(.patch, "/v1/account", token: anna, json: ["username": "anna.k"])
            #expect(admitted.code == "reauthentication-required")
            let owner = try await client.signIn("anna.2k").text("session", "token")
            #expect(try await client.send(.delete, "/v1/sessions/\(attacker)", token: owner).status == .noContent)
            #expect(try await client.send(.get, "/v1/session", token: anna).status == .unauthorized)
            #expect(try await client.send(.delete, "/v1/session", token: owner).status == .noContent)
        }
    }

    @Test("the pages share the budget with the API")
    func pages() async throws {
        try await bench().run { client in
            var browser = Browser(client)
            let page = try await browser.signUp()
            let token = try #require(try page.form(to: "/sign-out")["form-token"])
            let path = "/account/sessions/00000000-0000-4000-8000-000000000000/revoke"
            for index in 0..<4 {
                let answer = try await browser.post(path, [("form-token", token)])
                #expect(answer.status == (index < 3 ? .seeOther : .tooManyRequests))
            }
            #expect(try await browser.post("/sign-out", [("form-token", token)]).status == .seeOther)
        }
    }
}
