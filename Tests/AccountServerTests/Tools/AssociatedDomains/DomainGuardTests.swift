import Accounts
import HTTPTypes
import InternetAddresses
import Synchronization
import Testing
import WebServing

@testable import AccountServer
@testable import WebClient

@Suite("Limits of the associated domains tool")
struct DomainGuardTests {
    private let sites = StubSites(file: DomainBench.file)

    @Test("the tool is off unless configured, and then it is served")
    func off() async throws {
        #expect(ToolsConfiguration().associatedDomains == .off)
        try await DomainBench(sites: sites) { $0.tools.associatedDomains = .off }.run { client async throws in
            #expect(try await client.send(.get, DomainBench.path).status == .notFound)
            #expect(try await DomainBench.ask(client, ["domain": "example.com"]).status == 404)
        }
        try await DomainBench(sites: sites).run { client async throws in
            #expect(try await client.send(.get, DomainBench.path).status == .ok)
        }
        #expect(sites.asked == [])
    }

    @Test("a link fills in the form and causes no fetch")
    func link() async throws {
        try await DomainBench(sites: sites).run { client async throws in
            let query =
                "?domain=example.com&app-id=\(DomainBench.app)&service=applinks&source=both&link=https%3A%2F%2Fexample.com%2F"
            let page = ShownPage(path: "", answer: try await client.send(.get, DomainBench.path + query), redirects: [])
            let form = try page.form(to: DomainBench.path)
            #expect(form["domain"] == "example.com" && form["app-id"] == DomainBench.app && form["link"] == "https://example.com/")
            #expect(
                page.text.contains("<option value=\"applinks\" selected>") && page.text.contains("<option value=\"both\" selected>")
            )
            #expect(page.verdict == nil)
        }
        #expect(sites.asked == [])
    }

    @Test(
        "a form sent from another site is rejected before any fetch",
        arguments: [
            ([.origin: "https://evil.example"], 403), ([.secFetchSite: "cross-site"], 403), ([.origin: "null"], 403),
            ([.origin: "https://accounts.example.com", .secFetchSite: "same-origin"], 200), ([:], 200),
        ] as [(HTTPFields, Int)])
    func foreign(headers: HTTPFields, status: Int) async throws {
        try await DomainBench(sites: sites).run { client async throws in
            #expect(try await DomainBench.ask(client, ["domain": "example.com"], headers: headers).status == status)
        }
        #expect(sites.asked.isEmpty == (status == 403))
    }

    @Test("invalid fields of the question are reported, and nothing is fetched")
    func rejected() async throws {
        try await DomainBench(sites: sites).run { client async throws in
            let fields = ["domain": "192.0.2.1", "app-id": "com.example.shop", "link": "buy/42"]
            let page = try await DomainBench.ask(client, fields)
            #expect(page.status == 422)
            #expect(page.errorCodes == ["ip-address", "team-id-character", "not-absolute"])
            for (field, said) in [
                ("domain", "Write the name of the site."), ("app-id", "Write the team ID"), ("link", "https://"),
            ] {
                let error = page.text.firstRange(of: "id=\"\(field)-error\"").map { page.text[$0.lowerBound...].prefix(300) }
                #expect(error?.contains(said) == true, "\(field)")
            }
            #expect(try await DomainBench.ask(client, [:]).errorCodes == ["empty-domain"])
            #expect(
                try await DomainBench.ask(client, ["domain": "m\u{FC}nchen.example"]).text.contains("Write xn--mnchen-3ya.example.")
            )
            #expect(try await DomainBench.ask(client, ["domain": "https://example.com/"]).errorCodes == ["domain-character"])
        }
        #expect(sites.asked == [])
    }

    @Test("the sizes of a text, a link and the form are limited to the byte")
    func sizes() async throws {
        try await DomainBench(sites: sites).run { client async throws in
            let longest = String(repeating: "a", count: 131_072)
            #expect(try await DomainBench.ask(client, ["file": longest]).status == 200)
            #expect(try await DomainBench.ask(client, ["file": longest + "a"]).errorCodes == ["too-large"])
            let link = "https://example.com/" + String(repeating: "a", count: 2_028)
            #expect(try await DomainBench.ask(client, ["file": "{}", "link": link]).status == 200)
            #expect(try await DomainBench.ask(client, ["file": "{}", "link": link + "a"]).errorCodes == ["url-too-long"])
            #expect(try await DomainBench.ask(client, ["file": String(repeating: "a", count: 420_000)]).status == 413)
            let other = try await client.send(
                .post, "/tools/password-rules", body: FormEncoding.encode([(name: "rules", value: longest)]),
                headers: [.contentType: "application/x-www-form-urlencoded"])
            #expect(other.status.code == 413, "the bounds of other forms stay")
        }
    }

    @Test("each address has a budget of fetches, which a pasted file does not use")
    func visits() async throws {
        let proxy = try IPNetwork("127.0.0.1/32")
        let bench = try DomainBench(sites: sites) { $0.trustedProxies = [proxy] }
        let sites = sites
        try await bench.run { client async throws in
            for _ in 0..<60 { _ = try await DomainBench.ask(client, ["domain": "example.com"]) }
            #expect(sites.asked.count == 60)
            let rejected = try await DomainBench.ask(client, ["domain": "example.com"])
            #expect(rejected.status == 429 && rejected.answer.headers[.retryAfter] == "60")
            #expect(sites.asked.count == 60)
            #expect(try await DomainBench.ask(client, ["file": "{}"]).status == 200)
            let other: HTTPFields = [.xForwardedFor: "192.0.2.1"]
            #expect(try await DomainBench.ask(client, ["domain": "example.com"], headers: other).status == 200)
            bench.clock.advance(by: .seconds(60))
            #expect(try await DomainBench.ask(client, ["domain": "example.com"]).status == 200)
        }
    }

    @Test("the configuration sets the budget of fetches")
    func configuredVisits() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(90)))
        try await DomainBench(sites: sites) { $0.throttles.siteChecksPerAddress = budget }.run { client async throws in
            for status in [200, 200, 429] {
                #expect(try await DomainBench.ask(client, ["domain": "example.com"]).status == status)
            }
        }
    }

    @Test("each address has a budget of requests of any kind")
    func requests() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(60)))
        let bench = try DomainBench(sites: sites) { $0.throttles.toolRequestsPerAddress = budget }
        try await bench.run { client async throws in
            #expect(try await DomainBench.ask(client, ["file": "{}"]).status == 200)
            #expect(try await client.send(.get, DomainBench.path).status == .ok)
            #expect(try await DomainBench.ask(client, ["file": "{}"]).status == 429)
            #expect(try await client.send(.get, DomainBench.path).status == .tooManyRequests)
            bench.clock.advance(by: .seconds(60))
            #expect(try await client.send(.get, DomainBench.path).status == .ok)
        }
    }

    @Test("an address can run one check at a time")
    func oneAtATime() async throws {
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let (release, isReleased) = AsyncStream<Void>.makeStream()
        let slow = StubSites { _ in
            hasBegun.yield()
            for await _ in release { break }
            return StubSites.served(DomainBench.file)
        }
        let proxy = try IPNetwork("127.0.0.1/32")
        try await DomainBench(sites: slow) { $0.trustedProxies = [proxy] }.run { client async throws in
            async let first = DomainBench.ask(client, ["domain": "example.com"])
            for await _ in begun { break }
            let second = try await DomainBench.ask(client, ["file": "{}"])
            #expect(second.status == 429 && second.answer.headers[.retryAfter] == "5")
            #expect(try await DomainBench.ask(client, ["file": "{}"], headers: [.xForwardedFor: "192.0.2.1"]).status == 200)
            isReleased.finish()
            #expect(try await first.status == 200)
            #expect(try await DomainBench.ask(client, ["file": "{}"]).status == 200)
        }
    }

    @Test("the number of concurrent addresses is limited, an IPv6 /64 counts as one, and each finished check makes room")
    func gate() async throws {
        struct Failure: Error {}
        let gate = AddressGate(limit: 2)
        @Sendable func code(_ address: String, _ work: @escaping @Sendable () async throws -> Void = {}) async throws
            -> ProblemCode?
        {
            do {
                try await gate.admit(try IPAddress(address)) { try await work() }
                return nil
            } catch let problem as Problem {
                return problem.code
            }
        }
        let inner = try await gate.admit(try IPAddress("192.0.2.1")) {
            [
                try await code("192.0.2.1"), try await code("2001:db8::1"),
                try await gate.admit(try IPAddress("2001:db8::1")) { try await code("2001:db8::2") },
                try await gate.admit(try IPAddress("2001:db8::1")) { try await code("192.0.2.2") },
            ]
        }
        #expect(inner == [.tooManyRequests, nil, .tooManyRequests, .overloaded])
        await #expect(throws: Failure.self) { try await gate.admit(try IPAddress("192.0.2.1")) { throw Failure() } }
        #expect(try await code("192.0.2.1") == nil)
    }

    @Test(
        "a machine of the server's network is not fetched from, and looks like an unknown name",
        arguments: ["localhost", "nowhere.invalid"])
    func privateAddress(domain: String) async throws {
        // With the server's own fetcher.
        try await DomainBench(sites: nil).run { client async throws in
            let page = try await DomainBench.ask(client, ["domain": domain])
            #expect(page.verdict == "\(domain) has no public address")
            #expect(page.text.contains("The name has no public address."))
            #expect(!page.text.contains("127.0.0.1") && !page.text.contains("::1"))
        }
    }

    @Test("if any machine may be fetched from, this machine is too")
    func anyMachine() async throws {
        try await DomainBench(sites: nil) { $0.tools.associatedDomains = .all }.run { client async throws in
            // No process listens at port 1; a busy machine may take time to report it.
            let page = try await DomainBench.ask(client, ["domain": "localhost:1"])
            #expect(["unreachable", "timed-out"].contains(page.verdictCode))
            #expect(page.text.contains("https://localhost:1/"))
        }
    }

    @Test("the log names the fetched site, and not the app, link or file")
    func log() async throws {
        let log = Log()
        try await DomainBench(sites: sites, logger: log.logger).run { client async throws in
            let fields = ["domain": "example.com", "app-id": DomainBench.app, "link": "https://example.com/secret-link"]
            _ = try await DomainBench.ask(client, fields)
            _ = try await DomainBench.ask(client, ["file": "{\"secret-file\":1}"])
        }
        let text = log.lines.map(\.text).joined(separator: "\n")
        #expect(text.contains("example.com"))
        #expect(!text.contains("secret") && !text.contains(DomainBench.app))
    }

    @Test("a form that is not from a page of the server is rejected")
    func malformed() async throws {
        try await DomainBench(sites: sites).run { client async throws in
            let send = { (body: String, type: String) in
                try await client.send(.post, DomainBench.path, body: Array(body.utf8), headers: [.contentType: type]).status.code
            }
            #expect(try await send("domain=example.com&other=1", "application/x-www-form-urlencoded") == 400)
            #expect(try await send("domain=example.com", "text/plain") == 415)
            #expect(try await send("domain=%ff", "application/x-www-form-urlencoded") == 400)
        }
    }
}
