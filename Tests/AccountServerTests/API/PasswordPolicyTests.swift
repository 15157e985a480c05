import Accounts
import HTTPTypes
import JSONText
import Logging
import TestStores
import Testing

@testable import AccountServer

@Suite("The same password rules on pages, in the API and in the check")
struct PasswordPolicyTests {
    struct Rules: Sendable, CustomTestStringConvertible {
        let text: String
        let minimum: Int
        let maximum: Int
        /// A password that satisfies the rules, and one that violates a rule, with the code.
        let kept: String
        let broken: [String: String]
        var testDescription: String { text }
    }

    @Test(
        "pages, API and check use the rules of the configuration",
        arguments: [
            Rules(
                text: "allowed: unicode; minlength: 12; maxlength: 1024;", minimum: 12, maximum: 1_024,
                kept: "密碼很長而且很難猜到的一句話", broken: ["velvet-otte": "password-too-short"]),
            Rules(
                text: "required: digit; required: [-!]; allowed: lower; max-consecutive: 2; minlength: 15; maxlength: 64;",
                minimum: 15, maximum: 64, kept: "velvet-otter41harbour",
                broken: [
                    "velvet-otter41": "password-too-short", "velvet-otter-harbour": "password-rules",
                    "velvetotter41harbour": "password-rules", "velvettt-otter41harbour": "password-rules",
                    "Velvet-otter41harbour": "password-rules",
                ]),
            Rules(
                text: "allowed: upper,lower,digit,[<&\"]; minlength: 8; maxlength: 100;", minimum: 8, maximum: 100,
                kept: "qZ7<vN2&kLp\"", broken: ["qZ7<vN2&kLp!": "password-rules", "qZ7<vN2": "password-too-short"]),
        ])
    func together(_ rules: Rules) async throws {
        let requirements = try PasswordRequirements(rules.text)
        let bench = try ServerBench { $0.passwords.rules = requirements }
        try await bench.run { client in
            let policy = try await client.send(.get, "/v1/password-policy")
            #expect(policy.status == .ok)
            #expect(policy.json["rules"]?.string == requirements.text)
            #expect(policy.json["minimumLength"]?.number?.int == rules.minimum)
            #expect(policy.json["maximumLength"]?.number?.int == rules.maximum)

            let password = try await client.send(.get, "/openapi.json").json["components"]?["schemas"]?["NewAccount"]?[
                "properties"]?[
                    "password"]
            #expect(password?["x-passwordrules"]?.string == requirements.text)
            #expect(password?["minLength"]?.number?.int == rules.minimum)
            #expect(password?["maxLength"]?.number?.int == rules.maximum)

            let page = try await client.send(.get, "/sign-up").text
            #expect(page.contains(#"minlength="\#(rules.minimum)""#))
            #expect(Self.attribute("passwordrules", of: page) == requirements.text)

            var browser = Browser(client)
            for (password, code) in rules.broken {
                let answer = try await client.send(
                    .post, "/v1/accounts", json: ["username": "anna.k", "password": .string(password)])
                #expect(answer.status == .unprocessableContent)
                #expect(answer.code == code)
                #expect(!answer.text.contains(password))
                let page = try await browser.signUp("anna.k", password: password)
                #expect(page.status == 422)
                #expect(page.errorCodes == [code])
            }
            #expect(
                try await client.send(.post, "/v1/accounts", json: ["username": "anna.k", "password": .string(rules.kept)]).status
                    == .created)
        }
    }

    @Test("the password change page has the same rules and the same check")
    func changePage() async throws {
        let requirements = try PasswordRequirements("required: digit; allowed: ascii-printable; minlength: 13; maxlength: 64;")
        try await ServerBench { $0.passwords.rules = requirements }.run { client in
            let token = try await client.register()
            let answer = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": "copper-heron meadow"])
            #expect(answer.code == "password-rules")
            #expect(
                answer.json["errors"]?[0]?["message"]?.string
                    == "The password must contain a digit from 0 to 9 (required: digit).")

            var browser = Browser(client)
            try await browser.signUp("bert.k")
            #expect(Self.attribute("passwordrules", of: try await browser.open("/account/password").text) == requirements.text)
        }
    }

    @Test("the policy lists the other checks and is cacheable for minutes")
    func others() async throws {
        try await ServerBench { $0.passwords.minimumScore = 4 }.run { client in
            let answer = try await client.send(.get, "/v1/password-policy")
            #expect(answer.json["minimumScore"]?.number?.int == 4)
            #expect(answer.json["rejectsLeaked"] == false)
            #expect(answer.json["rejectsCommon"] == true)
            #expect(answer.headers[.cacheControl] == "public, max-age=300")
        }
    }

    @Test("API and pages reject a password in the leaked-password folder and accept another")
    func leaked() async throws {
        let folder = try ConfigurationFolder()
        for range in ConfigurationSample.ranges { try folder.write(ConfigurationSample.row, to: range) }
        // The SHA-1 digest of the tests' password, and a range without the other password.
        try folder.write("\(Self.otherSuffix):7\r\n", to: Self.otherRange)
        try folder.write(ConfigurationSample.row, to: Self.range)
        try await ServerBench { $0.passwords.leakedFolder = folder.path }.run { client in
            #expect(try await client.send(.get, "/v1/password-policy").json["rejectsLeaked"] == true)
            let answer = try await client.send(
                .post, "/v1/accounts", json: ["username": "bert.k", "password": .string(ServerBench.otherPassword)])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.code == "password-leaked")
            var browser = Browser(client)
            #expect(try await browser.signUp("bert.k", password: ServerBench.otherPassword).errorCodes == ["password-leaked"])
            _ = try await client.register("bert.k")
            // A failed check is a failure of the server and never accepts the password.
            let unknown = try await client.send(
                .post, "/v1/accounts", json: ["username": "carla.k", "password": "brass-plover 93 orchard"])
            #expect(unknown.status == .internalServerError)
        }
    }

    @Test("rules that iOS ignores are logged at the start, and other rules are not")
    func warnings() throws {
        for (text, warnings) in [("allowed: digit; minlength: 12; maxlength: 64;", 1), ("minlength: 12; maxlength: 64;", 0)] {
            let log = Log()
            var configuration = try ServerBench().system.configuration
            configuration.passwords.rules = try PasswordRequirements(text)
            configuration.ownsListener = false
            _ = try AccountSystem(configuration: configuration, storage: .forTest(), logger: log.logger)
            let lines = log.lines.filter { $0.level == .warning }
            #expect(lines.count == warnings)
            #expect(lines.allSatisfy { $0.text.contains("code=ios-ignores-few-classes key=passwords.rules") })
            // The warnings in the log are those of `config check`.
            #expect(ConfigurationWarning.all(of: configuration).count == warnings)
        }
    }

    private static func attribute(_ name: String, of page: String) -> String? {
        guard let start = page.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
        let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&amp;", "&")]
        return references.reduce(String(page[start...].prefix { $0 != "\"" })) { $0.replacing($1.0, with: $1.1) }
    }

    // The ranges of `ServerBench.password` and of `ServerBench.otherPassword`.
    private static let range = "E0F28"
    private static let otherRange = "329ED"
    private static let otherSuffix = "69E3DAD298E601FFB9F5BD59261717684EB"
}

@Suite("Context words in passwords")
struct ContextWordTests {
    @Test(
        "a password with the site's name, a label of its host or a configured word is rejected",
        arguments: ["velvet-otter 41 Harbourside", "velvet-otter 41 accounts", "velvet-otter 41 foundry"])
    func rejected(password: String) async throws {
        let bench = try ServerBench {
            $0.site.name = "Harbourside"
            $0.passwords.contextWords = ["foundry"]
        }
        try await bench.run { client in
            let body: JSONValue = ["username": "anna.k", "password": .string(password)]
            let answer = try await client.send(.post, "/v1/accounts", json: body)
            #expect(answer.status != .created && answer.text.contains("password-contains-context-word"))
        }
        try await ServerBench(origin: "https://login.example.net").run { client in
            _ = try await client.register(password: password)
        }
    }
}
