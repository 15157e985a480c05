import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Account upgrades over the API", .tags(.everyStore))
struct UpgradeAPITests {
    private static let key = "5d9d5a5e-7a1c-4c1e-9d6f-0123456789ab"
    private let path = "/v1/account/upgrade/password"

    private func body(_ new: String, password: String? = ServerBench.password, key: String = key) -> JSONValue {
        var members: [(String, JSONValue)] = [("key", .string(key)), ("newPassword", .string(new))]
        if let password { members += [("username", "anna.k"), ("currentPassword", .string(password))] }
        return .object(JSONObject(members))
    }

    @Test("an accepted password is committed and confirmed, and the request can be repeated after a lost response")
    func committed() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            for _ in 0..<2 {
                let answer = try await client.send(.post, path, json: body(ServerBench.otherPassword))
                #expect(answer.status == .ok)
                #expect(try answer.text("upgrade", "status") == "committed")
                #expect(try answer.text("upgrade", "formerPasswordUntil").hasPrefix("2027-01-15T08:10:00"))
                #expect(answer.json["upgrade"]?["password"] == nil)
            }
            #expect(try await client.signIn().status == .created)
            #expect(try await client.signIn(password: ServerBench.otherPassword).status == .created)
            let confirmation: JSONValue = [
                "key": .string(Self.key), "username": "anna.k", "currentPassword": .string(ServerBench.otherPassword),
            ]
            for _ in 0..<2 {
                let confirmed = try await client.send(.post, "\(path)/confirmation", json: confirmation)
                #expect(try confirmed.text("upgrade", "status") == "confirmed")
            }
            #expect(try await client.signIn().status == .unauthorized)
            let again = try await client.send(
                .post, path, json: body(ServerBench.otherPassword, password: ServerBench.otherPassword))
            #expect(again.json["upgrade"]?["formerPasswordUntil"] == .null)
        }
    }

    @Test("the service offers another password first, and a second request commits it")
    func offered() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let offer = try await client.send(.post, path, token: token, json: body("weak", password: nil))
            #expect(try offer.text("upgrade", "status") == "offered")
            #expect(offer.headers[.cacheControl]?.contains("no-store") == true)
            let preferred = try offer.text("upgrade", "password")
            let committed = try await client.send(.post, path, token: token, json: body(preferred, password: nil))
            #expect(try committed.text("upgrade", "status") == "committed")
            #expect(try await client.signIn(password: preferred).status == .created)
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)
        }
    }

    @Test("an upgrade requires the right password or recent authentication, a key, and the current password")
    func rejected() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            let new = ServerBench.otherPassword
            #expect(try await client.send(.post, path, json: body(new, password: "not it at all 11")).code == "invalid-credentials")
            #expect(try await client.send(.post, path, json: body(new, password: nil)).status == .unauthorized)
            #expect(try await client.send(.post, path, json: body(new, key: "no key")).code == "invalid-fields")
            let half: JSONValue = ["key": .string(Self.key), "newPassword": .string(new), "username": "anna.k"]
            #expect(try await client.send(.post, path, json: half).code == "invalid-fields")
            bench.clock.advance(by: .seconds(601))
            let stale = try await client.send(.post, path, token: token, json: body(new, password: nil))
            #expect(stale.code == "reauthentication-required")
            #expect(try await client.send(.post, path, json: body(new)).status == .ok)
            let other = "5d9d5a5e-7a1c-4c1e-9d6f-ba9876543210"
            #expect(try await client.send(.post, path, json: body("another-otter 99 harbour", key: other)).code == "conflict")
        }
    }

    @Test("an account with a second factor must show it, and the session that it opens can upgrade")
    func secondFactor() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let authenticator = try await client.turnOn(try await client.register(), bench.clock)
            bench.clock.advance(by: .seconds(60))
            let asked = try await client.send(.post, path, json: body(ServerBench.otherPassword))
            #expect(asked.status == .unauthorized)
            #expect(asked.code == "additional_authentication_required")
            #expect(asked.json["methods"]?.array == ["totp", "recovery-code"])
            let code = try authenticator.code(bench.clock)
            let opened = try await client.answer(try asked.text("challenge"), [("totp", .string(code))])
            let token = try opened.text("session", "token")
            let answer = try await client.send(.post, path, token: token, json: body(ServerBench.otherPassword, password: nil))
            #expect(try answer.text("upgrade", "status") == "committed")
        }
    }

    @Test(
        "a session opened with the former password learns of the upgrade and may do nothing that requires recent authentication")
    func formerPassword() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            #expect(try await client.send(.post, path, json: body(ServerBench.otherPassword)).status == .ok)
            let token = try await client.signIn().text("session", "token")
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)
            let other = "5d9d5a5e-7a1c-4c1e-9d6f-ba9876543210"
            let third = "another-otter 99 harbour"
            #expect(
                try await client.send(.post, path, token: token, json: body(third, password: nil, key: other)).code == "conflict")
            let shown = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": .string(third)])
            #expect(shown.code == "invalid-credentials")
            for (method, path) in [
                (HTTPRequest.Method.delete, "/v1/account"), (.delete, "/v1/sessions"), (.delete, "/v1/sessions?except=current"),
                (.delete, "/v1/sessions/00000000-0000-4000-8000-000000000000"), (.post, "/v1/session/access-token"),
            ] {
                let rejected = try await client.send(method, path, token: token)
                #expect(rejected.code == "reauthentication-required", "\(method) \(path)")
            }
            #expect(try await client.signIn(password: ServerBench.otherPassword).status == .created)
            // The same with the current password.
            let present = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(ServerBench.otherPassword), "newPassword": .string(third)])
            #expect(present.status == .ok)
        }
    }

    @Test("of 64 requests with different keys, one upgrades, in one session, and its password signs in")
    func race() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let upgraded = try await race(client, token) { index in
                ("5d9d5a5e-7a1c-4c1e-9d6f-0123456789\(index + 10)", "copper-heron 72 meadow \(index)")
            }
            #expect(upgraded.count == 1)
            let made = try #require(upgraded.first)
            #expect(try await client.signIn(password: "copper-heron 72 meadow \(made)").status == .created)
            #expect(try await events(client, token) == 1)
        }
    }

    @Test("of 64 requests with one key, one upgrades, and all admitted requests report success")
    func raceOfOne() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let answered = try await race(client, token, mayConflict: false) { _ in (Self.key, ServerBench.otherPassword) }
            #expect(!answered.isEmpty)
            #expect(try await client.signIn(password: ServerBench.otherPassword).status == .created)
            #expect(try await events(client, token) == 1)
        }
    }

    /// Sends 64 requests at once, and returns those with status 200. Some may be rejected because all hashing threads are busy.
    private func race(
        _ client: ServerClient, _ token: String, mayConflict: Bool = true,
        _ request: @escaping @Sendable (Int) -> (key: String, new: String)
    ) async throws -> [Int] {
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for index in 0..<64 {
                let (key, new) = request(index)
                group.addTask {
                    let answer = try await client.send(.post, path, token: token, json: body(new, password: nil, key: key))
                    return (index, answer.status.code)
                }
            }
            var upgraded: [Int] = []
            for try await (index, status) in group {
                #expect((mayConflict ? [200, 409, 503] : [200, 503]).contains(status))
                if status == 200 { upgraded.append(index) }
            }
            return upgraded
        }
    }

    /// Returns the number of upgrade events that the account's owner sees.
    private func events(_ client: ServerClient, _ token: String) async throws -> Int {
        let answer = try await client.send(.get, "/v1/account/events", token: token)
        let events = try #require(answer.json["events"]?.array)
        return events.count { $0["kind"]?.string == "password-upgraded" }
    }
}
