import Accounts
import EmulatedAuthenticator
import HTTPTypes
import TestStores
import Testing
import WebServing

@testable import AccountServer

@Suite("Upgrading a weak password on the pages")
struct UpgradePageTests {
    private static let weak = "monkeyspring1"

    @Test("a user who signs in with a password that the policy would reject today sees a notice with the remedy")
    func banner() async throws {
        let storage = try AccountStorage.forTest()
        try await ServerBench(storage: storage) { $0.passwords.minimumScore = 0 }.run { client in
            _ = try await client.register(password: Self.weak)
        }
        try await ServerBench(storage: storage).run { client in
            var browser = Browser(client)
            let page = try await browser.signIn(password: Self.weak)
            #expect(page.path == "/account?notice=weak-password")
            #expect(page.text.contains("/account/upgrade?notice=weak-password"))
            let upgrade = try await browser.open("/account/upgrade?notice=weak-password")
            #expect(upgrade.text.contains("easy to guess"))
            #expect(upgrade.text.contains("/account/password"))
        }
    }

    @Test("the notice also appears after a second factor")
    func bannerAfterSecondFactor() async throws {
        let storage = try AccountStorage.forTest()
        let lenient = try ServerBench(storage: storage) { $0.passwords.minimumScore = 0 }
        let strict = try ServerBench(storage: storage)
        try await lenient.run { client in
            let authenticator = try await client.turnOn(try await client.register(password: Self.weak), lenient.clock)
            try await strict.run { client in
                strict.clock.advance(by: .seconds(60))
                var browser = Browser(client)
                let step = try await browser.signIn(password: Self.weak)
                #expect(step.path.hasPrefix("/sign-in/second-factor?"))
                let wrong = try await browser.submit(step, to: "/sign-in/second-factor", ["code": "000000"])
                let page = try await browser.submit(
                    wrong, to: "/sign-in/second-factor", ["code": try authenticator.code(strict.clock)])
                #expect(page.path == "/account?notice=weak-password")
                #expect(page.text.contains("/account/upgrade?notice=weak-password"))
            }
        }
    }

    @Test("a good password leads to the account without a notice, and the upgrade page is available")
    func noBanner() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let account = try await browser.signIn()
            #expect(account.path == "/account")
            #expect(account.text.contains(#"href="/account/upgrade""#))
            #expect(try await browser.open("/account/upgrade").path == "/account/upgrade")
        }
    }

    @Test("the weak, the plain and the strong account see different advice")
    func advice() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            func advice(_ page: ShownPage) -> [String] {
                page.text.matches(of: /data-(?:protection|advice)="([^"]*)"/).map { String($0.1) }
            }
            var browser = Browser(client)
            try await browser.signUp()
            #expect(
                advice(try await browser.open("/account/upgrade?notice=weak-password"))
                    == ["weak", "password", "passkey", "second-factor"])
            #expect(advice(try await browser.open("/account/upgrade")) == ["basic", "passkey", "second-factor", "password"])
            #expect(advice(try await browser.open("/account")) == ["basic"])

            _ = try await browser.turnOnAuthenticator(at: bench.clock.now)
            #expect(advice(try await browser.open("/account/upgrade")) == ["strong", "passkey", "password"])
            #expect(advice(try await browser.open("/account")) == ["strong"])
        }
    }

    @Test("a passkey from the upgrade page replaces the password at its first sign-in, and one from the account page keeps it")
    func passkey() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var (anna, berta, other) = (Browser(client), Browser(client), Browser(client))
            var (replacing, plain) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            try await anna.signUp()
            let path = "/account/passkeys/new?replaces=password"
            #expect(try await anna.open("/account/upgrade").text.contains("href=\"\(path)\""))
            bench.clock.advance(by: .seconds(601))
            let asked = try await anna.open(path)
            #expect(asked.path == "/account/reauthenticate?next=passkey-upgrade")
            let page = try await anna.submit(
                asked, to: "/account/reauthenticate", ["current-password": ServerBench.password])
            #expect(page.path == path && page.text.contains("replaces your password"))
            #expect(try await anna.make(page, to: "/account/passkeys", &replacing).path == "/account?notice=passkey-added")
            #expect(try await other.signIn().path == "/account")
            #expect(try await anna.signOutAndIn(with: replacing).path == "/account")
            #expect(try await other.signIn().status == 403)

            try await berta.signUp("berta.k")
            _ = try await berta.add(&plain)
            #expect(try await berta.signOutAndIn(with: plain).path == "/account")
            #expect(try await other.signIn("berta.k").path == "/account")
        }
    }

    @Test("removing an Apple Account asks first, with its name, and only the form of that page removes it")
    func unlinking() async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let account = try await Self.link(&browser, apple, by: "/account/apple/link")
            let path = try String(#require(account.text.firstMatch(of: /href="(\/account\/apple\/[^"\/]*\/unlink)"/)).1)
            #expect(throws: ShownPage.NoSuchForm.self) { try account.form(to: path) }

            let asked = try await browser.open(path)
            #expect(asked.text.contains("Remove this Apple Account?"))
            #expect(asked.text.contains("Linked <time"))
            #expect(try await browser.open("/account").text.contains(#"data-apple="linked""#), "opening the page changes nothing")
            let forged = try await browser.post(path, [("form-token", "made-up")])
            #expect(forged.status == .forbidden)
            #expect(try await browser.submit(asked, to: path).path.hasPrefix("/account?notice=apple-unlinked"))
            #expect(try await browser.open(path).path == "/account", "it is no longer linked")
        }
    }

    @Test("the page that asks opens after recent authentication, and not for the Apple Account of another user")
    func unlinkingGuards() async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let account = try await Self.link(&browser, apple, by: "/account/apple/link")
            let path = try String(#require(account.text.firstMatch(of: /href="(\/account\/apple\/[^"\/]*\/unlink)"/)).1)
            var stranger = Browser(client)
            #expect(try await stranger.open(path).path == "/sign-in?next=account")
            try await stranger.signUp("berta")
            #expect(try await stranger.open(path).path == "/account")
            #expect(try await stranger.open("/account/apple/no-identifier/unlink").path == "/account")
            bench.clock.advance(by: .seconds(601))
            #expect(try await browser.open(path).path == "/account/reauthenticate?next=account")
        }
    }

    @Test("one step links the Apple identity, removes the password and ends all other sessions")
    func conversion() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            var (browser, other) = (Browser(client), Browser(client))
            try await browser.signUp()
            try await other.signIn()
            let page = try await browser.open("/account/upgrade")
            #expect(throws: ShownPage.NoSuchForm.self) { try page.form(to: "/account/upgrade/apple") }
            #expect(page.text.contains(#"href="\#(Self.away)""#))

            let account = try await Self.link(&browser, apple, by: Self.away)
            #expect(account.path == "/account?notice=password-removed")
            #expect(!account.text.contains(#"href="/account/upgrade""#))
            #expect(try await client.signIn().status == .unauthorized)
            #expect(try await other.isSignedIn() == false)
            let home = try await Self.link(&other, apple, by: "/sign-in/apple")
            #expect(home.path == "/account")
            #expect(home.sessions.count == 2)
        }
    }

    @Test("an account with a linked Apple identity removes the password with a form and its token")
    func removal() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            var browser = Browser(client)
            try await browser.signUp()
            #expect(try await Self.link(&browser, apple, by: "/account/apple/link").path == "/account?notice=apple-linked")
            let forged = try await browser.post("/account/upgrade/apple", [("form-token", "made-up")])
            #expect(forged.status == .forbidden)
            #expect(try await client.signIn().status == .created)
            let page = try await browser.open("/account/upgrade")
            #expect(try await browser.submit(page, to: "/account/upgrade/apple").path == "/account?notice=password-removed")
            #expect(try await client.signIn().status == .unauthorized)
        }
    }

    @Test("an old session must reauthenticate before the redirect to Apple, and returns to this page")
    func stale() async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            bench.clock.advance(by: .seconds(601))
            let asked = try await browser.open(Self.away)
            #expect(asked.path == "/account/reauthenticate?next=upgrade")
            #expect(try await client.signIn().status == .created)
            let back = try await browser.submit(
                asked, to: "/account/reauthenticate", ["current-password": ServerBench.password])
            #expect(back.path == "/account/upgrade")
            let account = try await Self.link(&browser, apple, by: Self.away, at: bench.clock.now)
            #expect(account.path == "/account?notice=password-removed")
        }
    }

    @Test(
        "another site's link does not start the conversion, which would remove the password",
        arguments: [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false)])
    func foreignLink(site: String, isTaken: Bool) async throws {
        try await ServerBench(apple: FakeAppleService()).run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let answer = try await browser.send(.get, Self.away, headers: [.secFetchSite: site])
            #expect(answer.status == (isTaken ? .seeOther : .forbidden))
            #expect((answer.location?.hasPrefix("https://appleid.apple.com/") == true) == isTaken)
            let foreign = try await browser.send(.get, Self.away, headers: [.origin: "https://evil.example"])
            #expect(foreign.status == .forbidden)
        }
    }

    @Test("a conversion that started in one session cannot finish in another, and the password stays")
    func otherSession() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            var browser = Browser(client)
            let account = try await browser.signUp()
            let landed = try await Self.land(&browser, apple, by: Self.away)
            _ = try await browser.submit(account, to: "/sign-out")
            try await browser.signIn()
            #expect(try await browser.send(.get, landed).location == "/sign-in?notice=apple-expired")
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("a session whose authentication became too old on the way must reauthenticate, and the password stays")
    func staleOnTheWay() async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            bench.clock.advance(by: .seconds(590))
            let landed = try await Self.land(&browser, apple, by: Self.away, at: bench.clock.now)
            bench.clock.advance(by: .seconds(11))
            #expect(try await browser.open(landed).path == "/account/reauthenticate?next=upgrade")
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("a second factor that was turned on on the way is requested, and the password stays")
    func factorOnTheWay() async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let other = try await client.signIn().text("session", "token")
            let landed = try await Self.land(&browser, apple, by: Self.away)
            _ = try await client.turnOn(other, bench.clock)
            #expect(try await browser.open(landed).path == "/account/confirm?next=upgrade")
            #expect(try await client.signIn().code == "additional_authentication_required")
        }
    }

    @Test("an account that must have a second factor since then is led to its set-up, and the password stays")
    func requiredOnTheWay() async throws {
        let (apple, storage) = (FakeAppleService(), try AccountStorage.forTest())
        let strict = try ServerBench(apple: apple, storage: storage) { $0.secondFactorRequirement.coversEverybody = true }
        try await ServerBench(apple: apple, storage: storage).run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let landed = try await Self.land(&browser, apple, by: Self.away)
            let cookies = browser.cookies
            try await strict.run { strictClient in
                var browser = Browser(strictClient)
                for cookie in cookies { browser.plant(cookie) }
                let page = try await browser.open(landed)
                #expect(page.path == "/account/second-factors?notice=required")
            }
            #expect(try await client.signIn().status == .created)
        }
    }

    private static let away = "/account/upgrade/apple?next=upgrade"

    @Test("the last credential stays, and a signed-out user is sent to sign in and back")
    func lastCredential() async throws {
        try await ServerBench(apple: FakeAppleService()).run { client in
            var browser = Browser(client)
            let token = try #require(try (try await browser.signUp()).form(to: "/sign-out")["form-token"])
            let answer = try await browser.post("/account/upgrade/apple", [("form-token", token)])
            #expect(answer.location == "/account?notice=last-credential")
            #expect(try await client.signIn().status == .created)

            var otherBrowser = Browser(client)
            let signIn = try await otherBrowser.open("/account/upgrade")
            #expect(signIn.path == "/sign-in?next=upgrade")
            let values = ["username": "anna.k", "password": ServerBench.password]
            #expect(try await otherBrowser.submit(signIn, to: "/sign-in", values).path == "/account/upgrade")
        }
    }

    /// Goes to Apple with this link, signs in there, and returns.
    private static func link(
        _ browser: inout Browser, _ apple: FakeAppleService, by path: String, at now: Timestamp = ServerBench.start
    ) async throws -> ShownPage {
        let landed = try await land(&browser, apple, by: path, at: now)
        return try await browser.open(landed)
    }

    /// Goes to the page that finishes Apple's response, and returns it.
    private static func land(
        _ browser: inout Browser, _ apple: FakeAppleService, by path: String, at now: Timestamp = ServerBench.start
    ) async throws -> String {
        let location = try #require(try await browser.send(.get, path).headers[.location])
        let query = try FormFields(parsing: Array(location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
        let token = try apple.signIn(nonce: query.required("nonce"), audience: FakeAppleService.webID, at: now)
        let form = [("state", try query.required("state")), ("code", "good-code"), ("id_token", token)]
        let landed = try await browser.send(
            .post, "/sign-in/apple/callback", body: FormEncoding.encode(form),
            headers: [.contentType: "application/x-www-form-urlencoded"])
        return try #require(landed.location)
    }
}
