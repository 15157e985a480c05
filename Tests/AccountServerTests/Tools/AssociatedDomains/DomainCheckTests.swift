import HTTPTypes
import Testing

@testable import AccountServer
@testable import WebClient

@Suite("Checking a domain")
struct DomainCheckTests {
    private static func page(
        _ sites: StubSites, _ fields: [String: String], access: ToolsConfiguration.SiteAccess = .public,
        _ judge: @escaping @Sendable (ShownPage) throws -> Void
    ) async throws {
        try await DomainBench(sites: sites) { $0.tools.associatedDomains = access }.run { client async throws in
            try judge(try await DomainBench.ask(client, fields))
        }
    }

    @Test("a file that names the app: associated, with the services and how the file was fetched")
    func associated() async throws {
        let sites = StubSites(file: DomainBench.file)
        try await Self.page(sites, ["domain": " Www.example.com\n", "app-id": DomainBench.app]) { page in
            #expect(page.status == 200)
            #expect(page.verdict == "www.example.com is associated with \(DomainBench.app)")
            #expect(
                page.associated == ["webcredentials": true, "applinks": true, "appclips": false, "activitycontinuation": false])
            #expect(page.text.contains("It must contain webcredentials:www.example.com."))
            #expect(
                page.text.contains("200, \(DomainBench.file.utf8.count) bytes") && page.text.contains("Devices accept this file."))
            for fact in ["application/json", "192.0.2.7", "CN=www.example.com", "www.example.com, example.com", "connected 30 ms"] {
                #expect(page.text.contains(fact), "\(fact)")
            }
            #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.page)
            #expect(page.answer.headers[.setCookie] == nil && page.answer.headers[.cacheControl] == "no-store")
        }
        #expect(sites.asked == ["https://www.example.com/.well-known/apple-app-site-association"])
    }

    @Test("without an app, the page lists what the file names")
    func anyApp() async throws {
        try await Self.page(StubSites(file: DomainBench.file), ["domain": "www.example.com"]) { page in
            #expect(page.verdict == "The file of www.example.com is readable and names one app")
        }
        try await Self.page(StubSites(file: DomainBench.file), ["domain": "www.example.com", "service": "appclips"]) { page in
            #expect(page.verdict == "The file of www.example.com names no app for appclips")
            #expect(page.associated == ["appclips": false])
        }
    }

    @Test(
        "a file that does not name the app: the reason and the remedy",
        arguments: [
            ("ABCDE12345.com.example.Shop", "identifiers are case-sensitive"),
            ("ZZZZZ12345.com.example.shop", "belongs to another team"),
            ("ABCDE12345.com.example.other", "not ABCDE12345.com.example.other"),
        ])
    func notNamed(app: String, why: String) async throws {
        try await Self.page(StubSites(file: DomainBench.file), ["domain": "example.com", "app-id": app]) { page in
            #expect(page.verdict == "example.com is not associated with \(app)")
            #expect(page.text.contains(why))
            #expect(page.text.contains("Add \(app) to the apps of webcredentials."))
        }
    }

    @Test("only the selected service is checked")
    func service() async throws {
        let file = DomainBench.file.replacing("webcredentials", with: "appclips")
        let fields = ["domain": "example.com", "app-id": DomainBench.app]
        try await Self.page(StubSites(file: file), fields.merging(["service": "webcredentials"]) { $1 }) { page in
            #expect(page.verdict == "example.com is not associated with \(DomainBench.app)")
            #expect(page.associated == ["webcredentials": false])
            #expect(page.text.contains("names no app for this service"))
        }
        try await Self.page(StubSites(file: file), fields) { #expect($0.verdictCode == "associated") }
    }

    struct Failing: Sendable, CustomTestStringConvertible {
        let outcome: StubSites.Outcome
        let code: String
        let said: String
        var visits = 1
        var testDescription: String { "\(code): \(said)" }
    }

    @Test(
        "each response of a site leads to the reaction of devices",
        arguments: [
            Failing(outcome: StubSites.status(404), code: "not-found", said: "No file here either.", visits: 2),
            Failing(outcome: StubSites.status(403), code: "not-found", said: "Devices try the root next.", visits: 2),
            Failing(outcome: StubSites.status(301, headers: [.location: "https://x/"]), code: "redirected", said: "https://x/"),
            Failing(outcome: StubSites.status(503), code: "server-error", said: "retries after three hours"),
            Failing(outcome: StubSites.status(204), code: "unexpected-status", said: "Devices accept only 200"),
            Failing(outcome: StubSites.served(""), code: "empty-file", said: "is malformed"),
            Failing(outcome: StubSites.served("<html>Hi", type: "text/html"), code: "html-instead-of-json", said: "&lt;html&gt;Hi"),
            Failing(outcome: StubSites.served("{}"), code: "names-no-app", said: "names no app"),
            Failing(outcome: .failure(.untrusted("expired")), code: "untrusted-certificate", said: "Devices reject it, too"),
            Failing(
                outcome: .failure(.untrusted("[Error: 1 error:2:SSL routines:OPENSSL_internal:WRONG_VERSION at /build/ssl.cc:3]")),
                code: "untrusted-certificate", said: "No trusted connection: wrong version.<"),
            Failing(outcome: .failure(.timedOut), code: "timed-out", said: "did not respond in time"),
            Failing(outcome: .failure(.tooLarge(limit: 1_048_576)), code: "too-large", said: "More than 1048576 bytes."),
            Failing(outcome: .failure(.unreachable("rejected")), code: "unreachable", said: "cannot be reached"),
            Failing(outcome: .failure(.malformed("broke off")), code: "malformed-answer", said: "broke off"),
            Failing(outcome: .failure(.unresolvable(host: "example.com")), code: "no-public-address", said: "no public address"),
        ])
    func failing(_ failing: Failing) async throws {
        let sites = StubSites { _ in failing.outcome }
        try await Self.page(sites, ["domain": "example.com"]) { page in
            #expect(page.status == 200)
            #expect(page.verdictCode == failing.code)
            #expect(page.text.contains(failing.said))
        }
        #expect(sites.asked.count == failing.visits)
    }

    @Test("a file at the root is accepted if /.well-known has none")
    func root() async throws {
        let sites = StubSites { url in
            url.target == "/apple-app-site-association" ? StubSites.served(DomainBench.file) : StubSites.status(404)
        }
        try await Self.page(sites, ["domain": "example.com", "app-id": DomainBench.app]) { page in
            #expect(page.verdictCode == "associated")
            #expect(page.text.contains("Devices try the root next.") && page.text.contains("Devices accept this file."))
        }
        #expect(sites.asked.count == 2)
    }

    @Test("site and network are compared, and an outdated copy is reported")
    func both() async throws {
        let old = DomainBench.file.replacing("com.example.shop", with: "com.example.old")
        let sites = StubSites { url in
            url.host == "app-site-association.cdn-apple.com" ? StubSites.served(old) : StubSites.served(DomainBench.file)
        }
        try await Self.page(sites, ["domain": "example.com", "app-id": DomainBench.app, "source": "both"]) { page in
            #expect(page.verdictCode == "network-differs")
            #expect(page.text.contains("Webcredentials: ABCDE12345.com.example.old is at the CDN alone."))
        }
        #expect(
            Set(sites.asked) == [
                "https://example.com/.well-known/apple-app-site-association",
                "https://app-site-association.cdn-apple.com/a/v1/example.com",
            ])
        try await Self.page(StubSites { _ in StubSites.served(DomainBench.file) }, ["domain": "example.com", "source": "both"]) {
            page in
            #expect(page.verdictCode == "names-apps")
            #expect(page.text.contains("has the same file as the site"))
        }
        try await Self.page(StubSites { _ in StubSites.status(404) }, ["domain": "example.com", "source": "network"]) { page in
            #expect(page.verdict == "Apple’s network has no file for example.com")
        }
    }

    @Test("a port is part of a domain only if any machine may be fetched from")
    func port() async throws {
        let sites = StubSites(file: DomainBench.file)
        try await Self.page(sites, ["domain": "localhost:8443"], access: .all) { #expect($0.verdictCode == "names-apps") }
        #expect(sites.asked == ["https://localhost:8443/.well-known/apple-app-site-association"])
        try await Self.page(sites, ["domain": "localhost:8443"]) { page in
            #expect(page.status == 422 && page.errorCodes == ["domain-character"])
        }
        try await Self.page(sites, ["domain": "localhost:0"], access: .all) { #expect($0.status == 422) }
        #expect(sites.asked.count == 1)
    }
}
