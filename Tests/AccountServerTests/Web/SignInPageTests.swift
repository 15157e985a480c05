import AccountPages
import Accounts
import HTTPTypes
import JSONText
import Testing

@testable import AccountServer

@Suite("Signing in and out on the page")
struct SignInPageTests {
    @Test("the right password redirects with 303 to the account")
    func rightPassword() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let page = try await browser.signIn("ANNA.K")
            #expect(page.redirects.map(\.status) == [.seeOther])
            #expect(page.path == "/account")
            #expect(page.sessions.count == 2)
        }
    }

    @Test("a wrong password stays on the form with 403, with the name but without the password; an unknown name gets the same page")
    func wrongPassword() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            var pages: [String] = []
            for name in ["anna.k", "anna.x"] {
                var browser = Browser(client)
                let page = try await browser.signIn(name, password: "not it at all 11")
                #expect(page.status == 403)
                #expect(page.errorCodes == ["invalid-credentials"])
                #expect(page.title?.hasPrefix("Error: ") == true)
                let form = try page.form(to: "/sign-in")
                #expect(form["username"] == name)
                #expect(form["password"]?.isEmpty == true)
                #expect(!page.text.contains("not it at all"))
                #expect(try await browser.isSignedIn() == false)
                let token = try #require(form["form-token"])
                let challenge = try page.form(to: "/sign-in/passkey").challenge
                pages.append(
                    page.text.replacing(name, with: "NAME").replacing(token, with: "TOKEN")
                        .replacing(challenge, with: "CHALLENGE"))

                let second = try await browser.submit(
                    page, to: "/sign-in", ["username": "anna.k", "password": ServerBench.password])
                #expect(second.path == "/account")
            }
            #expect(pages[0] == pages[1])
        }
    }

    @Test("after a password change on another device, the next sign-in page names it once as the reason for the sign-out")
    func passwordChangedElsewhere() async throws {
        try await ServerBench().run { client in
            var (browser, other) = (Browser(client), Browser(client))
            try await browser.signUp()
            try await other.signIn()
            _ = try await browser.submit(
                try await browser.open("/account/password"), to: "/account/password",
                ["current-password": ServerBench.password, "new-password": ServerBench.otherPassword])

            let page = try await other.open("/account/second-factors")
            #expect(page.path == "/sign-in?next=second-factors")
            #expect(page.errorCodes == ["password-changed-elsewhere"])
            #expect(page.text.contains("because your password was changed on another device"))
            #expect(other.cookie("__Host-latchkey-session") == nil)
            let again = try await other.open("/sign-in")
            #expect(again.errorCodes == [])
            let form = try page.form(to: "/sign-in").fields
            #expect(form.contains { $0.name == "next" && $0.value == "second-factors" })
            #expect(try await other.signIn(password: ServerBench.otherPassword).path == "/account")
        }
    }

    @Test("no other end of a session has this reason: signing out, another device's button, and the time")
    func otherEnds() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var (browser, other) = (Browser(client), Browser(client))
            try await browser.signUp()
            try await other.signIn()
            _ = try await browser.submit(try await browser.open("/account"), to: "/account/sessions/revoke-others")
            #expect(try await other.open("/account").errorCodes == [])
            try await other.signIn()
            bench.clock.advance(by: .seconds(91 * 86_400))
            #expect(try await other.open("/account").errorCodes == [])
        }
    }

    @Test("a link cannot make the page claim that the password was changed")
    func claimedChange() async throws {
        try await ServerBench().run { client async throws in
            var browser = Browser(client)
            #expect(try await browser.open("/sign-in?notice=password-changed-elsewhere").errorCodes == [])
            #expect(try await browser.open("/sign-in?notice=passkey-removed").errorCodes == ["passkey-removed"])
        }
    }

    @Test("signing in or up again ends the session of the replaced cookie, also one of another account")
    func replacedSession() async throws {
        try await ServerBench().run { client in
            _ = try await client.register("anna.k")
            var browser = Browser(client)
            // The form is open in a second tab before the first tab signs in.
            let signIn = try await browser.open("/sign-in")
            let signUp = try await browser.open("/sign-up")
            let credentials = ["username": "anna.k", "password": ServerBench.password]
            let form = try #require(browser.cookie("__Host-latchkey-form"))
            for (page, path) in [(signIn, "/sign-in"), (signIn, "/sign-in"), (signUp, "/sign-up")] {
                let replaced = browser.cookie("__Host-latchkey-session")
                browser.plant(form)
                let values = path == "/sign-up" ? ["username": "bert.m", "password": ServerBench.password] : credentials
                #expect(try await browser.submitOnce(page, to: path, values).status == .seeOther)
                #expect(try await browser.isSignedIn())
                guard let replaced else { continue }
                var other = Browser(client)
                other.plant(replaced)
                #expect(try await other.isSignedIn() == false)
            }
            // The session of the API, which was in no cookie of this browser, stays active.
            let open = try await client.send(.get, "/v1/sessions", token: try await client.signIn().text("session", "token"))
            #expect(open.json["sessions"]?.array?.count == 2)
        }
    }

    @Test("signing out ends the session in the store, not only in the browser")
    func signOut() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.signUp()
            let stolen = try #require(browser.cookie("__Host-latchkey-session"))
            let form = try #require(browser.cookie("__Host-latchkey-form")).value
            let farewell = try await browser.submit(page, to: "/sign-out")
            #expect(farewell.text.contains("You are signed out"))
            #expect(browser.cookie("__Host-latchkey-session") == nil)
            #expect(browser.cookie("__Host-latchkey-form")?.value != form)
            browser.plant(stolen)
            #expect(try await browser.isSignedIn() == false)
        }
    }

    @Test(
        "a signed-out user is sent to sign in and then reaches the requested page",
        arguments: ["account", "password", "delete", "not-me"])
    func next(_ destination: String) async throws {
        let paths = [
            "account": "/account", "password": "/account/password", "delete": "/account/delete", "not-me": "/account/not-me",
        ]
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let page = try await browser.open(try #require(paths[destination]))
            #expect(page.path == "/sign-in?next=\(destination)")
            let second = try await browser.submit(page, to: "/sign-in", ["username": "anna.k", "password": "not it at all 11"])
            let arrived = try await browser.submit(
                second, to: "/sign-in", ["username": "anna.k", "password": ServerBench.password])
            #expect(arrived.path == paths[destination])
        }
    }

    @Test(
        "an unknown destination leads to the account, in the query and in the form",
        arguments: [
            "https://evil.example/", "//evil.example", "/\\evil.example", "/account/password", "javascript:alert(1)", "Password",
            "password ", "sign-in", "",
        ])
    func foreignNext(_ next: String) async throws {
        let query = String(decoding: FormEncoding.encode([(name: "next", value: next)]), as: UTF8.self)
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let page = try await browser.open("/sign-in?\(query)")
            #expect(page.status == 200)
            #expect(try page.form(to: "/sign-in")["next"] == nil)
            #expect(!page.text.contains("evil"))
            let arrived = try await browser.submit(page, to: "/sign-in", ["username": "anna.k", "password": ServerBench.password])
            #expect(arrived.redirects.map(\.location) == ["/account"])
            #expect(try await browser.open("/sign-in?\(query)").redirects.map(\.location) == ["/account"])

            var planted = Browser(client)
            let form = try (try await planted.open("/sign-in?next=password")).form(to: "/sign-in")
            let fields = try form.filled(["username": "anna.k", "password": ServerBench.password, "next": next])
            #expect(try await planted.post("/sign-in", fields).location == "/account")
        }
    }

    @Test("an attacker's failures lead to 429 as a page, while a browser that signed in before can still sign in")
    func knownDevice() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try ServerBench { $0.throttles.failuresPerName = budget }
        try await bench.run { client in
            var known = Browser(client)
            let page = try await known.signUp()
            _ = try await known.submit(page, to: "/sign-out")
            known.restart()

            var otherBrowser = Browser(client)
            for _ in 0..<2 { #expect(try await otherBrowser.signIn(password: "not it at all 11").status == 403) }
            let rejected = try await otherBrowser.signIn()
            #expect(rejected.status == 429)
            #expect(rejected.answer.headers[.retryAfter] == "3600")
            #expect(rejected.answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(rejected.text.contains("Try again in 60 minutes"))
            #expect(try await known.signIn().path == "/account")
        }
    }
}

@Suite("Apple's button on the pages")
struct AppleButtonPageTests {
    @Test(
        "the button has the configured style and label",
        arguments: [
            (AppleButton.Style.automatic, AppleButtonType.byPage, "automatic", ["Sign in with Apple", "Sign up with Apple"]),
            (.whiteOutline, .continue, "outline", ["Continue with Apple", "Continue with Apple"]),
            (.black, .signUp, "black", ["Sign up with Apple", "Sign up with Apple"]),
        ])
    func configured(style: AppleButton.Style, type: AppleButtonType, name: String, titles: [String]) async throws {
        let bench = try ServerBench(apple: FakeAppleService()) { server in
            server.apple?.web?.buttonStyle = style
            server.apple?.web?.buttonType = type
        }
        try await bench.run { client in
            for (path, title) in zip(["/sign-in", "/sign-up"], titles) {
                var browser = Browser(client)
                let page = try await browser.open(path)
                #expect(page.text.contains("class=\"button apple \(name)\""), "\(path)")
                #expect(page.text.contains(title))
            }
        }
    }
}
