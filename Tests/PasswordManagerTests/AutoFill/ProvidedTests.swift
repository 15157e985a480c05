import AssociatedDomains
import DeviceProtocol
import Testing

@testable import PasswordManager

@Suite("Credentials of other password managers") struct ProvidedTests {
    @Test("are offered after the saved ones, by rank, at the services that they belong to")
    func offered() throws {
        var bench = try Bench()
        bench.provide(
            try Self.identity("low"), try Self.identity("high", rank: 5), try Self.identity("elsewhere", "example.org"),
            try Self.identity("sub", "www.example.com"))
        try bench.save("saved")
        let bar = try #require(try bench.autoFill.bar(for: FieldID(rawValue: "user"), on: signIn(.app(app())), at: at(0)))
        #expect(bar.credentials.map(\.id.user) == ["saved"])
        #expect(bar.provided.map(\.identity.user) == ["high", "low"])
        #expect(bar.hasKey)
    }

    @Test(
        "belong to a URL by its host, and to an app by its identifier",
        arguments: [
            ("https://example.com/login", CredentialIdentity.ServiceKind.url, true), ("https://example.org", .url, false),
            ("ftp://example.com", .url, false), ("example.com", .url, false), ("https://example.com", .domain, false),
            ("ABCDE12345.com.example.shop", .app, true), ("ABCDE12345.com.example.other", .app, false),
        ])
    func services(service: String, kind: CredentialIdentity.ServiceKind, isOffered: Bool) throws {
        var bench = try Bench()
        bench.provide(try #require(CredentialIdentity(service: service, serviceKind: kind, user: "ann")))
        let bar = try bench.autoFill.bar(for: FieldID(rawValue: "user"), on: signIn(.app(app())), at: at(0))
        #expect(bar?.provided.isEmpty == !isOffered)
    }

    @Test("are not offered on unencrypted pages or with AutoFill off")
    func places() throws {
        var bench = try Bench()
        bench.provide(try Self.identity("ann"))
        let user = FieldID(rawValue: "user")
        #expect(try bench.autoFill.bar(for: user, on: signIn(page("https://example.com")), at: at(0))?.provided.count == 1)
        for place in [try page("http://example.com"), try page("https://example.com", in: ["https://example.org"])] {
            #expect(try bench.autoFill.bar(for: user, on: signIn(place), at: at(0)) == nil)
            #expect(try bench.autoFill.keyList(for: signIn(place)).isEmpty)
        }
        bench.settings.isOn = false
        #expect(try bench.autoFill.bar(for: user, on: signIn(.app(app())), at: at(0)) == nil)
    }

    @Test("a provider in the list receives only the hosts of the app, or the origin of the page")
    func learns() throws {
        var bench = try Bench()
        bench.provide()
        let inApp = try bench.autoFill.keyList(for: signIn(.app(app()))).providers
        #expect(inApp.map(\.services) == [[try #require(ServiceName("example.com", .domain))]])
        let onPage = try bench.autoFill.keyList(for: signIn(page("https://example.org"))).providers
        #expect(onPage.map(\.services) == [[try #require(ServiceName("https://example.org", .url))]])
    }

    @Test("codes are offered for code fields, whose list contains only their providers")
    func codes() throws {
        var bench = try Bench()
        bench.provide(
            try Self.identity("ann"),
            try #require(CredentialIdentity(.oneTimeCode, service: "example.com", serviceKind: .domain, user: "ann's code")))
        let screen = InputScreen(.app(try app()), fields: [field("code", .oneTimeCode), field("user", .username)])
        let code = FieldID(rawValue: "code")
        let bar = try #require(try bench.autoFill.bar(for: code, on: screen, at: at(0)))
        #expect(bar.provided.map(\.identity.user) == ["ann's code"] && bar.hasKey)
        #expect(try bench.autoFill.keyList(for: screen, at: code).providers.map(\.kind) == [.oneTimeCode])
        #expect(try bench.autoFill.keyList(for: screen, at: FieldID(rawValue: "user")).providers.map(\.kind) == [.password])
        let filled = bench.autoFill.fill(.oneTimeCode(PrivateText("123456")), at: screen.place, into: code, on: screen)
        #expect(filled.effects.contains(.setText(code, PrivateText("123456"))))
        let elsewhere = bench.autoFill.fill(
            .oneTimeCode(PrivateText("123456")), at: screen.place, into: FieldID(rawValue: "user"), on: screen)
        #expect(elsewhere.result == .fieldsRemoved)
    }

    @Test("a password is filled into the fields of the request, at the same place, and nothing is saved")
    func fills() throws {
        let bench = try Bench()
        let place = InputPlace.app(try app())
        let text = ProvidedText.password(user: "ann", password: PrivateText("hunter2"))
        let user = FieldID(rawValue: "user")
        let filled = bench.autoFill.fill(text, at: place, into: user, on: signIn(place))
        #expect(filled.result == .filled)
        #expect(filled.effects.contains(.setText(user, PrivateText("ann"))))
        #expect(filled.effects.contains(.setText(FieldID(rawValue: "password"), PrivateText("hunter2"))))
        #expect(try bench.store.summaries().isEmpty)
        #expect(bench.autoFill.fill(text, at: place, into: user, on: nil).result == .fieldsRemoved)
        #expect(
            bench.autoFill.fill(text, at: place, into: user, on: signIn(try page("https://example.com"))).result == .fieldsRemoved)
        var off = bench
        off.settings.isOn = false
        #expect(off.autoFill.fill(text, at: place, into: user, on: signIn(place)).result == .noLongerOffered)
    }

    private static func identity(_ user: String, _ host: String = "example.com", rank: Int64 = 0) throws -> CredentialIdentity {
        try #require(CredentialIdentity(service: host, serviceKind: .domain, user: user, rank: rank))
    }
}

extension Bench {
    /// Turns the vault on, and registers its identities.
    fileprivate mutating func provide(_ identities: CredentialIdentity...) {
        guard let vault = try? app("vault") else { return }
        provided = ProvidedCredentials([.init(app: vault, kinds: [.password, .oneTimeCode], identities: identities)])
    }
}

extension QuickTypeBar {
    fileprivate var provided: [ProvidedSuggestion] {
        items.compactMap { if case .provided(let suggestion) = $0 { suggestion } else { nil } }
    }
}
