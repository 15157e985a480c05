import AssociatedDomains
import SiteChecks
import Testing

/// The quick start of SiteChecks.docc.
enum QuickStart {
    static func check(with fetcher: any SiteFetching) async throws -> SiteCheck {
        // In Sources/Shared/SiteChecks/SiteChecks.docc/SiteChecks.md
        let visitor = SiteVisitor(fetcher: fetcher)
        let visits = try await visitor.visits(to: DomainName("example.com"), by: .origin)
        let check = SiteCheck(route: .origin, visits: visits)
        // End
        return check
    }
}

@Suite("Quick start of SiteChecks")
struct QuickStartTests {
    @Test("the code block fetches the file from the site")
    func runs() async throws {
        let sites = AnsweringSites { _ in AnsweringSites.answer(404) }
        #expect(try await QuickStart.check(with: sites).status == 404)
        #expect(sites.asked.count == 2)
    }
}
