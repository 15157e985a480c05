import HTTPTypes
import Secrets
import Testing

@testable import AccountServer

@Suite("Forms that are not from a page of the server")
struct FormTokenTests {
    static let forms: [(path: String, fields: [(name: String, value: String)])] = [
        ("/sign-up", [("username", "anna.kay"), ("password", ServerBench.otherPassword)]),
        ("/sign-in", [("username", "anna.k"), ("password", ServerBench.password)]),
        ("/sign-out", []),
        ("/account/sessions/revoke-others", []),
        ("/account/sessions/00000000-0000-4000-8000-000000000000/revoke", []),
        ("/account/password", [("current-password", ServerBench.password), ("new-password", ServerBench.otherPassword)]),
        ("/account/reauthenticate", [("current-password", ServerBench.password)]),
        ("/account/time-zone", [("time-zone", "Asia/Tokyo")]), ("/account/delete", []), ("/account/not-me", []),
    ]

    @Test(
        "every form without its token, with another token, or with another browser's token is rejected with 403",
        arguments: forms.indices
    )
    func rejected(_ index: Int) async throws {
        let form = Self.forms[index]
        try await ServerBench().run { client in
            var browser = Browser(client)
            let own = try Self.token(in: try await browser.signUp())
            var otherBrowser = Browser(client)
            let foreign = try Self.token(in: try await otherBrowser.open("/sign-in"))
            let cookie = try #require(browser.cookie("__Host-latchkey-form")?.value)
            for token in [nil, "", "nonsense", foreign, cookie, own + "A", String(own.dropLast()), own.lowercased()] {
                let answer = try await browser.post(form.path, form.fields + (token.map { [("form-token", $0)] } ?? []))
                Self.expectRejection(answer)
            }
            #expect(try await browser.isSignedIn())
            #expect(try await client.signIn().status == .created)
            let accepted = try await browser.post(form.path, form.fields + [("form-token", own)])
            #expect([200, 303].contains(accepted.status.code))
        }
    }

    @Test("a token without its cookie is rejected, because another site could have fetched one")
    func withoutCookie() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let page = try await browser.open("/sign-in")
            browser.clearCookies()
            let values = ["username": "anna.k", "password": ServerBench.password]
            Self.expectRejection(try await browser.submitOnce(page, to: "/sign-in", values))
        }
    }

    @Test("a form opened before signing in, or before signing out, is rejected")
    func staleAfterSignIn() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            let open = try await browser.open("/sign-in")
            let values = ["username": "anna.k", "password": ServerBench.password]
            #expect(try await browser.submitOnce(open, to: "/sign-in", values).status == .seeOther)
            Self.expectRejection(try await browser.submitOnce(open, to: "/sign-in", values))

            let account = try await browser.open("/account")
            _ = try await browser.submit(account, to: "/sign-out")
            _ = try await browser.open("/sign-in")
            Self.expectRejection(try await browser.submitOnce(account, to: "/sign-out"))
        }
    }

    @Test("several open pages in one browser can all submit their forms")
    func severalPages() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let first = try await browser.open("/account/password")
            _ = try await browser.open("/account")
            let values = ["current-password": ServerBench.password, "new-password": ServerBench.otherPassword]
            #expect(try await browser.submitOnce(first, to: "/account/password", values).status == .seeOther)
        }
    }

    @Test("tokens disclose nothing about the cookie, and another server key creates other tokens")
    func boundToKey() {
        let cookie = OpaqueToken(random: PredictableRandomBytes(seed: 1))
        let tokens = ([2, 3] as [UInt64]).map { seed in
            let key = MasterKey.random(PredictableRandomBytes(seed: seed))
            return FormTokens(key: key.authenticationKey(for: KeyPurpose("form-tokens")))
        }
        #expect(tokens[0].isValid(tokens[0].token(for: cookie), for: cookie))
        #expect(!tokens[1].isValid(tokens[0].token(for: cookie), for: cookie))
        #expect(!tokens[0].token(for: cookie).contains(cookie.reveal()))
    }

    private static func token(in page: ShownPage) throws -> String {
        try #require(PageForm.all(in: page.text).first?["form-token"])
    }

    private static func expectRejection(_ answer: ServerAnswer) {
        #expect(answer.status == .forbidden)
        #expect(answer.text.contains("This form has expired"))
        #expect(!answer.headers.contains(.setCookie))
    }
}
