import HTTPTypes
import InternetAddresses
import TestAuthority
import Testing

@testable import WebClient

@Suite("Requests to checked addresses")
struct CheckedRequestTests {
    private static let answer = "HTTP/1.1 204 No Content\r\n\r\n"

    @Test("a POST request arrives with its fields, its length and its body")
    func post() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server in
            let fetcher = try SiteFetcher(
                userAgent: "test", policy: .any, limits: WebLimits(connecting: .seconds(600), total: .seconds(600)),
                trust: WebTrust(additionalAuthorities: [authority.pem]), resolver: try FixedResolver(["127.0.0.1"]))
            let url = try WebURL("https://site.example:\(server.port)/hooks?a=b")
            let response = try await fetcher.send(
                WebRequest(.post, url, headers: [.contentType: "application/json"], body: Array("{}".utf8)))
            #expect(response.status == .noContent)
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST /hooks?a=b HTTP/1.1\r\n"))
            for field in ["Content-Type: application/json\r\n", "Content-Length: 2\r\n", "Host: site.example:"] {
                #expect(request.contains(field), "\(request)")
            }
        }
    }

    @Test("the rules for addresses apply to every method")
    func addresses() async throws {
        let fetcher = try SiteFetcher(userAgent: "test", resolver: try FixedResolver(["10.0.0.1"]))
        await #expect(throws: WebClientError.self) {
            try await fetcher.send(WebRequest(.post, try WebURL("https://site.example/")))
        }
        await #expect(throws: WebClientError.insecure(host: "127.0.0.1")) {
            try await fetcher.send(WebRequest(.post, try WebURL("http://127.0.0.1/")))
        }
    }

    @Test(
        "loopback can be admitted in addition to public addresses, and no other private address",
        arguments: [
            ("127.0.0.1", true), ("::1", true), ("93.184.216.34", true), ("10.0.0.1", false), ("192.168.1.1", false),
            ("169.254.169.254", false), ("fc00::1", false), ("0.0.0.0", false),
        ])
    func loopback(_ text: String, isAdmitted: Bool) throws {
        let address = try IPAddress(text)
        #expect(AddressPolicy.publicAndLoopback.admits(address) == isAdmitted)
        #expect(AddressPolicy.publicOnly.admits(address) == (isAdmitted && !address.isLoopback))
    }
}
