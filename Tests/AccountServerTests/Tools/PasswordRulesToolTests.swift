import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InternetAddresses
import PasswordRules
import TestStores
import Testing

@testable import AccountServer

@Suite("The password rules tool")
struct PasswordRulesToolTests {
    private static let path = "/tools/password-rules"

    private static func post(
        _ client: ServerClient, _ fields: [(name: String, value: String)], headers: HTTPFields = [:]
    ) async throws -> ShownPage {
        var all: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        for field in headers { all[field.name] = field.value }
        let answer = try await client.send(.post, path, body: FormEncoding.encode(fields), headers: all)
        return ShownPage(path: path, answer: answer, redirects: [])
    }

    private static func get(_ client: ServerClient, rules: String) async throws -> ShownPage {
        let query = String(decoding: FormEncoding.encode([(name: "rules", value: rules)]), as: UTF8.self)
        return ShownPage(path: path, answer: try await client.send(.get, "\(path)?\(query)"), redirects: [])
    }

    @Test("it shows the rules of this service, needs no cookie and sets none")
    func begins() async throws {
        let rules = try PasswordRequirements("required: digit; allowed: ascii-printable; minlength: 13; maxlength: 64;")
        try await ServerBench { $0.passwords.rules = rules }.run { client in
            let page = ShownPage(path: Self.path, answer: try await client.send(.get, Self.path), redirects: [])
            #expect(page.status == 200)
            #expect(page.field == rules.text)
            #expect(page.outcome == "Valid. iOS uses these rules.")
            // How many there are depends on the time that they take.
            #expect((1...20).contains(page.samples.count) && page.samples.allSatisfy(rules.rules.isSatisfied))
            #expect(page.answer.headers[.setCookie] == nil)
            #expect(page.answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test("this page may run a script, only from this server, and pages without one may not")
    func policy() async throws {
        try await ServerBench().run { client in
            let own = "; script-src 'self'; connect-src 'self'"
            let page = try await Self.get(client, rules: "minlength: 8")
            #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.page + own)
            #expect(page.answer.headers[.contentSecurityPolicy]?.contains("unsafe") == false)
            for path in ["/signed-out", "/password-link-expired", "/nothing"] {
                let policy = try await client.send(.get, path, headers: [.accept: "text/html"]).headers[.contentSecurityPolicy]
                #expect(policy == ContentSecurityPolicy.page)
            }
            let script = try #require(page.text.firstMatch(of: /<script src="([^"]*)" defer>/)).1
            let answer = try await client.send(.get, String(script))
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        }
    }

    @Test("rules in the URL and in the form are treated the same")
    func alike() async throws {
        let rules = "required: [a-z]; minlength: 0; maxlength: 8"
        try await ServerBench().run { client in
            let linked = try await Self.get(client, rules: rules)
            let sent = try await Self.post(client, [("rules", rules), ("password", ""), ("pattern", "")])
            for page in [linked, sent] {
                #expect(page.field == rules)
                #expect(page.errorCodes == ["misplaced-dash", "zero-ignored", "required-means-anything"])
                #expect(page.outcome == "2 warnings, 1 note. iOS ignores these rules.")
                #expect(
                    page.text.contains(
                        #"required: [a<mark class="warning">-</mark>z]; minlength: <mark class="warning">0</mark>; max"#))
                #expect(page.text.contains("data-honored=\"false\""))
                #expect(page.text.contains("Raise maxlength to 12 or more."))
            }
        }
    }

    @Test(
        "a password is checked rule by rule and is not in the response",
        arguments: ["zq#k ZQ\u{E9}e\u{301}", "zz<zz\"zz'&1", "é"])
    func password(_ password: String) async throws {
        try await ServerBench().run { client in
            let rules = "required: digit; required: lower; allowed: upper; max-consecutive: 1; minlength: 12;"
            let page = try await Self.post(client, [("rules", rules), ("password", password), ("pattern", "")])
            #expect(page.status == 200)
            #expect(page.errorCodes.contains("too-short") && page.errorCodes.contains("not-allowed"))
            #expect(!page.text.contains(password))
            for character in ["zq#", "zz&lt;", "é", "e\u{301}"] { #expect(!page.text.contains(character)) }
            #expect(try page.form(to: Self.path)["password"]?.isEmpty == true)
        }
    }

    @Test("a password in the URL is ignored")
    func passwordInAddress() async throws {
        try await ServerBench().run { client in
            let page = ShownPage(
                path: Self.path, answer: try await client.send(.get, "\(Self.path)?password=secret&rules=minlength:+12"),
                redirects: [])
            #expect(page.status == 200)
            #expect(!page.text.contains("secret") && page.errorCodes.isEmpty)
        }
    }

    @Test("a pattern is converted to rules, or the page explains why not")
    func pattern() async throws {
        try await ServerBench().run { client in
            for (pattern, said) in [
                ("(?=.*\\d).{8,20}", "<code>required: digit; minlength: 8; maxlength: 20;</code>"),
                ("a|b", "There are no equivalent rules."), ("[a", "This bracket is not closed. The error is at byte 1."),
                (String(repeating: "a", count: 5_000), "The pattern has 5000 bytes"),
            ] {
                let page = try await Self.post(client, [("rules", ""), ("password", ""), ("pattern", pattern)])
                #expect(page.status == 200 && page.text.contains(said), "\(pattern.prefix(20))")
                #expect(try page.form(to: Self.path)["pattern"] == pattern)
            }
        }
    }

    struct Hard: Sendable, CustomTestStringConvertible {
        let rules: String
        let said: String
        var testDescription: String { String(rules.prefix(40)) }
    }

    @Test(
        "all rules get a response",
        arguments: [
            Hard(rules: "minlength: 20; maxlength: 10;", said: "minlength is larger than maxlength"),
            Hard(rules: "required: upper; required: lower; maxlength: 1;", said: "need more characters than maxlength"),
            Hard(rules: "allowed: [a]; max-consecutive: 2; minlength: 3;", said: "max-consecutive is smaller than minlength"),
            Hard(rules: "minlength: 9999999999999999999999;", said: "generating them takes too long for this page"),
            Hard(rules: "allowed: digit; max-consecutive: 90; minlength: 250;", said: "generating them takes too long"),
            Hard(rules: "abcdefghijklm".map { "required: [\($0)];" }.joined(), said: "13 distinct required lists"),
            Hard(rules: String(repeating: "required:[a-b-c];", count: 480), said: "And 440 more required lists"),
            Hard(rules: String(repeating: "x", count: 8_193), said: "The rules have 8193 bytes. The maximum is 8192 bytes."),
            Hard(rules: "", said: "No rules."), Hard(rules: "\u{202E}\u{0}\r\n\r;<script>", said: "No rules remain."),
        ])
    func hard(_ hard: Hard) async throws {
        try await ServerBench().run { client in
            let page = try await Self.post(client, [("rules", hard.rules), ("password", "a"), ("pattern", "")])
            #expect(page.status == 200)
            #expect(page.text.contains(hard.said))
            #expect(page.answer.body.count < 200_000)
            #expect(!page.text.contains("<script>"))
        }
    }

    @Test("a form that is not from a page of the server is rejected")
    func malformed() async throws {
        try await ServerBench().run { client async throws in
            #expect(try await Self.post(client, [("password", "a")]).status == 400)
            #expect(try await Self.post(client, [("rules", ""), ("other", "")]).status == 400)
            #expect(try await Self.post(client, [("rules", "")], headers: [.contentType: "text/plain"]).status == 415)
            let large = String(repeating: "a", count: 70_000)
            #expect(try await Self.post(client, [("rules", large)]).status == 413)
        }
    }

    @Test("each address has a budget, and the page says when to retry")
    func throttled() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(60)))
        let proxy = try IPNetwork("127.0.0.1/32")
        let bench = try ServerBench {
            $0.throttles.toolRequestsPerAddress = budget
            $0.trustedProxies = [proxy]
        }
        try await bench.run { client in
            for _ in 0..<2 { #expect(try await Self.get(client, rules: "").status == 200) }
            let rejected = try await Self.post(client, [("rules", "")])
            #expect(rejected.status == 429)
            #expect(rejected.answer.headers[.retryAfter] == "60")
            #expect(rejected.text.contains("Too many attempts"))
            #expect(try await Self.post(client, [("rules", "")], headers: [.xForwardedFor: "192.0.2.1"]).status == 200)
            bench.clock.advance(by: .seconds(60))
            #expect(try await Self.get(client, rules: "").status == 200)
        }
    }

    @Test("if the tool is off, the page and its script do not exist")
    func off() async throws {
        let script = try await ServerBench().script()
        try await ServerBench { $0.tools.servesPasswordRules = false }.run { client async throws in
            #expect(try await client.send(.get, Self.path).status == .notFound)
            #expect(try await client.send(.get, script).status == .notFound)
            #expect(try await Self.post(client, [("rules", "")]).status == 404)
        }
    }

    @Test("the log has neither rules nor passwords")
    func log() async throws {
        let log = Log()
        let system = try AccountSystem(
            configuration: try ServerBench().system.configuration, storage: .forTest(), now: { ServerBench.start },
            logger: log.logger)
        try await system.application().test(.router) { client in
            let client = ServerClient(client: client)
            _ = try await Self.post(client, [("rules", "minlength: 17"), ("password", "velvet"), ("pattern", "")])
            _ = try await Self.post(client, [("rules", "minlength: 17"), ("password", "velvet"), ("strange", "")])
            let text = log.lines.map(\.text).joined(separator: "\n")
            #expect(!text.contains("velvet") && !text.contains("minlength"))
        }
        var dumped = ""
        dump(RulesInput(rules: "minlength: 17", password: "velvet"), to: &dumped)
        #expect(!dumped.contains("velvet"))
    }
}

extension ShownPage {
    /// The text in the rules field.
    fileprivate var field: String? {
        text.firstMatch(of: /<textarea[^>]*>\n([^<]*)<\/textarea>/).map { String($0.1) }
    }

    fileprivate var outcome: String? { text.firstMatch(of: /id="rules-outcome"[^>]*>([^<]*)</).map { String($0.1) } }

    fileprivate var samples: [String] {
        text.matches(of: /<li><code>([^<]*)<\/code><\/li>/).map {
            [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(String($0.1)) {
                $0.replacing($1.0, with: $1.1)
            }
        }
    }
}

extension ServerBench {
    /// Returns the path of the tool's script.
    fileprivate func script() async throws -> String {
        let (paths, path) = AsyncStream<String>.makeStream()
        try await run { client in
            let text = try await client.send(.get, "/tools/password-rules").text
            path.yield(text.firstMatch(of: /<script src="([^"]*)"/).map { String($0.1) } ?? "")
        }
        for await path in paths { return path }
        return ""
    }
}
