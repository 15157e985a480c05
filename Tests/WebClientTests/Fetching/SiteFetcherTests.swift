import HTTPTypes
import InternetAddresses
import NIOSSL
import Testing
import WebClient

@Suite("Visiting what a stranger named")
struct SiteFetcherTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

    private func fetch(
        _ server: CannedServer, host: String = "site.example", authority: TestAuthority? = nil, limits: WebLimits = .patient,
        resolver: FixedResolver
    ) async throws -> FetchReport {
        let trust = WebTrust(additionalAuthorities: authority.map { [$0.pem] } ?? [])
        let fetcher = try SiteFetcher(userAgent: "test", policy: .any, limits: limits, trust: trust, resolver: resolver)
        return await fetcher.fetch(try WebURL("https://\(host):\(server.port)/file"))
    }

    @Test("a trusted answer comes with address, certificate and timing")
    func wholeVisit() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(server, authority: authority, resolver: try FixedResolver(["127.0.0.1"]))
            let response = try report.outcome.get()
            #expect(response.status.code == 200)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.body == Array("{}".utf8))
            #expect(report.address == (try IPAddress("127.0.0.1")))
            #expect(report.certificate?.names == ["site.example"])
            #expect(report.timings.finished != nil)
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("GET /file HTTP/1.1\r\nHost: site.example:\(server.port)\r\n"))
        }
    }

    @Test("a certificate that is not trusted is shown, and nothing is sent")
    func untrusted() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(server, resolver: try FixedResolver(["127.0.0.1"]))
            #expect(throws: WebClientError.self) { try report.outcome.get() }
            guard case .failure(.untrusted) = report.outcome else {
                Issue.record("outcome \(report.outcome)")
                return
            }
            #expect(report.certificate?.names == ["site.example"])
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a certificate for another name is not trusted")
    func otherName() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "other.example")) { server in
            let report = try await fetch(server, authority: authority, resolver: try FixedResolver(["127.0.0.1"]))
            guard case .failure(.untrusted) = report.outcome else {
                Issue.record("outcome \(report.outcome)")
                return
            }
            #expect(report.certificate?.names == ["other.example"])
        }
    }

    @Test("a redirect is an answer")
    func redirect() async throws {
        let authority = try TestAuthority()
        let answer = "HTTP/1.1 301 Moved Permanently\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n"
        try await CannedServer.serving(answer, tls: try authority.server(for: "site.example")) { server in
            let resolver = try FixedResolver(["127.0.0.1"])
            let report = try await fetch(server, authority: authority, resolver: resolver)
            #expect(try report.outcome.get().status.code == 301)
            #expect(resolver.lookUps == 1)
            #expect(server.requests.count == 1)
        }
    }

    @Test("the name is resolved once, so that its second answer leads nowhere")
    func rebinding() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let resolver = try FixedResolver(["127.0.0.1"], ["10.0.0.1"])
            let report = try await fetch(server, authority: authority, resolver: resolver)
            #expect(throws: Never.self) { try report.outcome.get() }
            #expect(resolver.lookUps == 1)
        }
    }

    @Test("a host with private addresses only is refused, its name or its number")
    func privateAddresses() async throws {
        let resolver = try FixedResolver(["10.0.0.1", "::1"])
        let fetcher = try SiteFetcher(userAgent: "test", resolver: resolver)
        let named = await fetcher.fetch(try WebURL("https://site.example/"))
        #expect(
            named.outcome.failure
                == .addressesRefused(host: "site.example", [try IPAddress("10.0.0.1"), try IPAddress("::1")]))
        let numbered = await fetcher.fetch(try WebURL("https://127.0.0.1/"))
        #expect(numbered.outcome.failure == .addressesRefused(host: "127.0.0.1", [try IPAddress("127.0.0.1")]))
        #expect(named.address == nil)
    }

    @Test("the next address is tried when nobody listens at the first")
    func nextAddress() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(server, authority: authority, resolver: try FixedResolver(["127.0.0.2", "127.0.0.1"]))
            #expect(try report.outcome.get().status.code == 200)
            #expect(report.address == (try IPAddress("127.0.0.1")))
        }
    }

    @Test("an answer above the cap is an error, and one at the cap is not", arguments: [(100, true), (101, false)])
    func cap(size: Int, isFetched: Bool) async throws {
        let authority = try TestAuthority()
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + String(repeating: "x", count: size)
        try await CannedServer.serving(answer, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(
                server, authority: authority, limits: WebLimits(connecting: .seconds(600), total: .seconds(600), body: 100),
                resolver: try FixedResolver(["127.0.0.1"]))
            #expect(report.outcome.failure == (isFetched ? nil : .tooLarge(limit: 100)))
        }
    }

    @Test("a server that never answers is given up")
    func silence() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(nil, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(
                server, authority: authority, limits: WebLimits(total: .milliseconds(300)),
                resolver: try FixedResolver(["127.0.0.1"]))
            #expect(report.outcome.failure == .timedOut)
        }
    }

    @Test("an answer that breaks off is no answer")
    func brokenOff() async throws {
        let authority = try TestAuthority()
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nonly this"
        try await CannedServer.serving(answer, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(server, authority: authority, resolver: try FixedResolver(["127.0.0.1"]))
            guard case .failure(.malformed) = report.outcome else {
                Issue.record("outcome \(report.outcome)")
                return
            }
        }
    }

    @Test("plain http leaves this machine never")
    func plainHTTP() async throws {
        let fetcher = try SiteFetcher(userAgent: "test", policy: .any, resolver: try FixedResolver(["127.0.0.1"]))
        let report = await fetcher.fetch(try WebURL("http://site.example/"))
        #expect(report.outcome.failure == .insecure(host: "site.example"))
    }

    @Test("a host without an address says so")
    func unresolvable() async throws {
        let fetcher = try SiteFetcher(userAgent: "test", resolver: try FixedResolver([]))
        let report = await fetcher.fetch(try WebURL("https://site.example/"))
        #expect(report.outcome.failure == .unresolvable(host: "site.example"))
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
