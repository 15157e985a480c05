import Accounts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONText
import OneTimeCodes
import Secrets
import TestStores
import Testing

@testable import AccountServer

@Suite("A second factor that the operator requires")
struct RequiredFactorTests {
    private static func bench(everybody: Bool = true) throws -> ServerBench {
        try ServerBench { $0.secondFactorRequirement.coversEverybody = everybody }
    }

    @Test("without a second factor, a session can only set one up, reauthenticate and sign out")
    func enrolmentOnly() async throws {
        let bench = try Self.bench()
        try await bench.run { client in
            let token = try await client.register()
            let rejected: [(HTTPRequest.Method, String, JSONValue?)] = [
                (.patch, "/v1/account", ["username": "berta.k"]), (.delete, "/v1/account", nil), (.get, "/v1/account/events", nil),
                (.get, "/v1/sessions", nil), (.delete, "/v1/sessions", nil), (.post, "/v1/session/access-token", nil),
                (
                    .put, "/v1/account/password",
                    ["currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.otherPassword)]
                ),
            ]
            for (method, path, body) in rejected {
                let answer = try await client.send(method, path, token: token, json: body)
                #expect(answer.status == .forbidden && answer.code == "second-factor-enrolment-required", "\(method) \(path)")
            }
            for path in ["/v1/session", "/v1/account", "/v1/account/factors", "/v1/account/device-keys"] {
                #expect(try await client.send(.get, path, token: token).status == .ok, "\(path)")
            }
            let shown = try await client.send(
                .post, "/v1/session/reauthentication", token: token, json: ["password": .string(ServerBench.password)])
            let authenticator = try await client.turnOn(try shown.text("session", "token"), bench.clock)
            #expect(try await client.send(.get, "/v1/sessions", token: authenticator.token).status == .ok)
            #expect(try await client.send(.post, "/v1/session/access-token", token: authenticator.token).status == .ok)
        }
    }

    @Test(
        "an upgrade with the password is rejected for the same reasons as one with a session, and a wrong password as usual",
        arguments: ["password", "password/confirmation", "apple"])
    func upgrade(path: String) async throws {
        let path = "/v1/account/upgrade/\(path)"
        let bench = try ServerBench(apple: FakeAppleService()) { $0.secondFactorRequirement.coversEverybody = true }
        try await bench.run { client in
            let token = try await client.register()
            func body(_ password: String?) -> JSONValue {
                var members: [(String, JSONValue)] = [("key", "5d9d5a5e-7a1c-4c1e-9d6f-0123456789ab")]
                if path.hasSuffix("/password") { members.append(("newPassword", .string(ServerBench.otherPassword))) }
                if let password { members += [("username", "anna.k"), ("currentPassword", .string(password))] }
                return .object(JSONObject(members))
            }
            for answer in [
                try await client.send(.post, path, json: body(ServerBench.password)),
                try await client.send(.post, path, token: token, json: body(nil)),
            ] {
                #expect(answer.status == .forbidden && answer.code == "second-factor-enrolment-required")
            }
            #expect(try await client.send(.post, path, json: body("not it at all 11")).code == "invalid-credentials")
            #expect(try await client.signIn().status == .created)

            let authenticator = try await client.turnOn(token, bench.clock)
            bench.clock.advance(by: .seconds(60))
            let asked = try await client.send(.post, path, json: body(ServerBench.password))
            // A confirmation grants nothing; it only ends the former password.
            #expect(asked.code == (path.hasSuffix("/confirmation") ? "conflict" : "additional_authentication_required"))
            let own = try await client.send(.post, path, token: authenticator.token, json: body(nil))
            #expect(own.status == (path.hasSuffix("/confirmation") ? .conflict : .ok))
        }
    }

    @Test("sign-in and sign-out succeed")
    func signIn() async throws {
        try await Self.bench().run { client in
            _ = try await client.register()
            let token = try await client.signIn().text("session", "token")
            #expect(try await client.send(.delete, "/v1/session", token: token).status == .noContent)
        }
    }

    @Test("only the listed accounts require a second factor unless all do")
    func listed() async throws {
        let storage = try AccountStorage.forTest()
        let open = try ServerBench(storage: storage)
        try await open.run { client in
            let token = try await client.register("anna.k")
            let other = try await client.register("bert.k")
            let id = try (try await client.send(.get, "/v1/account", token: token)).text("account", "id")
            let listing = try ServerBench(storage: storage) {
                $0.secondFactorRequirement.accounts = [try #require(AccountID(id))]
            }
            try await listing.run { client in
                let ofListed = try await client.send(.get, "/v1/sessions", token: token)
                let ofOther = try await client.send(.get, "/v1/sessions", token: other)
                #expect(ofListed.code == "second-factor-enrolment-required")
                #expect(ofOther.status == .ok)
            }
        }
    }

    @Test("the pages redirect to the set-up, and to the account after it")
    func pages() async throws {
        let bench = try Self.bench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            for path in ["/account", "/account/password", "/account/time-zone", "/account/delete"] {
                let page = try await browser.open(path)
                #expect(page.path == "/account/second-factors?notice=required", "\(path)")
                #expect(page.text.contains("This account requires two-factor authentication."))
            }
            let settings = try await browser.open("/account/second-factors")
            let page = try await browser.submit(settings, to: "/account/second-factors/authenticator/begin")
            #expect(page.path == "/account/second-factors/authenticator")
            let shown = try #require(page.text.firstMatch(of: /<p class="secret"><code>([A-Z2-7 ]+)<\/code>/))
            let key = try #require(OneTimePasswordKey(try Base32.decodeTyped(String(shown.1))))
            let totp = try #require(HOTP(key).flatMap { TOTP($0) })
            let moment = Date(timeIntervalSince1970: Double(bench.clock.now.milliseconds) / 1_000)
            let code = try #require(totp.password(at: moment))
            _ = try await browser.submit(page, to: "/account/second-factors/authenticator", ["code": code])
            #expect(try await browser.open("/account").path == "/account")
        }
    }

    @Test("the guard of an application that mounts the server rejects an account without a second factor")
    func mounted() async throws {
        let bench = try Self.bench()
        try await NotesApplication(latchkey: Latchkey(system: bench.system)).application().test(.router) { client in
            let client = ServerClient(client: client)
            let token = try await client.register()
            #expect(try await client.send(.get, "/notes", token: token).code == "second-factor-enrolment-required")
            let authenticator = try await client.turnOn(token, bench.clock)
            #expect(try await client.send(.get, "/notes", token: authenticator.token).status == .ok)
        }
    }
}
