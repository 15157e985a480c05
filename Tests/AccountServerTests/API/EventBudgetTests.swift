import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Budgets of every request that writes an event")
struct EventBudgetTests {
    private static let budget = Budget(burst: 3, refill: 1, per: .seconds(3_600))

    /// Returns the events of the account, newest first.
    private func events(_ client: ServerClient, _ token: String) async throws -> [String] {
        let answer = try await client.send(.get, "/v1/account/events?limit=100", token: token)
        return answer.json["events"]?.array?.compactMap { $0["kind"]?.string } ?? []
    }

    @Test("the hash budget limits successful sign-ins and sign-outs")
    func passwords() async throws {
        try await ServerBench { $0.throttles.hashesPerClient = try #require(Self.budget) }.run { client in
            let token = try await client.register()
            for status in [201, 201, 201, 429, 429] {
                let answer = try await client.signIn()
                #expect(answer.status.code == status)
                if status == 201 {
                    let ended = try await client.send(.delete, "/v1/session", token: try answer.text("session", "token"))
                    #expect(ended.status == .noContent)
                }
            }
            #expect(
                try await events(client, token)
                    == Array(repeating: ["signed-out", "signed-in"], count: 3).flatMap(\.self) + ["account-created"])
        }
    }

    @Test("the hash budget limits sign-ins with a second factor, because each challenge opens one session")
    func factors() async throws {
        let bench = try ServerBench { $0.throttles.hashesPerClient = try #require(Self.budget) }
        try await bench.run { client in
            let authenticator = try await client.turnOn(try await client.register(), bench.clock)
            for status in [401, 401, 401, 429] {
                bench.clock.advance(by: .seconds(30))
                let asked = try await client.signIn()
                #expect(asked.status.code == status)
                guard status == 401 else { continue }
                let code: JSONValue = .string(try authenticator.code(bench.clock))
                let challenge = try asked.text("challenge")
                #expect(try await client.answer(challenge, [("totp", code)]).status == .created)
                #expect(
                    try await client.answer(challenge, [("recoveryCode", .string(authenticator.recoveryCodes[0]))]).status
                        == .unauthorized)
            }
            #expect(
                try await events(client, authenticator.token) == [
                    "signed-in", "signed-in", "signed-in", "totp-added", "account-created",
                ])
        }
    }

    @Test("the challenge budget limits sign-ins with Apple of apps and pages together")
    func apple() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple) { $0.throttles.challengesPerAddress = try #require(Self.budget) }.run { client in
            let token = try await client.signInWithApple(apple).text("session", "token")
            #expect(try await client.signInWithApple(apple).status == .ok)
            var browser = Browser(client)
            #expect(try await browser.send(.get, "/sign-in/apple").status == .seeOther)
            #expect(try await browser.send(.get, "/sign-in/apple").status == .tooManyRequests)
            let rejected = try await client.send(.post, "/v1/challenges", json: ["purpose": "apple-sign-in"])
            #expect(rejected.status == .tooManyRequests)
            #expect(try await events(client, token) == ["signed-in-by-apple", "account-created"])
        }
    }

    @Test("the registration budget limits sign-ups")
    func registrations() async throws {
        try await ServerBench { $0.throttles.registrationsPerAddress = try #require(Self.budget) }.run { client in
            for (name, status) in [("anna", 201), ("berta", 201), ("clara", 201), ("dora", 429)] {
                let body: JSONValue = ["username": .string(name), "password": .string(ServerBench.password)]
                let answer = try await client.send(.post, "/v1/accounts", json: body)
                #expect(answer.status.code == status)
            }
        }
    }

    /// Requests of a session that write no event, or only one for each session: signing out.
    private static let uncharged = [
        "DELETE /v1/session", "POST /v1/session/access-token", "POST /v1/challenges",
        "POST /v1/session/reauthentication/passkey-options",
    ]

    @Test("every request of a session except GET, sign-out and access tokens is charged to the session")
    func everyRoute() async throws {
        let bench = try ServerBench(apple: FakeAppleService()) {
            $0.throttles.changesPerSession = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        }
        try await bench.run { client in
            let token = try await client.register()
            #expect(try await client.send(.patch, "/v1/account", token: token, json: ["username": "anna.j"]).status == .ok)
            let paths = try await client.send(.get, "/openapi.json").json["paths"]?.object?.members ?? []
            var seen = 0
            for path in paths {
                for operation in path.value.object?.members ?? [] where operation.name != "get" {
                    let takesSession = operation.value["security"]?.array?.contains { $0["session"] != nil } == true
                    let method = operation.name.uppercased()
                    guard takesSession, !Self.uncharged.contains("\(method) \(path.name)") else { continue }
                    // The upgrades read their authority from the body.
                    let isUpgrade = path.name.hasPrefix("/v1/account/upgrade/")
                    var members: [(String, JSONValue)] = isUpgrade ? [("key", "5d9d5a5e-7a1c-4c1e-9d6f-0123456789ab")] : []
                    if path.name.hasSuffix("/upgrade/password") { members.append(("newPassword", "weak")) }
                    let address = path.name.replacing("{id}", with: "00000000-0000-4000-8000-000000000000")
                    let answer = try await client.send(
                        try #require(HTTPRequest.Method(method)), address, token: token,
                        json: operation.value["requestBody"] == nil ? nil : .object(JSONObject(members)))
                    #expect(answer.status == .tooManyRequests, "\(method) \(path.name)")
                    seen += 1
                }
            }
            #expect(seen >= 20)
        }
    }
}
