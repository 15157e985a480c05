import AssociatedDomains
import FoundationEssentials
import Testing

@testable import PasswordManager

@Suite("No suggestions for other places")
struct PlaceTests {
    private func offered(_ bench: Bench, at place: InputPlace) throws -> [String] {
        try bench.bar("password", on: signIn(place))?.credentials.map(\.id.user) ?? []
    }

    @Test(
        "pages that are only similar to the site have no suggestions",
        arguments: [
            "https://www.example.com", "https://login.example.com", "https://example.com.evil.test", "https://evil-example.com",
            "https://example.org", "https://com", "https://xn--exmple-4nf.com", "https://ex\u{430}mple.com",
            "http://example.com", "ftp://example.com", "https://93.184.216.34",
        ])
    func similarHosts(origin: String) throws {
        let bench = try Bench()
        try bench.save("ann")
        #expect(try offered(bench, at: page(origin)) == [])
        #expect(try offered(bench, at: page("https://example.com")) == ["ann"])
        #expect(try offered(bench, at: page("https://EXAMPLE.com:8443")) == ["ann"])
    }

    @Test("a credential of a homograph is offered there, and not at the site that it imitates")
    func homograph() throws {
        let bench = try Bench()
        try bench.save("ann", "xn--pple-43d.com")
        #expect(try offered(bench, at: page("https://apple.com")) == [])
        #expect(try offered(bench, at: page("https://xn--pple-43d.com")) == ["ann"])
    }

    @Test("a page on this machine needs no encryption, and any other page without it has no passwords")
    func loopback() throws {
        let bench = try Bench()
        try bench.save("ann", "localhost")
        try bench.save("bob", "shop.localhost")
        #expect(try offered(bench, at: page("http://localhost:8080")) == ["ann"])
        #expect(try offered(bench, at: page("http://shop.localhost")) == ["bob"])
        #expect(try bench.bar("password", on: signIn(page("http://example.com"))) == nil)
        #expect(try bench.bar("password", on: signIn(page("https://example.com")))?.hasKey == true)
    }

    @Test("a frame has suggestions only if the page has the same host")
    func frames() throws {
        let bench = try Bench()
        try bench.save("ann")
        #expect(try offered(bench, at: page("https://example.com", in: ["https://example.com"])) == ["ann"])
        #expect(try offered(bench, at: page("https://example.com", in: ["https://evil.test"])) == [])
        #expect(try offered(bench, at: page("https://example.com", in: ["https://example.com", "https://evil.test"])) == [])
        #expect(try offered(bench, at: page("https://evil.test", in: ["https://example.com"])) == [])
    }

    @Test("an app that is not associated has no suggestions")
    func unassociatedApp() throws {
        let bench = try Bench()
        try bench.save("ann")
        #expect(try offered(bench, at: .app(app("other"))) == [])
        #expect(try offered(bench, at: .app(AppIdentifier("ZZZZZ12345.com.example.shop"))) == [])
        #expect(try offered(bench, at: .app(app())) == ["ann"])
    }

    @Test("when an association ends, there are no suggestions, and earlier ones are not filled in")
    func brokenAssociation() throws {
        var bench = try Bench()
        try bench.save("ann")
        let screen = signIn(.app(try app()))
        let suggestion = try #require(try bench.bar("password", on: screen)?.credentials.first)
        bench.associations.held = [:]
        #expect(try offered(bench, at: .app(app())) == [])
        let outcome = try bench.autoFill.finish(
            bench.autoFill.choose(suggestion), presence: .confirmed, on: screen, at: at(101))
        #expect(outcome == FillOutcome(result: .noLongerOffered, effects: [.becomeActive]))
    }

    @Test("the association service of the device decides, from installation to removal")
    func daemon() throws {
        let app = try app()
        let bench = try Bench()
        try bench.save("ann")
        try bench.save("bob", "www.example.com")
        var daemon = AssociationDaemon()
        func offered() throws -> [String] {
            let autoFill = AutoFill(store: bench.store, associations: daemon)
            return try autoFill.bar(for: FieldID(rawValue: "password"), on: signIn(.app(app)), at: at(1))?.credentials.map(
                \.id.user)
                ?? []
        }
        #expect(try offered() == [])
        let effects = daemon.handle(
            .installed(InstalledApp(app, entitlements: [try AssociatedDomainEntitlement("webcredentials:example.com")])), now: at(0)
        )
        #expect(try offered() == [])
        #expect(daemon.hosts(of: app) == [])
        guard case .fetch(let fetch) = try #require(effects.first) else { throw CancellationError() }
        let file = #"{"webcredentials":{"apps":["\#(app)"]}}"#
        _ = daemon.handle(.answered(fetch.id, .response(status: 200, body: Array(file.utf8))), now: at(1))
        #expect(try offered() == ["ann"])
        #expect(daemon.hosts(of: app) == [try host("example.com")])
        _ = daemon.handle(.removed(app), now: at(2))
        #expect(try offered() == [])
        #expect(daemon.hosts(of: app) == [])
    }

    @Test("sites of one group share credentials, and those of a replaced site are offered only at its successor")
    func sharing() throws {
        var bench = try Bench()
        try bench.save("ann", "a.example")
        try bench.save("old", "old.example")
        #expect(try offered(bench, at: page("https://b.example")) == [])
        bench.quirks.sharing = SharedCredentials([
            .init(shared: [try host("a.example"), try host("b.example")]),
            .init(from: [try host("old.example")], to: [try host("new.example")]),
        ])
        #expect(try offered(bench, at: page("https://b.example")) == ["ann"])
        #expect(try offered(bench, at: page("https://new.example")) == ["old"])
        try bench.save("new", "new.example")
        #expect(try offered(bench, at: page("https://old.example")) == ["old"])
        #expect(try offered(bench, at: page("https://www.b.example")) == [])
        bench.associations.held = [try app(): [try host("b.example")]]
        #expect(try offered(bench, at: .app(app())) == ["ann"])
    }

    @Test("in the list behind the key button, credentials of other sites have a warning that names both sites")
    func warning() throws {
        let bench = try Bench()
        try bench.save("ann")
        try bench.save("dan", "other.example")
        let list = try bench.autoFill.keyList(for: signIn(page("https://example.com")))
        #expect(list.here.map(\.id.user) == ["ann"])
        let foreign = try #require(list.elsewhere.first)
        #expect(foreign.warning.contains("other.example") && foreign.warning.contains("https://example.com"))
        let outcome = try bench.autoFill.finish(
            bench.autoFill.choose(foreign.confirmed()), presence: .confirmed, on: signIn(page("https://example.com")), at: at(5))
        #expect(outcome.result == .filled)
    }
}
