import AssociatedDomains
import FoundationEssentials
import Testing

@Suite("The daemon's handling of apps, modes and user decisions")
struct DaemonAppsTests {
    private static let plain = "webcredentials:example.com"
    private static let developer = "webcredentials:example.com?mode=developer"
    private static let managed = "webcredentials:example.com?mode=managed"

    @Test("one download serves all services and apps of a domain")
    func sharing() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain, "applinks:example.com", "applinks:*.example.com"))
        fixture.handle(try DaemonFixture.installed("FGHIJ67890.com.example.other", Self.plain))
        #expect(fixture.asked.count == 1)
        try fixture.answer(200, "Y")
        #expect(fixture.daemon.associations.filter(\.isAssociated).count == 4)
    }

    @Test("installing an app again fetches again, and associations remain until the response")
    func update() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain, "applinks:example.com"))
        try fixture.answer(200, "Y")
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain))
        #expect(fixture.asked.count == 2)
        #expect(try fixture.association().isAssociated)
        #expect(fixture.daemon.associations.count == 1)
        #expect(fixture.changes.map(\.1) == [true, true, false])
        try fixture.answer(200, "N")
        #expect(try !fixture.association().isAssociated)
    }

    @Test("a removed app leaves nothing, and its download is cancelled")
    func removal() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain))
        fixture.handle(.removed(try AppIdentifier(DaemonFixture.app)))
        #expect(fixture.open.isEmpty)
        #expect(fixture.daemon.associations.isEmpty)
        #expect(fixture.daemon.nextWake == nil)
        fixture.handle(.answered(1, .response(status: 200, body: Array("Y".utf8))))
        #expect(fixture.daemon.associations.isEmpty)
    }

    @Test("a site that another app needs stays when one app is removed")
    func removalOfOne() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain))
        fixture.handle(try DaemonFixture.installed("FGHIJ67890.com.example.other", Self.plain))
        fixture.handle(.removed(try AppIdentifier("FGHIJ67890.com.example.other")))
        try fixture.answer(200, "Y")
        #expect(try fixture.association().isAssociated)
    }

    @Test(
        "developer mode requires the switch and a development-signed app; then any certificate is accepted, without a fetch at the root"
    )
    func developerMode() throws {
        var fixture = DaemonFixture(route: .network)
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.developer, isSignedForDevelopment: true))
        #expect(fixture.open.isEmpty)
        #expect(try fixture.association(Self.developer).reason.code == .modeNotInForce)
        fixture.handle(.developerMode(true))
        #expect(fixture.open.map(\.location) == [.wellKnown])
        #expect(fixture.open.map(\.certificateRule) == [.any])
        var twin = fixture
        try fixture.answer(200, "Y")
        #expect(try fixture.association(Self.developer).isAssociated)
        fixture.handle(.developerMode(false))
        #expect(try !fixture.association(Self.developer).isAssociated)
        try twin.answer(404)
        #expect(try twin.association(Self.developer).reason.code == .notFound)

        var other = DaemonFixture()
        other.handle(.developerMode(true))
        other.handle(try DaemonFixture.installed(DaemonFixture.app, Self.developer))
        #expect(other.open.isEmpty)
    }

    @Test("managed mode requires a managed app, fetches from the site directly, and accepts the device's certificates")
    func managedMode() throws {
        var fixture = DaemonFixture(route: .network)
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.managed, isManaged: true))
        #expect(fixture.open.map(\.location) == [.wellKnown])
        #expect(fixture.open.map(\.certificateRule) == [.trustedByDevice])
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.managed))
        #expect(fixture.open.isEmpty)
        #expect(try fixture.association(Self.managed).reason.code == .modeNotInForce)
    }

    @Test("a response under an untrusted certificate is ignored without the mode")
    func modesApart() throws {
        var fixture = DaemonFixture()
        fixture.handle(.developerMode(true))
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain, Self.developer, isSignedForDevelopment: true))
        #expect(fixture.open.count == 2)
        let fetch = try #require(fixture.open.first { $0.access == .developer })
        fixture.handle(.answered(fetch.id, .response(status: 200, body: Array("Y".utf8))))
        #expect(try fixture.association(Self.developer).isAssociated)
        #expect(try !fixture.association(Self.plain).isAssociated)
    }

    @Test("a user can deny an association that the site permits, and the site does not override the denial")
    func decisions() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain))
        try fixture.answer(200, "Y")
        let key = try DaemonFixture.key(Self.plain)
        fixture.handle(.decided(key, .denied))
        #expect(!fixture.daemon.isAssociated(key.app, with: try DomainName("example.com"), for: .webcredentials))
        fixture.pass(DaemonFixture.week)
        try fixture.answer(200, "Y")
        #expect(try !fixture.association().isAssociated)
        fixture.handle(.decided(key, .unspecified))
        #expect(try fixture.association().isAssociated)
        fixture.pass(DaemonFixture.week)
        try fixture.answer(200, "N")
        fixture.handle(.decided(key, .approved))
        #expect(try !fixture.association().isAssociated, "a person cannot agree in the site's place")
        #expect(fixture.changes.map(\.1) == [true, false, true, false])
    }

    @Test("a reset forgets everything and fetches again")
    func reset() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, Self.plain))
        try fixture.answer(200, "Y")
        fixture.handle(.decided(try DaemonFixture.key(Self.plain), .denied))
        fixture.handle(.reset)
        #expect(try fixture.association().siteApproval == .unspecified)
        #expect(try fixture.association().userApproval == .unspecified)
        #expect(fixture.open.count == 1)
        let first = try #require(fixture.open.first)
        fixture.handle(.reset)
        #expect(fixture.open.count == 1)
        #expect(fixture.open.first?.id != first.id)
    }

    @Test("of too many entries only the first are used, and the log says so")
    func manyEntries() throws {
        var fixture = DaemonFixture()
        let entitlements = try (0..<1_001).map { try AssociatedDomainEntitlement("applinks:a\($0).com") }
        fixture.handle(.installed(InstalledApp(try AppIdentifier(DaemonFixture.app), entitlements: entitlements)))
        #expect(fixture.open.count == 1_000)
        #expect(fixture.daemon.log.count == 500)
    }
}
