import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Changing the password on the page")
struct PasswordPageTests {
    private static let path = "/account/password"

    @Test("the current password and a good new one: 303 to the account, other sessions end, and this one gets a new cookie")
    func changed() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var other = Browser(client)
            try await other.signIn()
            let before = browser.cookies

            let page = try await browser.submit(
                try await browser.open(Self.path), to: Self.path,
                ["current-password": ServerBench.password, "new-password": ServerBench.otherPassword])
            #expect(page.redirects.map(\.status) == [.seeOther])
            #expect(page.path == "/account?notice=password-changed")
            #expect(page.text.contains("Your password was changed"))
            for name in ["__Host-latchkey-session", "__Host-latchkey-form"] {
                #expect(browser.cookie(name)?.value != before.first { $0.name == name }?.value)
            }
            #expect(try await other.isSignedIn() == false)
            #expect(try await other.signIn().status == 403)
            #expect(try await other.signIn(password: ServerBench.otherPassword).path == "/account")
        }
    }

    @Test("a rejected change stays on the form with its status and reason, and nothing changes")
    func rejected() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var page = try await browser.open(Self.path)
            for (current, new, status, code) in [
                ("not it at all 11", ServerBench.otherPassword, 403, "invalid-credentials"),
                (ServerBench.password, "short", 422, "password-too-short"),
                (ServerBench.password, "aaaaaaaabbbbbbbb", 422, "password-weak"),
                (ServerBench.password, ServerBench.password, 422, "password-unchanged"),
            ] {
                page = try await browser.submit(page, to: Self.path, ["current-password": current, "new-password": new])
                #expect(page.status == status)
                #expect(page.errorCodes == [code])
                let form = try page.form(to: Self.path)
                #expect(form["username"] == "anna.k")
                #expect(form["current-password"]?.isEmpty == true)
                #expect(form["new-password"]?.isEmpty == true)
                for password in [current, new] {
                    #expect(!page.text.contains(">\(password)<") && !page.text.contains("\"\(password)\""))
                }
            }
            var other = Browser(client)
            #expect(try await other.signIn().path == "/account")
        }
    }

    @Test("the current password is required even right after signing in")
    func alwaysAsked() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let page = try await browser.open(Self.path)
            var fields = try page.form(to: Self.path).filled(["new-password": ServerBench.otherPassword])
            fields.removeAll { $0.name == "current-password" }
            #expect(try await browser.post(Self.path, fields).status == .badRequest)
            var other = Browser(client)
            #expect(try await other.signIn().path == "/account")
        }
    }

    @Test("the hidden user name is for password managers only: another name in it has no effect")
    func hiddenUserName() async throws {
        try await ServerBench().run { client in
            _ = try await client.register("bert.m")
            var browser = Browser(client)
            try await browser.signUp("anna.k")
            let page = try await browser.submit(
                try await browser.open(Self.path), to: Self.path,
                ["username": "bert.m", "current-password": ServerBench.password, "new-password": ServerBench.otherPassword])
            #expect(page.path == "/account?notice=password-changed")
            var other = Browser(client)
            #expect(try await other.signIn("bert.m", password: ServerBench.otherPassword).status == 403)
            #expect(try await other.signIn("bert.m").path == "/account")
            var again = Browser(client)
            #expect(try await again.signIn("anna.k", password: ServerBench.otherPassword).path == "/account")
        }
    }

    @Test("a form submitted after the session has ended leads to sign-in and changes nothing")
    func sessionEnded() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let page = try await browser.open(Self.path)
            let token = try #require(browser.cookie("__Host-latchkey-session")?.value)
            #expect(try await client.send(.delete, "/v1/session", token: token).status == .noContent)
            let after = try await browser.submit(
                page, to: Self.path, ["current-password": ServerBench.password, "new-password": ServerBench.otherPassword])
            #expect(after.path == "/sign-in?next=password")
            #expect(try await browser.signIn().path == "/account")
        }
    }

    @Test("after a change the page lists the remaining credentials with buttons to remove them, or none")
    func review() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var page = try await browser.submit(
                try await browser.open(Self.path), to: Self.path,
                ["current-password": ServerBench.password, "new-password": ServerBench.otherPassword])
            #expect(page.text.contains("There are no other ways to sign in."))
            #expect(!(try await browser.open("/account").text.contains("Other ways to sign in")))

            let session = try #require(browser.cookie("__Host-latchkey-session")?.value)
            let owner = try await client.turnOn(session, bench.clock)
            browser.plant(
                try BrowserCookie("__Host-latchkey-session=\(owner.token); Path=/; HttpOnly; SameSite=Lax; Secure"))
            page = try await browser.submit(
                try await browser.open(Self.path), to: Self.path,
                ["current-password": ServerBench.otherPassword, "new-password": ServerBench.password])
            #expect(page.path == "/account?notice=password-changed")
            #expect(page.text.contains("Other ways to sign in"))
            #expect(page.text.contains("\(owner.recoveryCodes.count) left"))
            let removed = try await browser.submit(page, to: "/account/second-factors/authenticator/remove")
            #expect(removed.path == "/account/second-factors?notice=authenticator-removed")
        }
    }
}
