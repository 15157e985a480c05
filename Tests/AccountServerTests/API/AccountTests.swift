import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("The account over the API", .tags(.everyStore))
struct AccountTests {
    @Test("a password is changed with the current one; other sessions end and this one gets a new token")
    func changePassword() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let other = try (try await client.signIn()).text("session", "token")
            let answer = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.otherPassword)])
            #expect(answer.status == .ok)
            #expect(try await client.send(.get, "/v1/session", token: other).status == .unauthorized)
            #expect(try await client.send(.get, "/v1/session", token: token).status == .unauthorized)
            #expect(try await client.send(.get, "/v1/session", token: try answer.text("session", "token")).status == .ok)
            #expect(try await client.signIn().status == .unauthorized)
            #expect(try await client.signIn(password: ServerBench.otherPassword).status == .created)
        }
    }

    @Test("the response to a password change lists the remaining credentials, in the form that their removal uses")
    func alsoSignsIn() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let change: @Sendable (String, String, String) async throws -> ServerAnswer = { token, current, new in
                try await client.send(
                    .put, "/v1/account/password", token: token,
                    json: ["currentPassword": .string(current), "newPassword": .string(new)])
            }
            let alone = try await change(
                try await client.register(), ServerBench.password, ServerBench.otherPassword)
            #expect(
                alone.json["alsoSignsIn"]
                    == ["apple": [], "passkeys": [], "secondFactors": ["totp": false, "recoveryCodes": 0, "deviceKeys": []]])

            let owner = try await client.turnOn(try alone.text("session", "token"), bench.clock)
            let changed = try await change(owner.token, ServerBench.otherPassword, ServerBench.password)
            let token = try changed.text("session", "token")
            #expect(changed.json["alsoSignsIn"]?["secondFactors"]?["totp"] == true)
            #expect(changed.json["alsoSignsIn"]?["secondFactors"]?["recoveryCodes"] == .integer(owner.recoveryCodes.count))
            #expect(try await client.send(.delete, "/v1/account/totp", token: token).status == .noContent)
        }
    }

    @Test("a change without the current password is rejected with 400, also in a session that has just shown it")
    func changeWithoutCurrentPassword() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let answer = try await client.send(
                .put, "/v1/account/password", token: token, json: ["newPassword": .string(ServerBench.otherPassword)])
            #expect(answer.status == .badRequest)
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("a rejected new password has its reason at its member")
    func rejectedNewPassword() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let answer = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.password)])
            #expect(answer.code == "password-unchanged")
            #expect(answer.json["errors"]?[0]?["pointer"]?.string == "/newPassword")
        }
    }

    @Test("deletion requires recent authentication and removes all sessions and the user name")
    func deletion() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            let other = try (try await client.signIn()).text("session", "token")
            bench.clock.advance(by: .seconds(601))
            let early = try await client.send(.delete, "/v1/account", token: token)
            #expect(early.code == "reauthentication-required")

            let renewed = try await client.send(
                .post, "/v1/session/reauthentication", token: token, json: ["password": .string(ServerBench.password)])
            let fresh = try renewed.text("session", "token")
            #expect(try await client.send(.delete, "/v1/account", token: fresh).status == .noContent)
            for dead in [fresh, other] { #expect(try await client.send(.get, "/v1/session", token: dead).status == .unauthorized) }
            #expect(try await client.signIn().status == .unauthorized)
            _ = try await client.register()
        }
    }

    @Test("the user name changes, and the old one is free again")
    func rename() async throws {
        try await ServerBench().run { client in
            let token = try await client.register("anna.k")
            let answer = try await client.send(.patch, "/v1/account", token: token, json: ["username": "Anna Kay".underscored])
            #expect(try answer.text("account", "username") == "Anna_Kay")
            #expect(try await client.signIn("anna_kay").status == .created)
            _ = try await client.register("anna.k")
            let taken = try await client.send(.patch, "/v1/account", token: token, json: ["username": "anna.k"])
            #expect(taken.code == "username-taken")
        }
    }

    @Test("the language changes without recent authentication, and one that is not offered is rejected")
    func language() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register("anna.k")
            bench.clock.advance(by: .seconds(601))
            let answer = try await client.send(.patch, "/v1/account", token: token, json: ["language": "zh-Hant"])
            #expect(answer.status == .ok)
            #expect(try answer.text("account", "language") == "zh-Hant")
            for language in ["zh", "EN", "nl", "en-XA", ""] {
                let answer = try await client.send(.patch, "/v1/account", token: token, json: ["language": .string(language)])
                #expect(answer.status == .unprocessableContent && answer.code == "language-not-offered", "\(language)")
                #expect(answer.json["errors"]?[0]?["pointer"]?.string == "/language")
            }
            #expect(try await client.send(.get, "/v1/account", token: token).text("account", "language") == "zh-Hant")
        }
    }

    @Test("the time zone changes without recent authentication, null removes it, and an unknown one is rejected")
    func timeZone() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register("anna.k")
            #expect(try await client.send(.get, "/v1/account", token: token).json["account"]?["timeZone"] == .null)
            bench.clock.advance(by: .seconds(601))
            for zone in ["Asia/Kolkata", "UTC", "Europe/Vienna"] {
                let answer = try await client.send(.patch, "/v1/account", token: token, json: ["timeZone": .string(zone)])
                #expect(answer.status == .ok)
                #expect(try answer.text("account", "timeZone") == zone)
            }
            for zone in ["Mars/Olympus", "Vienna", "Europe/Vienna ", "GMT+5", "", String(repeating: "A", count: 65)] {
                let answer = try await client.send(.patch, "/v1/account", token: token, json: ["timeZone": .string(zone)])
                #expect(answer.status == .unprocessableContent && answer.code == "time-zone-unknown", "\(zone)")
                #expect(answer.json["errors"]?[0]?["pointer"]?.string == "/timeZone")
            }
            let number = try await client.send(.patch, "/v1/account", token: token, json: ["timeZone": 1])
            #expect(number.status == .badRequest)
            // Another change leaves the zone as it is.
            _ = try await client.send(.patch, "/v1/account", token: token, json: ["language": "de"])
            #expect(try await client.send(.get, "/v1/account", token: token).text("account", "timeZone") == "Europe/Vienna")
            let removed = try await client.send(.patch, "/v1/account", token: token, json: ["timeZone": .null])
            #expect(removed.status == .ok && removed.json["account"]?["timeZone"] == .null)
            #expect(try await client.send(.get, "/v1/account", token: token).json["account"]?["timeZone"] == .null)
        }
    }

    @Test("a change of the language and the time zone is one of both, or of neither")
    func settings() async throws {
        try await ServerBench().run { client in
            let token = try await client.register("anna.k")
            let both = try await client.send(
                .patch, "/v1/account", token: token, json: ["language": "ko", "timeZone": "Asia/Seoul"])
            #expect(try both.text("account", "language") == "ko" && both.text("account", "timeZone") == "Asia/Seoul")
            for body: JSONValue in [
                ["language": "nl", "timeZone": "Asia/Tokyo"], ["language": "ja", "timeZone": "Asia/Nowhere"],
                ["username": "anna", "timeZone": "Asia/Nowhere"],
            ] {
                #expect(try await client.send(.patch, "/v1/account", token: token, json: body).status == .unprocessableContent)
            }
            let account = try await client.send(.get, "/v1/account", token: token)
            #expect(try account.text("account", "language") == "ko" && account.text("account", "timeZone") == "Asia/Seoul")
            #expect(try account.text("account", "username") == "anna.k")
        }
    }

    @Test("a change of the name and the language is one of both, or of neither")
    func both() async throws {
        try await ServerBench().run { client in
            let token = try await client.register("anna.k")
            let both = try await client.send(.patch, "/v1/account", token: token, json: ["username": "anna", "language": "ko"])
            #expect(try both.text("account", "username") == "anna" && both.text("account", "language") == "ko")
            _ = try await client.register("berta")
            for body: JSONValue in [["username": "berta", "language": "ja"], ["username": "clara", "language": "nl"]] {
                #expect(try await client.send(.patch, "/v1/account", token: token, json: body).status.code >= 400)
            }
            let neither = try await client.send(.patch, "/v1/account", token: token, json: [:])
            #expect(neither.status == .badRequest && neither.code == "invalid-fields")
            let account = try await client.send(.get, "/v1/account", token: token)
            #expect(try account.text("account", "username") == "anna" && account.text("account", "language") == "ko")
        }
    }

    @Test("events are listed newest first, page by page, without gaps or repetitions")
    func events() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            for _ in 0..<4 {
                bench.clock.advance(by: .seconds(1))
                _ = try await client.signIn()
            }
            var seen: [String] = []
            var path = "/v1/account/events?limit=2"
            for _ in 0..<4 {
                let page = try await client.send(.get, path, token: token)
                seen += page.json["events"]?.array?.compactMap { $0["kind"]?.string } ?? []
                guard let next = page.json["next"]?.string else { break }
                path = "/v1/account/events?limit=2&before=\(next)"
            }
            #expect(seen == ["signed-in", "signed-in", "signed-in", "signed-in", "account-created"])
        }
    }

    @Test("an invalid limit is rejected", arguments: ["0", "101", "-1", "05", "x", ""])
    func eventLimit(_ limit: String) async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let answer = try await client.send(.get, "/v1/account/events?limit=\(limit)", token: token)
            #expect(answer.status == .badRequest)
            #expect(answer.json["errors"]?[0]?["parameter"]?.string == "limit")
        }
    }
}

extension String {
    fileprivate var underscored: JSONValue { .string(replacing(" ", with: "_")) }
}
