import AssociatedDomains
import FoundationEssentials
import Testing

@Suite("The daemon's fetches")
struct DaemonTests {
    private func installed(route: DaemonPolicy.Route = .direct) throws -> DaemonFixture {
        var fixture = DaemonFixture(route: route)
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, "webcredentials:example.com"))
        return fixture
    }

    @Test("an installation fetches from the well-known location, and a file that names the app associates it")
    func approves() throws {
        var fixture = try installed()
        #expect(fixture.open.map(\.url) == ["https://example.com/.well-known/apple-app-site-association"])
        #expect(fixture.open.map(\.certificateRule) == [.publiclyTrusted])
        #expect(try fixture.association().isUpdating)
        try fixture.answer(200, "Y")
        let association = try fixture.association()
        #expect(association.siteApproval == .approved)
        #expect(association.isAssociated)
        #expect(association.reason.code == .listed)
        #expect(association.lastChecked == DaemonFixture.start)
        #expect(association.nextCheck == DaemonFixture.start + DaemonFixture.week)
        #expect(fixture.changes.map(\.1) == [true])
        #expect(fixture.daemon.isAssociated(association.key.app, with: try DomainName("example.com"), for: .webcredentials))
        #expect(!fixture.daemon.isAssociated(association.key.app, with: try DomainName("www.example.com"), for: .webcredentials))
        #expect(!fixture.daemon.isAssociated(association.key.app, with: try DomainName("example.com"), for: .applinks))
    }

    @Test("4xx at the well-known location leads to the root, and 4xx there denies")
    func root() throws {
        var fixture = try installed()
        try fixture.answer(404)
        #expect(fixture.open.map(\.url) == ["https://example.com/apple-app-site-association"])
        var twin = fixture
        try fixture.answer(403)
        #expect(try fixture.association().siteApproval == .denied)
        #expect(try fixture.association().reason.description == "the site has no file (status 403)")
        try twin.answer(200, "Y")
        #expect(try twin.association().isAssociated)
    }

    @Test(
        "any response that is not a file with the app denies, after one try",
        arguments: [
            (SiteAnswer.response(status: 200, body: Array("N".utf8)), AssociationReason.Code.notListed),
            (.response(status: 200, body: Array("?".utf8)), .brokenFile),
            (.response(status: 200, body: []), .brokenFile), (.response(status: 204, body: []), .unexpectedStatus),
            (.response(status: 301, body: []), .redirected),
            (.response(status: 304, body: []), .redirected), (.tooLarge, .tooLarge),
            (.certificateRejected("expired"), .certificate),
        ])
    func denials(answer: SiteAnswer, code: AssociationReason.Code) throws {
        var fixture = try installed()
        try fixture.answer(answer)
        #expect(try fixture.association().siteApproval == .denied)
        #expect(try fixture.association().reason.code == code)
        #expect(fixture.open.isEmpty)
        #expect(fixture.daemon.nextWake == DaemonFixture.start + DaemonFixture.week)
    }

    // Not an argument, because the test library formats arguments.
    @Test("a file one byte over the size limit denies")
    func tooLarge() throws {
        try denials(answer: .response(status: 200, body: Array(repeating: 0x59, count: 131_073)), code: .tooLarge)
    }

    @Test("a file at the size limit is read")
    func largest() throws {
        var fixture = try installed()
        try fixture.answer(.response(status: 200, body: Array(repeating: 0x59, count: 131_072)))
        #expect(try fixture.association().isAssociated)
    }

    @Test(
        "a site that fails is tried eight times, three hours apart, and again after a week",
        arguments: [
            SiteAnswer.response(status: 500, body: []), .response(status: 599, body: []), .timedOut, .connectionFailed("rejected"),
            .response(status: 600, body: []),
        ])
    func retries(answer: SiteAnswer) throws {
        var fixture = try installed()
        for tries in 1...8 {
            #expect(fixture.asked.count == tries)
            #expect(try fixture.association().tries == tries)
            try fixture.answer(answer)
            #expect(try fixture.association().siteApproval == .unspecified)
            #expect(try fixture.association().reason.code == (tries < 8 ? .retrying : .gaveUp))
            if tries < 8 {
                fixture.pass(3 * DaemonFixture.hour - 1)
                #expect(fixture.open.isEmpty)
                fixture.pass(1)
            }
        }
        #expect(fixture.open.isEmpty)
        fixture.pass(3 * DaemonFixture.hour)
        #expect(fixture.asked.count == 8)
        #expect(try fixture.association().tries == 0)
        fixture.pass(DaemonFixture.week)
        #expect(fixture.asked.count == 9)
    }

    @Test("after a failure at the root, the next try starts at the well-known location")
    func failureAtRoot() throws {
        var fixture = try installed()
        try fixture.answer(404)
        try fixture.answer(500)
        fixture.pass(3 * DaemonFixture.hour)
        #expect(fixture.open.map(\.location) == [.wellKnown])
        #expect(try fixture.association().tries == 2)
    }

    @Test("a download without a response counts as timed out")
    func lostDownload() throws {
        var fixture = try installed()
        fixture.pass(59)
        #expect(fixture.open.count == 1)
        fixture.pass(1)
        #expect(fixture.open.isEmpty)
        #expect(try fixture.association().reason.code == .retrying)
        let late = try #require(fixture.asked.first)
        fixture.handle(.answered(late.id, .response(status: 200, body: Array("Y".utf8))))
        #expect(try !fixture.association().isAssociated)
    }

    @Test("the network is tried first if it is the route; its 4xx denies, unless it says to try directly")
    func network() throws {
        var fixture = try installed(route: .network)
        #expect(fixture.open.map(\.url) == ["https://app-site-association.cdn-apple.com/a/v1/example.com"])
        var twin = fixture
        try fixture.answer(404)
        #expect(try fixture.association().reason.code == .notFoundByNetwork)
        try twin.answer(.response(status: 404, body: [], triesDirect: true))
        #expect(twin.open.map(\.location) == [.wellKnown])
        try twin.answer(200, "Y")
        #expect(try twin.association().isAssociated)
    }

    @Test("a weekly check removes and adds associations by the current file")
    func changedFile() throws {
        var fixture = try installed()
        try fixture.answer(200, "Y")
        fixture.pass(DaemonFixture.week)
        #expect(try fixture.association().isAssociated, "holds while it is checked")
        try fixture.answer(200, "N")
        #expect(try !fixture.association().isAssociated)
        fixture.pass(DaemonFixture.week)
        try fixture.answer(200, "Y")
        #expect(try fixture.association().isAssociated)
        #expect(fixture.changes.map(\.1) == [true, false, true])
    }

    @Test("while a weekly check fails, an association remains, and it ends with the eighth failure")
    func failingCheck() throws {
        var fixture = try installed()
        try fixture.answer(200, "Y")
        fixture.pass(DaemonFixture.week)
        for tries in 1...8 {
            #expect(try fixture.association().isAssociated)
            try fixture.answer(503)
            if tries < 8 { fixture.pass(3 * DaemonFixture.hour) }
        }
        #expect(try !fixture.association().isAssociated)
        #expect(try fixture.association().reason.code == .gaveUp)
    }

    @Test("a clock that was set back delays a check by at most a week")
    func clockSetBack() throws {
        var fixture = try installed()
        try fixture.answer(200, "N")
        fixture.now -= 10 * 365 * 86_400
        fixture.handle(.clock)
        #expect(fixture.daemon.nextWake == fixture.now + DaemonFixture.week)
    }

    @Test("sites are fetched in the order of their top-level domains, then by name")
    func order() throws {
        var fixture = DaemonFixture()
        fixture.handle(
            try DaemonFixture.installed(
                DaemonFixture.app, "applinks:a.app", "applinks:a.de", "applinks:z.org", "applinks:b.com", "webcredentials:b.com"))
        #expect(fixture.open.map(\.domain.text) == ["b.com", "z.org", "a.de", "a.app"])
    }
}
