import HTTPTypes
import Testing
import WebServing

@testable import AccountServer

@Suite("Cookies of the pages")
struct WebCookieTests {
    /// Misleading header fields of a proxy, or of a client that pretends to be one.
    private static let misleading: [HTTPFields] = [
        [:], [.literal("X-Forwarded-Proto"): "http", .literal("Forwarded"): "proto=http;host=evil.example"],
        [.literal("X-Forwarded-Proto"): "https", .literal("X-Forwarded-Host"): "evil.example"],
    ]

    @Test("over https every cookie has __Host-, Secure, HttpOnly, SameSite=Lax and the path /, without a domain")
    func secureOrigin() async throws {
        for headers in Self.misleading {
            let cookies = try await cookiesOfSignUp(origin: "https://accounts.example.com", headers)
            #expect(Set(cookies.map(\.name)) == ["__Host-latchkey-session", "__Host-latchkey-device", "__Host-latchkey-form"])
            for cookie in cookies {
                let fixed = cookie.attributes.filter { !$0.hasPrefix("Max-Age=") }
                #expect(fixed == ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"])
                #expect(cookie.isAccepted(overTLS: true))
            }
        }
    }

    @Test("over http on loopback, cookies have other names and no Secure, with any header")
    func loopbackOrigin() async throws {
        for headers in Self.misleading {
            let cookies = try await cookiesOfSignUp(origin: "http://localhost:8080", headers)
            #expect(Set(cookies.map(\.name)) == ["latchkey-session", "latchkey-device", "latchkey-form"])
            for cookie in cookies {
                let fixed = cookie.attributes.filter { !$0.hasPrefix("Max-Age=") }
                #expect(fixed == ["HttpOnly", "Path=/", "SameSite=Lax"])
                #expect(cookie.isAccepted(overTLS: false))
            }
        }
    }

    @Test("the session cookie lasts as long as the session, the device cookie 400 days, the form cookie until the browser closes")
    func ages() async throws {
        let cookies = try await cookiesOfSignUp(origin: "https://accounts.example.com", [:])
        let ages = Dictionary(cookies.map { ($0.name, $0.maximumAge) }) { _, last in last }
        #expect(ages["__Host-latchkey-session"] == 90 * 86_400)
        #expect(ages["__Host-latchkey-device"] == 400 * 86_400)
        #expect(ages["__Host-latchkey-form"] == .some(nil))
    }

    @Test("neither kind of origin accepts the cookies of the other")
    func otherKind() async throws {
        for (origin, foreign) in [
            ("https://accounts.example.com", "latchkey-session"), ("http://localhost:8080", "__Host-latchkey-session"),
        ] {
            try await ServerBench(origin: origin).run { client in
                let token = try await client.register()
                let own = foreign.hasPrefix("__Host-") ? "latchkey-session" : "__Host-latchkey-session"
                for (name, status) in [(foreign, 303), (own, 200)] {
                    let answer = try await client.send(.get, "/account", headers: [.cookie: "\(name)=\(token)"])
                    #expect(answer.status.code == status)
                }
            }
        }
    }

    @Test("an invalid session cookie counts as missing")
    func deadCookie() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let session = try #require(browser.cookie("__Host-latchkey-session"))
            let ended = try await client.register("bert.m")
            #expect(try await client.send(.delete, "/v1/session", token: ended).status == .noContent)
            for value in [
                ended, "", "nonsense", String(repeating: "A", count: 43), session.value + "A", session.value.lowercased(),
            ] {
                var other = Browser(client)
                other.plant(BrowserCookie(name: session.name, value: value, attributes: session.attributes))
                #expect(try await other.open("/account").path == "/sign-in?next=account")
                #expect(try await other.signIn().path == "/account")
            }
            #expect(try await browser.isSignedIn())
            bench.clock.advance(by: .seconds(14 * 86_400))
            #expect(try await browser.isSignedIn() == false)
        }
    }

    @Test("a duplicate cookie is rejected, because one of the two was planted")
    func twice() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let cookie = "__Host-latchkey-session=\(token)"
            #expect(try await client.send(.get, "/account", headers: [.cookie: "\(cookie); \(cookie)"]).status == .badRequest)
            #expect(try await client.send(.get, "/account", headers: [.cookie: "\(cookie); other=\(token)"]).status == .ok)
        }
    }

    @Test("signing out removes the cookies with the attributes they were set with")
    func removal() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.signUp()
            let answer = try await browser.submitOnce(page, to: "/sign-out")
            let removed = try answer.headers[values: .setCookie].map(BrowserCookie.init)
            #expect(removed.map(\.name).sorted() == ["__Host-latchkey-form", "__Host-latchkey-session"])
            for cookie in removed {
                #expect(cookie.value.isEmpty)
                #expect(cookie.attributes == ["HttpOnly", "Max-Age=0", "Path=/", "SameSite=Lax", "Secure"])
            }
            #expect(browser.cookie("__Host-latchkey-device") != nil)
        }
    }

    /// Returns all cookies that signing up sets, in redirects and at the end.
    private func cookiesOfSignUp(origin: String, _ headers: HTTPFields) async throws -> [BrowserCookie] {
        let (cookies, cookie) = AsyncStream<BrowserCookie>.makeStream()
        try await ServerBench(origin: origin).run { client in
            var browser = Browser(client, origin: origin)
            let first = try await browser.send(.get, "/sign-up", headers: headers)
            let page = ShownPage(path: "/sign-up", answer: first, redirects: [])
            let values = ["username": "anna.k", "password": ServerBench.password]
            let last = try await browser.submitOnce(page, to: "/sign-up", values, headers: headers)
            #expect(last.location?.hasPrefix("/account") == true)
            for answer in [first, last] {
                for field in answer.headers[values: .setCookie] { cookie.yield(try BrowserCookie(field)) }
            }
            cookie.finish()
        }
        return await cookies.reduce(into: []) { $0.append($1) }
    }
}
