import HTTPTypes
import InternetAddresses
import NIOSSL
import TestAuthority
import Testing
import WebClient

@Suite("Fetching untrusted URLs")
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

    @Test("a trusted response has address, certificate and timing")
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

    @Test("an untrusted certificate is reported, and nothing is sent")
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

    @Test("a certificate for another name is untrusted")
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

    @Test("a redirect is returned as a response")
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

    @Test("the name is resolved once, so that a second result has no effect")
    func rebinding() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let resolver = try FixedResolver(["127.0.0.1"], ["10.0.0.1"])
            let report = try await fetch(server, authority: authority, resolver: resolver)
            #expect(throws: Never.self) { try report.outcome.get() }
            #expect(resolver.lookUps == 1)
        }
    }

    @Test("a host with only private addresses is rejected, by name or address")
    func privateAddresses() async throws {
        let resolver = try FixedResolver(["10.0.0.1", "::1"])
        let fetcher = try SiteFetcher(userAgent: "test", resolver: resolver)
        let named = await fetcher.fetch(try WebURL("https://site.example/"))
        #expect(
            named.outcome.failure
                == .addressesRejected(host: "site.example", [try IPAddress("10.0.0.1"), try IPAddress("::1")]))
        let numbered = await fetcher.fetch(try WebURL("https://127.0.0.1/"))
        #expect(numbered.outcome.failure == .addressesRejected(host: "127.0.0.1", [try IPAddress("127.0.0.1")]))
        #expect(named.address == nil)
    }

    @Test("the next address is tried if the first does not accept connections")
    func nextAddress() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(server, authority: authority, resolver: try FixedResolver(["127.0.0.2", "127.0.0.1"]))
            #expect(try report.outcome.get().status.code == 200)
            #expect(report.address == (try IPAddress("127.0.0.1")))
        }
    }

    @Test("a response above the limit is an error, and one at the limit is accepted", arguments: [(100, true), (101, false)])
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

    @Test("a server that never responds times out")
    func silence() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(nil, tls: try authority.server(for: "site.example")) { server in
            let report = try await fetch(
                server, authority: authority, limits: WebLimits(total: .milliseconds(300)),
                resolver: try FixedResolver(["127.0.0.1"]))
            #expect(report.outcome.failure == .timedOut)
        }
    }

    @Test("an interrupted response is an error")
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

    @Test("plain http is rejected for other hosts than this machine")
    func plainHTTP() async throws {
        let fetcher = try SiteFetcher(userAgent: "test", policy: .any, resolver: try FixedResolver(["127.0.0.1"]))
        let report = await fetcher.fetch(try WebURL("http://site.example/"))
        #expect(report.outcome.failure == .insecure(host: "site.example"))
    }

    @Test("a host without an address is reported")
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

@Suite("Fetches without certificate verification")
struct InsecureSiteFetcherTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    private func visit(
        _ server: CannedServer, policy: AddressPolicy = .any, limits: WebLimits = .patient
    ) async throws -> FetchReport {
        let fetcher = try InsecureSiteFetcher(
            userAgent: "test", policy: policy, limits: limits, resolver: try FixedResolver(["127.0.0.1"]))
        return await fetcher.fetch(try WebURL("https://site.example:\(server.port)/file"))
    }

    @Test(
        "an untrusted certificate is accepted and reported, for this name and for another",
        arguments: ["site.example", "other.example"])
    func anyCertificate(name: String) async throws {
        try await CannedServer.serving(Self.answer, tls: try TestAuthority().server(for: name)) { server in
            let report = try await visit(server)
            #expect(try report.outcome.get().body == Array("{}".utf8))
            #expect(report.certificate?.names == [name])
            // Its twin: the same server, with verification.
            let checked = try SiteFetcher(
                userAgent: "test", policy: .any, limits: .patient, resolver: try FixedResolver(["127.0.0.1"]))
            let rejected = await checked.fetch(try WebURL("https://site.example:\(server.port)/file"))
            guard case .failure(.untrusted) = rejected.outcome else {
                Issue.record("outcome \(rejected.outcome)")
                return
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("a server without TLS is an error")
    func plain() async throws {
        try await CannedServer.serving(Self.answer) { server in
            // The server waits for the end of a request, which never comes.
            let report = try await visit(server, limits: WebLimits(total: .milliseconds(300)))
            #expect(throws: WebClientError.self) { try report.outcome.get() }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("addresses that are not public are rejected as well")
    func addresses() async throws {
        try await CannedServer.serving(Self.answer, tls: try TestAuthority().server(for: "site.example")) { server in
            guard case .failure(.addressesRejected) = try await visit(server, policy: .publicOnly).outcome else {
                Issue.record("a private address was visited")
                return
            }
            #expect(server.requests.isEmpty)
        }
    }
}

@Suite("Addresses that a fetch may connect to")
struct AddressPolicyTests {
    @Test(
        "addresses of nearby machines are rejected",
        arguments: [
            "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
            "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "::127.0.0.1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
        ])
    func rejected(text: String) throws {
        #expect(!AddressPolicy.publicOnly.admits(try IPAddress(text)))
        #expect(AddressPolicy.any.admits(try IPAddress(text)))
    }

    @Test(
        "public addresses are accepted",
        arguments: [
            "17.253.144.10", "172.15.255.255", "172.32.0.1", "192.167.1.1", "11.0.0.1", "100.63.255.255", "100.128.0.1",
            "223.255.255.254",
            "2606:4700::1", "2a00:1450::1", "::ffff:17.253.144.10",
        ])
    func admitted(text: String) throws {
        #expect(AddressPolicy.publicOnly.admits(try IPAddress(text)))
    }
}
