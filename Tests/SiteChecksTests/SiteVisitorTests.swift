import AssociatedDomains
import Testing

@testable import SiteChecks
@testable import WebClient

@Suite("Fetching the file of a site")
struct SiteVisitorTests {
    private static let wellKnown = "https://acme.com/.well-known/apple-app-site-association"
    private static let root = "https://acme.com/apple-app-site-association"

    @Test(
        "the root is requested only after a 4xx response at /.well-known",
        arguments: [
            (404, [wellKnown, root]), (401, [wellKnown, root]), (499, [wellKnown, root]), (200, [wellKnown]), (204, [wellKnown]),
            (301, [wellKnown]), (399, [wellKnown]), (500, [wellKnown]), (503, [wellKnown]),
        ])
    func order(status: Int, asked: [String]) async throws {
        let sites = AnsweringSites { _ in AnsweringSites.answer(status) }
        let visits = try await SiteVisitor(fetcher: sites).visits(to: try DomainName("acme.com"), by: .origin)
        #expect(sites.asked == asked)
        #expect(visits.map { "\($0.url)" } == asked)
    }

    @Test(
        "without a response, nothing else is requested",
        arguments: [WebClientError.timedOut, .untrusted("expired"), .tooLarge(limit: 1), .unreachable("rejected")])
    func failure(error: WebClientError) async throws {
        let sites = AnsweringSites { _ in .failure(error) }
        let visits = try await SiteVisitor(fetcher: sites).visits(to: try DomainName("acme.com"), by: .origin)
        #expect(sites.asked == [Self.wellKnown] && SiteCheck(route: .origin, visits: visits).failure == error)
    }

    @Test("the network is requested once, at Apple's or another origin, and a site at another port if set")
    func addresses() async throws {
        let sites = AnsweringSites { _ in AnsweringSites.answer(404) }
        let domain = try DomainName("acme.com")
        _ = try await SiteVisitor(fetcher: sites).visits(to: domain, by: .cdn)
        _ = try await SiteVisitor(fetcher: sites, network: "https://localhost:8443").visits(to: domain, by: .cdn)
        _ = try await SiteVisitor(fetcher: sites, port: 8443).visit(domain, at: .root)
        #expect(
            sites.asked == [
                "https://app-site-association.cdn-apple.com/a/v1/acme.com", "https://localhost:8443/a/v1/acme.com",
                "https://acme.com:8443/apple-app-site-association",
            ])
        await #expect(throws: WebURLError.self) {
            try await SiteVisitor(fetcher: sites, network: "localhost").visits(to: domain, by: .cdn)
        }
    }
}
