import Crypto
import FoundationEssentials
import HTTPTypes
import JSONText
import Secrets
import TestKit
import Testing

@testable import AccountServer

@Suite("Second factors over the API", .tags(.everyStore))
struct SecondFactorAPITests {
    @Test("the right password gets a challenge, and a code opens the session")
    func signIn() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let authenticator = try await client.turnOn(try await client.register(), bench.clock)
            #expect(authenticator.recoveryCodes.count == 10)
            bench.clock.advance(by: .seconds(60))
            let asked = try await client.signIn()
            #expect(asked.status == .unauthorized)
            #expect(asked.code == "additional_authentication_required")
            #expect(asked.headers[.wwwAuthenticate] != nil)
            #expect(asked.json["methods"]?.array == ["totp", "recovery-code"])
            #expect(asked.json["session"] == nil)
            let challenge = try asked.text("challenge")

            let wrong = try await client.answer(challenge, [("totp", "000000")])
            #expect(wrong.status == .unauthorized)
            #expect(wrong.code == "factor-rejected")
            let code = try authenticator.code(bench.clock)
            let opened = try await client.answer(challenge, [("totp", .string(code)), ("deviceName", "Phone")])
            #expect(opened.status == .created)
            let token = try opened.text("session", "token")
            let session = try await client.send(.get, "/v1/session", token: token)
            #expect(session.json["session"]?["assurance"] == "two-factors")
            #expect(session.json["session"]?["deviceName"] == "Phone")
            #expect(session.json["account"]?["secondFactorSince"]?.string != nil)
            #expect(try await client.answer(challenge, [("totp", .string(code))]).code == "challenge-rejected")
        }
    }

    @Test("a device key signs the challenge's 32 bytes")
    func deviceKey() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            let key = P256.Signing.PrivateKey()
            let publicKey = Base64URL.encode(Array(key.publicKey.x963Representation))
            let added = try await client.send(
                .post, "/v1/account/device-keys", token: token,
                json: ["publicKey": .string(publicKey), "name": "Anna's phone"])
            #expect(added.status == .created)
            #expect(added.json["recoveryCodes"]?.array?.count == 10)
            let id = try added.text("deviceKey", "id")

            let asked = try await client.signIn()
            #expect(asked.json["methods"]?.array == ["device-key", "recovery-code"])
            #expect(asked.json["deviceKeys"]?.array == [.string(id)])
            let challenge = try asked.text("challenge")
            let message = try #require(Base64URL.decode(challenge))
            let signature = Base64URL.encode(Array(try key.signature(for: message).derRepresentation))
            let opened = try await client.answer(
                challenge, [("deviceKey", .string(id)), ("signature", .string(signature))])
            #expect(opened.status == .created)

            let session = try opened.text("session", "token")
            let listed = try await client.send(.get, "/v1/account/device-keys", token: session)
            #expect(listed.json["deviceKeys"]?.array?.first?["publicKey"] == .string(publicKey))
            #expect(listed.json["deviceKeys"]?.array?.first?["name"] == "Anna's phone")
            let removed = try await client.send(.delete, "/v1/account/device-keys/\(id)", token: session)
            #expect(removed.status == .noContent)
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("a session with one factor must show the second before a sensitive operation, and gets a new token")
    func stepUp() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            let old = try (try await client.signIn()).text("session", "token")
            let authenticator = try await client.turnOn(token, bench.clock)
            bench.clock.advance(by: .seconds(60))
            let asked = try await client.send(.delete, "/v1/account", token: old)
            #expect(asked.status == .unauthorized)
            #expect(asked.code == "additional_authentication_required")
            let challenge = try asked.text("challenge")
            let code: JSONValue = .string(try authenticator.code(bench.clock))
            #expect(try await client.answer(challenge, [("totp", code)]).code == "challenge-rejected")
            let stepped = try await client.answer(challenge, [("totp", code)], token: old)
            #expect(stepped.status == .ok)
            let new = try stepped.text("session", "token")
            #expect(try await client.send(.get, "/v1/session", token: old).status == .unauthorized)
            #expect(try await client.send(.delete, "/v1/account", token: new).status == .noContent)
        }
    }

    @Test("a session with a second factor can request a challenge")
    func asking() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            #expect(try await client.send(.post, "/v1/session/factor-challenge", token: token).status == .notFound)
            let authenticator = try await client.turnOn(token, bench.clock)
            let challenge = try await client.send(.post, "/v1/session/factor-challenge", token: authenticator.token)
            #expect(challenge.status == .created)
            let answer = try await client.answer(
                try challenge.text("challenge"), [("recoveryCode", .string(authenticator.recoveryCodes[0]))],
                token: authenticator.token)
            #expect(answer.status == .ok)
        }
    }

    @Test("access tokens state the assurance level")
    func accessToken() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            func level(_ token: String) async throws -> String? {
                let issued = try await client.send(.post, "/v1/session/access-token", token: token)
                let parts = try issued.text("accessToken").split(separator: ".")
                return try JSONText.parse(try #require(Base64URL.decode(String(parts[1])))).root.value["acr"]?.string
            }
            #expect(try await level(token) == "urn:latchkey:acr:one-factor")
            let authenticator = try await client.turnOn(token, bench.clock)
            #expect(try await level(authenticator.token) == "urn:latchkey:acr:two-factors")
        }
    }

    @Test(
        "an answer must have exactly one factor",
        arguments: [
            #"{"challenge":"C"}"#, #"{"challenge":"C","totp":"1","recoveryCode":"a"}"#, #"{"challenge":"C","signature":"aaaa"}"#,
            #"{"challenge":"C","deviceKey":"x","signature":"aaaa"}"#,
            #"{"challenge":"C","deviceKey":"5d9d5a5e-7a1c-4c1e-9d6f-0123456789ab","signature":"a a"}"#,
        ])
    func oneFactor(_ template: String) async throws {
        try await ServerBench().run { client in
            let challenge = OpaqueToken(random: PredictableRandomBytes(seed: 5)).reveal()
            let body = Array(template.replacing(#""C""#, with: "\"\(challenge)\"").utf8)
            let answer = try await client.send(
                .post, "/v1/sessions/factor", body: body, headers: [.contentType: "application/json"])
            #expect(answer.status == .badRequest)
            #expect(answer.code == "invalid-fields")
        }
    }

    @Test("the eleventh wrong answer in a session ends it, and another session of the account stays active")
    func wrongInSession() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let stolen = try await client.register()
            let authenticator = try await client.turnOn(try await client.signIn().text("session", "token"), bench.clock)
            for attempt in 0...10 {
                let asked = try await client.send(.post, "/v1/session/factor-challenge", token: stolen)
                let wrong = try await client.answer(try asked.text("challenge"), [("totp", "000000")], token: stolen)
                #expect(wrong.status == .unauthorized)
                #expect(wrong.code == (attempt < 10 ? "factor-rejected" : "session-expired"))
            }
            #expect(try await client.send(.get, "/v1/session", token: stolen).status == .unauthorized)
            bench.clock.advance(by: .seconds(60))
            let asked = try await client.send(.post, "/v1/session/factor-challenge", token: authenticator.token)
            let code: JSONValue = .string(try authenticator.code(bench.clock))
            let shown = try await client.answer(try asked.text("challenge"), [("totp", code)], token: authenticator.token)
            #expect(shown.status == .ok)
        }
    }

    @Test("five wrong answers end a challenge")
    func fiveAnswers() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let authenticator = try await client.turnOn(try await client.register(), bench.clock)
            bench.clock.advance(by: .seconds(60))
            let challenge = try (try await client.signIn()).text("challenge")
            for _ in 0..<5 {
                #expect(try await client.answer(challenge, [("totp", "000000")]).code == "factor-rejected")
            }
            let code = try authenticator.code(bench.clock)
            #expect(try await client.answer(challenge, [("totp", .string(code))]).code == "challenge-rejected")
        }
    }

    @Test("of 64 concurrent answers, one opens a session")
    func race() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let authenticator = try await client.turnOn(try await client.register(), bench.clock)
            bench.clock.advance(by: .seconds(60))
            let challenge = try (try await client.signIn()).text("challenge")
            let code = try authenticator.code(bench.clock)
            let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 {
                    group.addTask { try await client.answer(challenge, [("totp", .string(code))]).status == .created }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(opened == 1)
        }
    }

    @Test("settings change with recent authentication only, and a missing factor has a separate response")
    func settings() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            #expect(try await client.send(.delete, "/v1/account/totp", token: token).status == .notFound)
            #expect(try await client.send(.post, "/v1/account/recovery-codes", token: token).status == .conflict)
            let none = try await client.send(.get, "/v1/account/factors", token: token)
            #expect(none.json == ["totp": false, "recoveryCodes": 0, "deviceKeys": []])
            bench.clock.advance(by: .seconds(601))
            for path in ["/v1/account/totp", "/v1/account/recovery-codes"] {
                #expect(try await client.send(.post, path, token: token).code == "reauthentication-required")
            }
            let again = try await client.send(
                .post, "/v1/session/reauthentication", token: token, json: ["password": .string(ServerBench.password)])
            let authenticator = try await client.turnOn(try again.text("session", "token"), bench.clock)
            #expect(try await client.send(.post, "/v1/account/totp", token: authenticator.token).status == .conflict)
            let codes = try await client.send(.post, "/v1/account/recovery-codes", token: authenticator.token)
            #expect(codes.status == .created)
            #expect(codes.json["recoveryCodes"]?.array?.count == 10)
            #expect(try await client.send(.delete, "/v1/account/totp", token: authenticator.token).status == .noContent)
            let wrongKey = try await client.send(
                .post, "/v1/account/device-keys", token: authenticator.token, json: ["publicKey": "BAAA", "name": "x"])
            #expect(wrongKey.code == "invalid-fields")
        }
    }
}
