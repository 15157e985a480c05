import AccountPages
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LocalAccess
import NIOCore
import Secrets
import Testing
import Traces
import WebServing

@testable import AccountServer

@Suite("Access to the desk")
struct DeskAccessTests {
    private static let paths = [
        "/", "/?token=AAAA", "/dev/accounts", "/dev/accounts?q=a", "/dev/accounts/none", "/dev/log", "/dev/open/apple",
        "/dev/timeline", "/dev/timeline/4bf92f3577b34da6a3ce929d0e0e4736", "/dev/timeline/events", "/dev/snapshots", "/dev/unknown",
    ]

    @Test("a visitor without the printed address sees nothing", arguments: paths + [LocalAccessGate.tokenPath])
    func strangers(path: String) async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            for headers in [HTTPFields(), [.cookie: "latchkey-8080=\(OpaqueToken(random: SystemRandomBytes()).reveal())"]] {
                let answer = try await client.send(.get, path, headers: headers)
                #expect(answer.status == .unauthorized && !answer.text.contains(DeskBench.demoPassword))
            }
            #expect(try await client.send(.get, "/sign-in").status == .ok)
        }
    }

    @Test(
        "a form without the cookie of the printed address changes nothing",
        arguments: ["/dev/start-over", "/dev/accounts/none/end-sessions"])
    func strangersForms(path: String) async throws {
        let bench = try DeskBench()
        try await bench.run { client async throws in
            var stranger = Browser(client, origin: DeskBench.origin)
            #expect(try await stranger.post(path, []).status == .unauthorized)
        }
        #expect(bench.restartCount == 0)
    }

    @Test("the printed address opens the desk once, and leads to the address without the token")
    func printedAddress() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let address = bench.desk.newAddress(at: "")
            #expect(address.hasPrefix("/?token="))
            var browser = Browser(client, origin: DeskBench.origin)
            let page = try await browser.open(address)
            #expect(page.path == "/" && page.status == 200 && page.text.contains(DeskBench.demoPassword))
            #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.pageWithScript)
            #expect(page.answer.headers[.cacheControl] == "no-store")
            #expect(try await client.send(.get, address).status == .unauthorized, "another browser")
        }
    }

    @Test("a program with the bearer token gets a new address of the desk")
    func program() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let answer = try await client.send(.post, LocalAccessGate.tokenPath, token: DeskBench.bearer.reveal())
            #expect(answer.status == .created)
            var browser = Browser(client, origin: DeskBench.origin)
            #expect(try await browser.open(try answer.text("path")).status == 200)
        }
    }

    @Test(
        "only names of this machine are accepted, with any port",
        arguments: [
            ("localhost:8080", true), ("127.0.0.1:8080", true), ("[::1]:8080", true), ("localhost", true),
            ("evil.example", false), ("evil.example:8080", false), ("localhost.evil.example:8080", false),
            ("127.0.0.1.evil.example", false), ("192.0.2.1:8080", false), ("", false),
        ])
    func hosts(authority: String, isAccepted: Bool) {
        #expect(DevelopmentGate.isOfThisMachine(authority) == isAccepted)
    }

    @Test("a request without a host is rejected")
    func noHost() { #expect(!DevelopmentGate.isOfThisMachine(nil)) }

    @Test("under a foreign host a browser with the cookie sees no page of the desk, and the home of production at /")
    func foreignHost() throws {
        let access = LocalAccess(port: 8_080, bearer: DeskBench.bearer, random: SystemRandomBytes()) { .now }
        let desk = DevelopmentDesk(
            access: access, command: "c", log: DevelopmentLog(), traces: TraceStore(random: { 1 }, now: { 0 }), services: []
        ) {}
        let gate = try #require(DevelopmentGate(mail: nil, desk: desk))
        let session = try #require(access.exchange(access.newToken()))
        func response(_ authority: String, _ path: String) throws -> Response? {
            let head = HTTPRequest(
                method: .get, scheme: "http", authority: authority, path: path,
                headerFields: [.cookie: "latchkey-8080=\(session.reveal())"])
            return try gate.response(to: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
        }
        for path in ["/", "/dev/log"] { #expect(try response("localhost:8080", path) == nil) }
        let home = try response("juice.example", "/")
        #expect(home?.status == .seeOther && home?.headers[.location] == "/sign-in")
        for path in ["/dev/log", "/dev/accounts", "/dev/timeline", "/dev/open/apple", LocalAccessGate.tokenPath] {
            let problem = #expect(throws: Problem.self) { _ = try response("evil.example:8080", path) }
            #expect(problem?.code == .forbidden)
        }
        #expect(try response("evil.example:8080", "/sign-in") == nil, "pages for users have other checks")
    }

    @Test(
        "a form from another origin is rejected, also from another port of this machine",
        arguments: [
            (HTTPField.Name.origin, "https://evil.example"), (.origin, "http://localhost:3000"), (.origin, "null"),
            (.secFetchSite, "cross-site"), (.secFetchSite, "same-site"),
        ] as [(HTTPField.Name, String)])
    func foreignOrigin(field: HTTPField.Name, value: String) async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/")
            let answer = try await developer.submitOnce(page, to: "/dev/start-over", headers: [field: value])
            #expect(answer.status == .forbidden)
        }
        #expect(bench.restartCount == 0)
    }

    @Test("a form needs the token of the desk; that of a page for users is rejected")
    func formTokens() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/")
            let token = try #require(try page.form(to: "/dev/start-over").filled([:]).first { $0.name == "form-token" })
            let userPage = try await developer.open("/sign-in")
            let other = try #require(try userPage.form(to: "/sign-in").filled([:]).first { $0.name == "form-token" })
            #expect(token.value != other.value)
            for fields in [[], [("form-token", "")], [("form-token", "AAAA")], [("form-token", other.value)]]
                as [[(String, String)]]
            {
                let answer = try await developer.post("/dev/start-over", fields.map { (name: $0.0, value: $0.1) })
                #expect(answer.status == .forbidden)
            }
            #expect(bench.restartCount == 0)

            // The token belongs to one browser.
            var second = try await bench.developer(client)
            _ = try await second.open("/")
            #expect(try await second.post("/dev/start-over", [token]).status == .forbidden)
            #expect(bench.restartCount == 0)

            let answer = try await developer.submitOnce(page, to: "/dev/start-over")
            #expect(answer.status == .ok && answer.text.contains("data-awaits=\"/\""))
            #expect(answer.headers[.literal("Refresh")] == "10; url=/")
        }
        #expect(bench.restartCount == 1)
    }

    @Test("another service opens with a new token, and only as a page")
    func opening() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            for headers in [HTTPFields(), [.literal("Sec-Fetch-Mode"): "navigate"]] {
                let answer = try await developer.send(.get, "/dev/open/apple", headers: headers)
                #expect(answer.status == .seeOther && answer.headers[.location] == "http://127.0.0.1:8081/?token=once")
                #expect(answer.headers[.referrerPolicy] == "no-referrer")
            }
            for mode in ["no-cors", "cors", "websocket", ""] {
                let answer = try await developer.send(.get, "/dev/open/apple", headers: [.literal("Sec-Fetch-Mode"): mode])
                #expect(answer.status == .forbidden)
            }
            for path in ["/dev/open/phones", "/dev/open/none"] {
                #expect(try await developer.send(.get, path).status == .notFound)
            }
        }
    }

    @Test("production has its own home, and no page of the desk")
    func production() async throws {
        try await ServerBench().run { client in
            let home = try await client.send(.get, "/")
            #expect(home.status == .seeOther && home.headers[.location] == "/sign-in")
            for path in ["/dev/accounts", "/dev/log", "/dev/timeline", "/dev/timeline/events", "/dev/snapshots", "/dev/open/apple"]
            {
                #expect(try await client.send(.get, path).status == .notFound)
            }
            #expect(try await !client.send(.get, "/docs/api").text.contains("desk-navigation"))
        }
    }
}
