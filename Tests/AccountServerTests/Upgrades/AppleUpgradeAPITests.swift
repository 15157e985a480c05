import Accounts
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Conversion to Sign in with Apple over the API, with verification of the code")
struct AppleUpgradeAPITests {
    private static let key = "5d9d5a5e-7a1c-4c1e-9d6f-0123456789ab"
    private let path = "/v1/account/upgrade/apple"

    private func body(
        password: String? = ServerBench.password, nonce: String? = nil, key: String = key, code: String = "good-code",
        replacing replaced: String? = nil
    ) -> JSONValue {
        var members: [(String, JSONValue)] = [("key", .string(key))]
        if let password { members += [("username", "anna.k"), ("currentPassword", .string(password))] }
        if let nonce { members += [("nonce", .string(nonce)), ("authorizationCode", .string(code))] }
        if let replaced { members.append(("replacedAccount", .string(replaced))) }
        return .object(JSONObject(members))
    }

    @Test("an upgrade that cannot succeed sends no request to Apple and uses no code")
    func asksLast() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple, verification: .authorizationCode).run { client in
            _ = try await client.register()
            let nonce = try await client.send(.post, path, json: body()).text("upgrade", "nonce")
            _ = try apple.signIn(nonce: nonce)
            let wrong = try await client.send(.post, path, json: body(password: "not it at all 11", nonce: nonce))
            #expect(wrong.code == "invalid-credentials")
            let foreign = try await client.challenge()
            #expect(try await client.send(.post, path, json: body(nonce: foreign)).code == "challenge-rejected")
            let other = "5d9d5a5e-7a1c-4c1e-9d6f-ba9876543210"
            #expect(try await client.send(.post, path, json: body(nonce: nonce, key: other)).code == "challenge-rejected")
            #expect(try await client.send(.post, path, json: body(nonce: "none")).code == "challenge-rejected")
            #expect(apple.questions == 0)
            let done = try await client.send(.post, path, json: body(nonce: nonce))
            #expect(try done.text("upgrade", "status") == "converted")
            #expect(apple.questions == 1)
        }
    }

    @Test("a new code with the identifier of the other account moves its Apple identity, and deletes that account")
    func replacement() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple, verification: .authorizationCode).run { client in
            let first = try await client.challenge()
            _ = try apple.signIn(nonce: first, code: "first-code")
            let other = try await client.send(
                .post, "/v1/sessions/apple", json: ["authorizationCode": "first-code", "nonce": .string(first)])
            #expect(other.status == .created)
            _ = try await client.register()
            func convert(_ code: String, replacing replaced: String? = nil) async throws -> ServerAnswer {
                let nonce = try await client.send(.post, path, json: body()).text("upgrade", "nonce")
                _ = try apple.signIn(nonce: nonce, code: code)
                return try await client.send(.post, path, json: body(nonce: nonce, code: code, replacing: replaced))
            }
            let taken = try await convert("second-code")
            #expect(taken.status == .conflict && taken.code == "apple-identity-taken")
            let id = try taken.text("replaceableAccount", "id")
            #expect(try id == other.text("account", "id"))
            #expect(try await client.send(.post, path, json: body(replacing: id)).status == .badRequest, "only with a credential")
            #expect(try await convert("third-code", replacing: Self.key).code == "apple-identity-taken")
            #expect(try await convert("fourth-code", replacing: id).text("upgrade", "status") == "converted")
            let session = try await client.send(.get, "/v1/session", token: try other.text("session", "token"))
            #expect(session.status == .unauthorized)
        }
    }

    @Test("after the conversion, the password does not authorize a repeat; a session opened with Apple does, and uses no code")
    func lostAnswer() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple, verification: .authorizationCode).run { client in
            let old = try await client.register()
            let nonce = try await client.send(.post, path, token: old, json: body(password: nil)).text("upgrade", "nonce")
            _ = try apple.signIn(nonce: nonce)
            let done = try await client.send(.post, path, token: old, json: body(password: nil, nonce: nonce))
            let renewed = try done.text("session", "token")
            // The token of the requesting session is now invalid, and so is its password.
            #expect(try await client.send(.post, path, token: old, json: body(password: nil, nonce: nonce)).status == .unauthorized)
            #expect(try await client.send(.post, path, json: body(nonce: nonce)).code == "invalid-credentials")

            let next = try await client.challenge()
            _ = try apple.signIn(nonce: next, code: "next-code")
            let opened = try await client.send(
                .post, "/v1/sessions/apple", json: ["authorizationCode": "next-code", "nonce": .string(next)])
            #expect(opened.status == .ok)
            let questions = apple.questions
            for token in [renewed, try opened.text("session", "token")] {
                let again = try await client.send(.post, path, token: token, json: body(password: nil, nonce: nonce))
                #expect(try again.text("upgrade", "status") == "converted")
                #expect(again.json["session"] == nil)
            }
            #expect(apple.questions == questions)
        }
    }

    @Test("after an upgrade, a conversion by a second device is a conflict before any request to Apple")
    func secondDevice() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            let (one, two) = (try await client.register(), try await client.signIn().text("session", "token"))
            let upgrade: JSONValue = ["key": .string(Self.key), "newPassword": .string(ServerBench.otherPassword)]
            let made = try await client.send(.post, "/v1/account/upgrade/password", token: one, json: upgrade)
            #expect(made.status == .ok)
            #expect(try await client.send(.post, path, token: two, json: body(password: nil)).code == "conflict")
        }
    }
}
