import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Sessions over the API", .tags(.everyStore))
struct SessionTests {
    @Test("a missing, unknown or ended session token is rejected with 401 and a challenge")
    func unauthenticated() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            #expect(try await client.send(.delete, "/v1/session", token: token).status == .noContent)
            for (shown, code) in [
                (nil, "unauthenticated"), (token, "session-expired"), (String(repeating: "A", count: 43), "session-expired"),
                ("nonsense", "session-expired"),
            ] {
                let answer = try await client.send(.get, "/v1/session", token: shown)
                #expect(answer.status == .unauthorized)
                #expect(answer.code == code)
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
        }
    }

    @Test("the list has each session once and marks the current one; a session is ended by its identifier")
    func listAndEndOne() async throws {
        try await ServerBench().run { client in
            let first = try await client.register()
            let second = try (try await client.signIn()).text("session", "token")
            let list = try await client.send(.get, "/v1/sessions", token: first)
            let sessions = try #require(list.json["sessions"]?.array)
            #expect(sessions.count == 2)
            #expect(sessions.filter { $0["current"]?.boolean == true }.count == 1)

            let other = try #require(sessions.first { $0["current"]?.boolean == false }?["id"]?.string)
            #expect(try await client.send(.delete, "/v1/sessions/\(other)", token: first).status == .noContent)
            #expect(try await client.send(.get, "/v1/session", token: second).status == .unauthorized)
            #expect(try await client.send(.delete, "/v1/sessions/\(other)", token: first).status == .notFound)
        }
    }

    @Test("another account's session cannot be ended and looks like a missing one")
    func foreignSession() async throws {
        try await ServerBench().run { client in
            let anna = try await client.register("anna.k")
            let bert = try await client.register("bert.m")
            let id = try (try await client.send(.get, "/v1/session", token: bert)).text("session", "id")
            #expect(try await client.send(.delete, "/v1/sessions/\(id)", token: anna).status == .notFound)
            #expect(try await client.send(.get, "/v1/session", token: bert).status == .ok)
        }
    }

    @Test("all other sessions end, or all sessions", arguments: [("?except=current", 2, 200), ("", 3, 401)])
    func endMany(_ query: String, _ ended: Int, _ statusAfter: Int) async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let others = [
                try (try await client.signIn()).text("session", "token"), try (try await client.signIn()).text("session", "token"),
            ]
            let answer = try await client.send(.delete, "/v1/sessions\(query)", token: token)
            #expect(answer.json["ended"]?.number?.int == ended)
            for other in others { #expect(try await client.send(.get, "/v1/session", token: other).status == .unauthorized) }
            #expect(try await client.send(.get, "/v1/session", token: token).status.code == statusAfter)
        }
    }

    @Test("ending another session requires authentication within ten minutes; a session can always end itself")
    func stale() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            let other = try (try await client.signIn()).text("session", "token")
            let id = try (try await client.send(.get, "/v1/session", token: other)).text("session", "id")
            bench.clock.advance(by: .milliseconds(600_001))
            for path in ["/v1/sessions/\(id)", "/v1/sessions?except=current", "/v1/sessions"] {
                let answer = try await client.send(.delete, path, token: token)
                #expect(answer.status == .forbidden, "\(path)")
                #expect(try answer.text("code") == "reauthentication-required", "\(path)")
            }
            #expect(try await client.send(.get, "/v1/session", token: other).status == .ok)
            #expect(try await client.send(.delete, "/v1/sessions/\(id)", token: other).status == .noContent)
        }
    }

    @Test("a misspelled query ends no session")
    func misspelledQuery() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            #expect(try await client.send(.delete, "/v1/sessions?except=this", token: token).status == .badRequest)
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)
        }
    }

    @Test("reauthentication returns a new token and invalidates the old one")
    func reauthentication() async throws {
        try await ServerBench().run { client in
            let old = try await client.register()
            let answer = try await client.send(
                .post, "/v1/session/reauthentication", token: old, json: ["password": .string(ServerBench.password)])
            #expect(answer.status == .ok)
            #expect(try await client.send(.get, "/v1/session", token: old).status == .unauthorized)
            #expect(try await client.send(.get, "/v1/session", token: try answer.text("session", "token")).status == .ok)
        }
    }

    @Test("a wrong password at reauthentication is rejected with 401 and changes nothing")
    func wrongReauthentication() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let answer = try await client.send(
                .post, "/v1/session/reauthentication", token: token, json: ["password": "not it at all 11"])
            #expect(answer.code == "invalid-credentials")
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)
        }
    }
}
