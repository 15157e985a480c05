import HTTPTypes
import InternetAddresses
import NIOSSL
import Testing
import WebClient

@Suite("Visits that believe any certificate")
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
        "a certificate of nobody is believed, for this name and for another, and shown",
        arguments: ["site.example", "other.example"])
    func anyCertificate(name: String) async throws {
        try await CannedServer.serving(Self.answer, tls: try TestAuthority().server(for: name)) { server in
            let report = try await visit(server)
            #expect(try report.outcome.get().body == Array("{}".utf8))
            #expect(report.certificate?.names == [name])
            // Its twin: the same server, checked.
            let checked = try SiteFetcher(
                userAgent: "test", policy: .any, limits: .patient, resolver: try FixedResolver(["127.0.0.1"]))
            let refused = await checked.fetch(try WebURL("https://site.example:\(server.port)/file"))
            guard case .failure(.untrusted) = refused.outcome else {
                Issue.record("outcome \(refused.outcome)")
                return
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("what speaks no TLS gives no answer")
    func plain() async throws {
        try await CannedServer.serving(Self.answer) { server in
            // The server waits for the end of a request, which never comes.
            let report = try await visit(server, limits: WebLimits(total: .milliseconds(300)))
            #expect(throws: WebClientError.self) { try report.outcome.get() }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("addresses that are not public are refused as ever")
    func addresses() async throws {
        try await CannedServer.serving(Self.answer, tls: try TestAuthority().server(for: "site.example")) { server in
            guard case .failure(.addressesRefused) = try await visit(server, policy: .publicOnly).outcome else {
                Issue.record("a private address was visited")
                return
            }
            #expect(server.requests.isEmpty)
        }
    }
}
