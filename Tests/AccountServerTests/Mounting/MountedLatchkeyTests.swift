import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InternetAddresses
import JSONText
import Logging
import TestStores
import TestKit
import Testing

@testable import AccountServer

@Suite("Latchkey mounted in an application", .tags(.realParts), .timeLimit(.minutes(20)))
struct MountedLatchkeyTests {
    private static let origin: PublicOrigin = {
        guard let origin = try? PublicOrigin("https://example.com") else { fatalError("an origin of the test is malformed") }
        return origin
    }()

    private static func run(_ bench: ServerBench, _ body: @escaping @Sendable (ServerClient) async throws -> Void) async throws {
        try await NotesApplication(latchkey: Latchkey(system: bench.system)).application().test(.router) { client in
            try await body(ServerClient(client: client))
        }
    }

    @Test("the API, the pages and the well-known files are available next to the application's own routes")
    func mounted() async throws {
        try await Self.run(try ServerBench()) { client in
            #expect(try await client.send(.get, "/about").text == "about notes")
            let token = try await client.register()
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)
            var browser = Browser(client)
            #expect(try await browser.signIn().path == "/account")
            #expect(try await client.send(.get, "/.well-known/jwks.json").status == .ok)
            #expect(try await client.send(.put, "/v1/session").headers[.allow] == "DELETE, GET, HEAD")
        }
    }

    @Test("mounted routes keep their header fields and limits with any middleware of the application")
    func ownProtection() async throws {
        try await Self.run(try ServerBench()) { client in
            let page = try await client.send(.get, "/sign-in")
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(page.headers[.strictTransportSecurity] != nil)
            let large = [UInt8](repeating: UInt8(ascii: " "), count: 65_537)
            let answer = try await client.send(.post, "/v1/accounts", body: large, headers: [.contentType: "application/json"])
            #expect(answer.status == .contentTooLarge)
        }
    }

    @Test("a guarded route responds with 401 and a problem document without an active session, and has the user with one")
    func guarded() async throws {
        try await Self.run(try ServerBench()) { client in
            let token = try await client.register("Anna.K")
            let id = try (try await client.send(.get, "/v1/account", token: token)).text("account", "id")
            for (header, status, code) in [
                (nil, 401, "unauthenticated"), ("Bearer \(String(repeating: "A", count: 43))", 401, "session-expired"),
                ("Bearer nonsense", 401, "session-expired"), ("Basic YTpi", 401, "unauthenticated"),
                ("Bearer a b", 400, "bad-request"),
            ] as [(String?, Int, String)] {
                var headers: HTTPFields = [:]
                headers[.authorization] = header
                let answer = try await client.send(.get, "/notes", headers: headers)
                #expect(answer.status.code == status)
                #expect(answer.code == code)
                #expect(answer.headers[.contentType] == "application/problem+json")
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
            let answer = try await client.send(.get, "/notes", token: token)
            #expect(answer.status == .ok)
            #expect(answer.text == "Anna.K \(id)")

            #expect(try await client.send(.delete, "/v1/session", token: token).status == .noContent)
            #expect(try await client.send(.get, "/notes", token: token).code == "session-expired")
        }
    }

    @Test("a session cookie does not authenticate at a guarded route, because pages of other origins could send it")
    func cookieIsNoBearer() async throws {
        try await Self.run(try ServerBench()) { client in
            var browser = Browser(client)
            try await browser.signUp()
            #expect(try await browser.send(.get, "/notes").status == .unauthorized)
        }
    }

    @Test("a route without the guard has no user, and responds with 401 if it requires one")
    func unguarded() async throws {
        try await Self.run(try ServerBench()) { client in
            let token = try await client.register()
            #expect(try await client.send(.get, "/unguarded", token: token).status == .unauthorized)
        }
    }

    @Test(
        "a text that is not an origin is rejected with its position",
        arguments: ["http://example.com", "https://example.com/", "example.com", ""])
    func unusableOrigin(_ origin: String) throws {
        let error = #expect(throws: LatchkeyError.self) { try PublicOrigin(origin) }
        #expect(error?.description.contains("at character") == true)
    }

    @Test(
        "a key that is not 32 bytes in base64 is rejected, and a revealed key parses to the same key",
        arguments: ["c2hvcnQ=", "", " "])
    func unusableKey(_ text: String) throws {
        let key = LatchkeySettings.Key.random()
        #expect(try LatchkeySettings.Key(key.reveal()).reveal() == key.reveal() && key.reveal().utf8.count == 44)
        let error = #expect(throws: LatchkeyError.self) { try LatchkeySettings.Key(text) }
        #expect(error?.code == .invalidSettings && error?.reason.hasPrefix("key:") == true)
    }

    @Test("the description of a key is redacted")
    func keyPrintsNothing() {
        let key = LatchkeySettings.Key.random()
        var dumped = ""
        dump(key, to: &dumped)
        var settings = LatchkeySettings(publicOrigin: Self.origin, key: key)
        settings.previousKeys = [key]
        dump(settings, to: &dumped)
        for text in ["\(key)", key.debugDescription, String(reflecting: settings), dumped] {
            #expect(!text.contains(key.reveal()) && !text.isEmpty)
        }
    }

    @Test(
        "a path that the application already has is rejected by name, and nothing is mounted",
        arguments: ["/sign-in", "/v1/accounts", "/", "/.well-known/jwks.json"], [false, true])
    func conflict(_ path: String, _ ignoresCase: Bool) throws {
        let latchkey = Latchkey(system: try ServerBench().system)
        let router = Router(context: NotesApplication.Context.self, options: ignoresCase ? .caseInsensitive : [])
        router.get(RouterPath(path)) { _, _ in "mine" }
        let error = #expect(throws: LatchkeyError.self) { try latchkey.mount(on: router) }
        #expect(error?.code == .routeConflict)
        #expect(error?.reason.hasPrefix("GET \(path)") == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains("claimsHome") == (path == "/"))
        #expect(router.routes.count == 1)
    }

    @Test(
        "a route that would hide server paths is rejected, and a route next to them is accepted",
        arguments: [
            ("/v1/sessions/{mine}", true), ("/{page}", true), ("/*", true), ("/**", true), ("/v1/**", true), ("/sign-*", true),
            ("/{page}/notes/all", false), ("/notes/{page}", false), ("/notes/**", false), ("/note-*", false),
        ])
    func hidden(_ path: String, _ isRejected: Bool) throws {
        let latchkey = Latchkey(system: try ServerBench().system)
        let router = Router(context: NotesApplication.Context.self)
        router.delete(RouterPath(path)) { _, _ in "mine" }
        guard isRejected else { return try latchkey.mount(on: router) }
        let error = #expect(throws: LatchkeyError.self) { try latchkey.mount(on: router) }
        #expect(error?.code == .routeConflict && error?.reason.hasPrefix("DELETE \(path)") == true, "\(error?.reason ?? "")")
    }

    @Test("settings without a key are rejected for a persistent store and accepted for one in memory")
    func missingKey() throws {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var settings = LatchkeySettings(publicOrigin: Self.origin)
        settings.hashingThreads = 1
        let stores = try AccountStorage.forTest().stores
        let error = #expect(throws: LatchkeyError.self) {
            try Latchkey(settings, storage: AccountStorage(stores), logger: silent)
        }
        #expect(error?.code == .invalidSettings && error?.reason.hasPrefix("key:") == true)
        _ = try Latchkey(settings, storage: AccountStorage(stores, isPersistent: false), logger: silent)
        settings.key = .random()
        _ = try Latchkey(settings, storage: AccountStorage(stores), logger: silent)
    }

    @Test("trusted proxies are followed, and malformed or wide ones are rejected by name")
    func trustedProxies() throws {
        var settings = LatchkeySettings(publicOrigin: Self.origin)
        settings.trustedProxies = try ["10.0.0.0/8", "2001:db8::1"].map(LatchkeySettings.Proxy.init)
        let configuration = settings.configuration()
        #expect(configuration.trustedProxies == [try IPNetwork("10.0.0.0/8"), try IPNetwork("2001:db8::1")])
        #expect(ConfigurationWarning.all(of: configuration).isEmpty)
        for rejected in ["proxy.example.com", "0.0.0.0/0", "2000::/3", ""] {
            let error = #expect(throws: LatchkeyError.self) { try LatchkeySettings.Proxy(rejected) }
            #expect(error?.reason.hasPrefix("trustedProxies:") == true)
        }
    }

    @Test(
        "an association file must have no errors, as with one in a configuration file",
        arguments: [
            (#"{"webcredentials":{"apps":[]}}"#, true), ("{}", false), ("[]", false), ("{", false), ("<html>", false), ("", false),
        ])
    func associationFile(_ text: String, _ isAccepted: Bool) throws {
        guard !isAccepted else {
            #expect(try LatchkeySettings.AssociationFile(Array(text.utf8)).bytes == Array(text.utf8))
            return
        }
        let error = #expect(throws: LatchkeyError.self) { try LatchkeySettings.AssociationFile(text.utf8) }
        #expect(error?.code == .invalidSettings && error?.reason.hasPrefix("associationFile:") == true)
    }

    @Test("an association file must be smaller than 128 KiB")
    func largeAssociationFile() throws {
        let text = #"{"webcredentials":{"apps":[]}}"#
        let room = 128 * 1_024 - text.utf8.count
        _ = try LatchkeySettings.AssociationFile((text + String(repeating: " ", count: room - 1)).utf8)
        let error = #expect(throws: LatchkeyError.self) {
            try LatchkeySettings.AssociationFile((text + String(repeating: " ", count: room)).utf8)
        }
        #expect(error?.reason == "associationFile: the file must be smaller than 128 KiB")
    }

    @Test("password rules that are too strict or unsatisfiable are rejected")
    func unusableRules() throws {
        for rules in ["minlength: 4; maxlength: 64;", "minlength: 12;", "minlenght: 12; maxlength: 64;"] {
            let error = #expect(throws: LatchkeyError.self) { try LatchkeySettings.PasswordRules(rules) }
            #expect(error?.code == .invalidSettings)
            #expect(error?.reason.hasPrefix("passwordRules:") == true)
        }
        let standard = LatchkeySettings(publicOrigin: Self.origin).passwordRules
        #expect(try LatchkeySettings.PasswordRules(standard.description) == standard)
    }

    @Test(
        "an application may have its own home page, and all other paths stay the account server's", arguments: [true, false])
    func home(_ claimsHome: Bool) async throws {
        var settings = LatchkeySettings(publicOrigin: Self.origin)
        settings.claimsHome = claimsHome
        settings.key = .random()
        settings.hashingThreads = 1
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let latchkey = try Latchkey(settings, storage: .forTest(), logger: silent)
        let router = Router(context: NotesApplication.Context.self)
        if !claimsHome { router.get("/") { _, _ in "all notes" } }
        try latchkey.mount(on: router)
        var application = Application(router: router, logger: silent)
        for service in latchkey.services { application.addServices(service) }
        try await application.test(.router) { client in
            let client = ServerClient(client: client)
            let home = try await client.send(.get, "/")
            #expect(home.headers[.location] == (claimsHome ? "/sign-in" : nil))
            #expect(home.text == (claimsHome ? "" : "all notes"))
            #expect(try await client.send(.get, "/account").headers[.location] == "/sign-in?next=account")
        }
    }

    @Test("valid settings are applied: origin, name, association file, password lengths and a generated key")
    func settings() async throws {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var settings = LatchkeySettings(
            publicOrigin: try PublicOrigin("http://127.0.0.1:8123"), serviceName: "Notes & more", key: .random())
        settings.associationFile = try .init(#"{"webcredentials":{"apps":[]}}"#.utf8)
        settings.passwordRules = try .init("maxlength: 64; minlength: 16; required: digit;")
        settings.hashingThreads = 1
        #expect(LatchkeySettings.Key.random().reveal() != settings.key?.reveal())
        let latchkey = try Latchkey(settings, storage: .forTest(), logger: silent)
        try await NotesApplication(latchkey: latchkey).application().test(.router) { client in
            let client = ServerClient(client: client)
            let page = try await client.send(.get, "/sign-up")
            #expect(page.text.contains("Notes &amp; more"))
            #expect(page.text.contains(#"minlength="16""#))
            #expect(page.text.contains(#"passwordrules="required: digit; "#))
            #expect(page.headers[.setCookie]?.hasPrefix("latchkey-form=") == true)
            #expect(
                try await client.send(.get, "/.well-known/apple-app-site-association").text == #"{"webcredentials":{"apps":[]}}"#)
            let answer = try await client.send(
                .post, "/v1/accounts", json: ["username": "anna.k", "password": "tin.kettle-4711"])
            #expect(answer.code == "password-too-short")
        }
    }
}
