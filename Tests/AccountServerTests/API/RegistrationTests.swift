import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Creating an account over the API", .tags(.everyStore))
struct RegistrationTests {
    @Test("a new account is signed in, and its token opens the session")
    func newAccountIsSignedIn() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(
                .post, "/v1/accounts",
                json: ["username": "Anna.K", "password": .string(ServerBench.password), "deviceName": "Anna's phone"])
            #expect(answer.status == .created)
            #expect(answer.headers[.location] == "/v1/account")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(try answer.text("account", "username") == "Anna.K")
            #expect(try answer.text("session", "expiresAt") == "2027-01-29T08:00:00.000Z")
            #expect(try answer.text("device", "token").count == 43)

            let session = try await client.send(.get, "/v1/session", token: try answer.text("session", "token"))
            #expect(session.status == .ok)
            #expect(try session.text("session", "deviceName") == "Anna's phone")
            #expect(try session.text("account", "id") == answer.text("account", "id"))
        }
    }

    struct Rejected: Sendable, CustomTestStringConvertible {
        let name: String
        let password: String
        let code: String
        let pointer: String
        var testDescription: String { code }
    }

    @Test(
        "a rejected registration has a reason and a position",
        arguments: [
            Rejected(name: "ab", password: ServerBench.password, code: "username-too-short", pointer: "/username"),
            Rejected(name: "root", password: ServerBench.password, code: "username-reserved", pointer: "/username"),
            Rejected(name: "a b c", password: ServerBench.password, code: "username-character-not-allowed", pointer: "/username"),
            Rejected(name: "anna@", password: ServerBench.password, code: "username-malformed-address", pointer: "/username"),
            Rejected(name: "anna.k", password: "sh0rt", code: "password-too-short", pointer: "/password"),
            Rejected(name: "anna.k", password: "password1234", code: "password-common", pointer: "/password"),
            Rejected(name: "anna.k", password: "my anna.k is here 77", code: "password-contains-user-name", pointer: "/password"),
            Rejected(name: "anna.k", password: "aaaaaaaabbbbbbbb", code: "password-weak", pointer: "/password"),
        ])
    func rejections(_ rejected: Rejected) async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(
                .post, "/v1/accounts", json: ["username": .string(rejected.name), "password": .string(rejected.password)])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.code == rejected.code)
            #expect(answer.json["errors"]?[0]?["pointer"]?.string == rejected.pointer)
            #expect(answer.json["errors"]?[0]?["code"]?.string == rejected.code)
            #expect(!answer.text.contains(rejected.password))
        }
    }

    @Test("all reasons are reported at once")
    func everythingAtOnce() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.post, "/v1/accounts", json: ["username": "ab", "password": "short"])
            #expect(
                answer.json["errors"]?.array?.compactMap { $0["code"]?.string } == ["username-too-short", "password-too-short"])
        }
    }

    @Test("a taken user name is rejected with 409 in every spelling")
    func takenName() async throws {
        try await ServerBench().run { client in
            _ = try await client.register("anna.k")
            let answer = try await client.send(
                .post, "/v1/accounts", json: ["username": "ＡＮＮＡ.K", "password": .string(ServerBench.otherPassword)])
            #expect(answer.status == .conflict)
            #expect(answer.code == "username-taken")
        }
    }

    @Test("unknown members are rejected with their position, and no account is created")
    func unknownMembers() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(
                .post, "/v1/accounts",
                json: ["username": "anna.k", "password": .string(ServerBench.password), "admin": true])
            #expect(answer.status == .badRequest)
            #expect(answer.json["errors"]?[0]?["pointer"]?.string == "/admin")
            #expect(try await client.signIn().status == .unauthorized)
        }
    }

    @Test("registrations beyond the budget of an address are rejected with 429 and a time to wait")
    func throttled() async throws {
        try await ServerBench().run { client in
            var statuses: [Int] = []
            for index in 0...20 {
                let answer = try await client.send(
                    .post, "/v1/accounts",
                    json: ["username": .string("anna\(index)"), "password": .string(ServerBench.password)])
                statuses.append(answer.status.code)
                if answer.status == .tooManyRequests { #expect(answer.headers[.retryAfter] == "180") }
            }
            #expect(statuses == Array(repeating: 201, count: 20) + [429])
        }
    }
}
