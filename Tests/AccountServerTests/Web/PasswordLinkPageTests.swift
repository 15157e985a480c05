import Accounts
import HTTPTypes
import InternetAddresses
import Secrets
import TestKit
import Testing
import WebServing

@testable import AccountServer

@Suite("Setting a new password with a link on the pages")
struct PasswordLinkPageTests {
    private static let form = "/new-password"
    private static let dead = "/password-link-expired"

    private let bench: ServerBench

    init() throws {
        bench = try ServerBench()
    }

    /// Returns the path of a link for an account, as the operator creates it.
    private func link(to name: String = "anna.k", lifetime: PasswordLinkLifetime = .standard) async throws -> String {
        let service = bench.system.service
        let account = try #require(try await service.stores.account(named: UserNameKey(name)))
        let making = try await service.makePasswordLink(
            for: account.id, lifetime: lifetime, client: Client(address: .loopback, deviceName: "latchkey accounts"),
            now: bench.clock.now)
        guard case .made(let link) = making else { throw ServerAnswer.Missing(path: ["link"], body: "\(making)") }
        let url = link.revealURL(at: try PublicOrigin("https://accounts.example.com"))
        return String(url.trimmingPrefix("https://accounts.example.com"))
    }

    @Test("the link leads to a form for a new password and then to sign-in, which accepts it; all sessions have ended")
    func used() async throws {
        try await bench.run { client in
            let token = try await client.register()
            var browser = Browser(client)
            let page = try await browser.open(try await link())
            #expect(page.path == Self.form)
            #expect(page.text.contains("<bdi>anna.k</bdi>"))
            #expect(page.text.contains(#"autocomplete="new-password" passwordrules=""#))
            let done = try await browser.submit(page, to: Self.form, ["new-password": ServerBench.otherPassword])
            #expect(done.redirects.map(\.status) == [.seeOther])
            #expect(done.path == "/new-password-set")
            #expect(try await browser.isSignedIn() == false)
            #expect(try await client.send(.get, "/v1/session", token: token).status == .unauthorized)
            #expect(try await client.signIn().status == .unauthorized)
            #expect(try await browser.signIn(password: ServerBench.otherPassword).path == "/account")
            #expect(try await browser.open("/account").text.contains("New password set with a reset link"))
        }
    }

    @Test("opening the link, and a form without a token or from another site, do not use the link up")
    func opening() async throws {
        try await bench.run { client in
            _ = try await client.register()
            let link = try await link()
            for _ in 0..<3 {
                var scanner = Browser(client)
                #expect(try await scanner.open(link).path == Self.form)
                #expect(try await scanner.post(Self.form, [("new-password", ServerBench.otherPassword)]).status == .forbidden)
            }
            var browser = Browser(client)
            let page = try await browser.open(link)
            for headers: HTTPFields in [[.origin: "https://evil.example"], [.secFetchSite: "cross-site"]] {
                let answer = try await browser.submitOnce(
                    page, to: Self.form, ["new-password": ServerBench.otherPassword], headers: headers)
                #expect(answer.status == .forbidden)
            }
            #expect(try await client.signIn().status == .created)
            #expect(
                try await browser.submit(page, to: Self.form, ["new-password": ServerBench.otherPassword]).path
                    == "/new-password-set")
        }
    }

    @Test("a form is bound to the browser that opened the link")
    func otherBrowser() async throws {
        try await bench.run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let page = try await browser.open(try await link())
            var attacker = Browser(client)
            _ = try await attacker.open("/sign-in")
            let fields = try page.form(to: Self.form).filled(["new-password": ServerBench.otherPassword])
            #expect(try await attacker.post(Self.form, fields).status == .forbidden)
            // Its own form has a valid token, but no link.
            let own = try await attacker.open("/sign-in")
            let token = try #require(try own.form(to: "/sign-in")["form-token"])
            let answer = try await attacker.post(
                Self.form, [("form-token", token), ("username", "anna.k"), ("new-password", ServerBench.otherPassword)])
            #expect(answer.location == Self.dead)
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("a wrong, malformed, used, replaced or expired link and a link of a deleted account look the same")
    func deadLinks() async throws {
        try await bench.run { client in
            _ = try await client.register()
            _ = try await client.register("bert.m")
            let replaced = try await link()
            let expired = try await link(lifetime: try #require(PasswordLinkLifetime(.seconds(300))))
            bench.clock.advance(by: .seconds(300))
            let deleted = try await link(to: "bert.m")
            let token = try await client.signIn("bert.m").text("session", "token")
            #expect(try await client.send(.delete, "/v1/account", token: token).status == .noContent)
            let used = try await link()
            var browser = Browser(client)
            _ = try await browser.submit(
                try await browser.open(used), to: Self.form, ["new-password": ServerBench.otherPassword])

            let wrong = "/password-link/\(OpaqueToken(random: PredictableRandomBytes(seed: 11)).reveal())"
            var texts: Set<String> = []
            for link in [wrong, "/password-link/nonsense", replaced, expired, deleted, used, Self.form] {
                var browser = Browser(client)
                let page = try await browser.open(link)
                #expect(page.path == Self.dead, "\(link)")
                #expect(browser.cookie("__Host-latchkey-password-link") == nil)
                // Each browser has its own token for the form of the language picker.
                texts.insert(page.text.replacing(#/name="form-token" value="[^"]+"/#, with: ""))
            }
            #expect(texts.count == 1)
        }
    }

    @Test("a rejected password stays on the form with its reason, and does not use the link up")
    func rejected() async throws {
        try await bench.run { client in
            _ = try await client.register()
            var browser = Browser(client)
            var page = try await browser.open(try await link())
            for (password, code) in [
                ("short", "password-too-short"), ("aaaaaaaabbbbbbbb", "password-weak"),
                ("x-latchkey-otter-72", "password-contains-context-word"),
            ] {
                page = try await browser.submit(page, to: Self.form, ["new-password": password])
                #expect(page.status == 422)
                #expect(page.errorCodes == [code])
                #expect(try page.form(to: Self.form)["new-password"]?.isEmpty == true)
            }
            #expect(try await client.signIn().status == .created)
            page = try await browser.submit(page, to: Self.form, ["new-password": ServerBench.otherPassword])
            #expect(page.path == "/new-password-set")
        }
    }

    @Test("an account with a second factor must still show it at the next sign-in")
    func secondFactor() async throws {
        try await bench.run { client in
            _ = try await client.turnOn(try await client.register(), bench.clock)
            var browser = Browser(client)
            let page = try await browser.open(try await link())
            let done = try await browser.submit(page, to: Self.form, ["new-password": ServerBench.otherPassword])
            #expect(done.path == "/new-password-set")
            #expect(!browser.cookies.contains { $0.name == "__Host-latchkey-session" })
            let after = try await browser.signIn(password: ServerBench.otherPassword)
            #expect(after.path.hasPrefix("/sign-in/second-factor"))
            #expect(try await browser.isSignedIn() == false)
        }
    }

    @Test("the session of another account in the same browser is not named on the page, and ends when the password is set")
    func otherAccount() async throws {
        try await bench.run { client in
            _ = try await client.register()
            var browser = Browser(client)
            try await browser.signUp("bert.m")
            let session = try #require(browser.cookie("__Host-latchkey-session")?.value)
            let page = try await browser.open(try await link())
            #expect(!page.text.contains("bert.m"))
            #expect(try await client.send(.get, "/v1/session", token: session).status == .ok)
            _ = try await browser.submit(page, to: Self.form, ["new-password": ServerBench.otherPassword])
            #expect(try await client.send(.get, "/v1/session", token: session).status == .unauthorized)
        }
    }

    @Test("wrong links exhaust the budget of their address, and then a right one must wait too")
    func guessing() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try ServerBench { $0.throttles.failuresPerAddress = budget }
        try await bench.run { client in
            for _ in 0..<2 {
                var browser = Browser(client)
                let wrong = OpaqueToken(random: PredictableRandomBytes(seed: 12)).reveal()
                let page = try await browser.open("/password-link/\(wrong)")
                #expect(page.path == Self.dead)
            }
            var browser = Browser(client)
            let wrong = OpaqueToken(random: PredictableRandomBytes(seed: 13)).reveal()
            let page = try await browser.open("/password-link/\(wrong)")
            #expect(page.status == 429)
        }
    }

    @Test("the secret is in no page, no later URL and no Referer, and its cookie ends with the browser")
    func secrecy() async throws {
        try await bench.run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let link = try await link()
            let secret = try #require(link.split(separator: "/").last)
            let page = try await browser.open(link)
            let answer = try #require(page.redirects.first)
            #expect(answer.headers[.referrerPolicy] == "no-referrer")
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.location == Self.form)
            #expect(!page.text.contains(secret) && !answer.text.contains(secret))
            let cookie = try #require(browser.cookie("__Host-latchkey-password-link"))
            #expect(cookie.value == secret && cookie.maximumAge == nil)
            _ = try await browser.submit(page, to: Self.form, ["new-password": ServerBench.otherPassword])
            #expect(browser.cookie("__Host-latchkey-password-link") == nil)
        }
    }
}
