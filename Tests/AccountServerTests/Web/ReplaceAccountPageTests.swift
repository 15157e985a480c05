import AccountPages
import HTTPTypes
import Markup
import Testing

@testable import AccountServer

@Suite("Deleting another account on the pages, so that its Apple Account moves")
struct ReplaceAccountPageTests {
    private static let ways = [
        (PagePath.linkApple.text, "/account?notice=apple-linked"),
        (PagePath.upgradeToApple.text, "/account?notice=password-removed"),
    ]

    @Test("a page names both accounts, and its link leads to Apple, whose response moves the Apple Account", arguments: ways)
    func replacement(way: String, end: String) async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            var (other, browser) = (Browser(client), Browser(client))
            #expect(try await Self.signIn(&other, apple, by: "/sign-in/apple").path == "/account?notice=account-created")
            try await browser.signUp("anna.k")
            let asked = try await Self.signIn(&browser, apple, by: way)
            #expect(asked.text.contains("Delete the other account?") && asked.text.contains("Account without a user name"))
            #expect(asked.text.contains("<strong><bdi>anna.k</bdi></strong>"))
            // The page cannot be opened again, so it has no picker that would return to it.
            #expect(!asked.text.contains(#"action="\#(PagePath.language.text)""#))
            #expect(try await other.isSignedIn(), "the page alone deletes nothing")
            #expect(try await Self.answer(&browser, apple, at: Self.link(on: asked)).path == end)
            #expect(try await other.isSignedIn() == false)
            var third = Browser(client)
            #expect(try await Self.signIn(&third, apple, by: "/sign-in/apple").text.contains("anna.k"))
        }
    }

    @Test("the link of the page works once, and only in the browser and the session that were asked")
    func otherBrowser() async throws {
        let apple = FakeAppleService()
        try await ServerBench(apple: apple).run { client in
            var (other, browser, stranger) = (Browser(client), Browser(client), Browser(client))
            _ = try await Self.signIn(&other, apple, by: "/sign-in/apple")
            try await browser.signUp("anna.k")
            try await stranger.signUp("berta")
            let link = try Self.link(on: try await Self.signIn(&browser, apple, by: PagePath.linkApple.text))
            for _ in 0..<2 {
                _ = try await Self.answer(&stranger, apple, at: link)
                #expect(try await other.isSignedIn())
            }
            _ = try await Self.answer(&browser, apple, at: link)
            #expect(try await other.isSignedIn(), "the state is used up")
        }
    }

    @Test("an account with a second factor is not offered for deletion", arguments: ways)
    func guarded(way: String, end: String) async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple)
        try await bench.run { client in
            _ = try await client.turnOn(try await client.signInWithApple(apple).text("session", "token"), bench.clock)
            var browser = Browser(client)
            try await browser.signUp("anna.k")
            #expect(try await Self.signIn(&browser, apple, by: way).path == "/account?notice=apple-taken")
        }
    }

    /// Goes to Apple by a path of this site, signs in there, and returns.
    private static func signIn(_ browser: inout Browser, _ apple: FakeAppleService, by path: String) async throws -> ShownPage {
        try await answer(&browser, apple, at: try #require(try await browser.send(.get, path).headers[.location]))
    }

    /// Signs in at Apple's page with this address, and returns.
    private static func answer(
        _ browser: inout Browser, _ apple: FakeAppleService, at location: String
    ) async throws -> ShownPage {
        let query = try FormFields(parsing: Array(location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
        let token = try apple.signIn(nonce: query.required("nonce"), audience: FakeAppleService.webID)
        let form = [("state", try query.required("state")), ("code", "good-code"), ("id_token", token)]
        let landed = try await browser.send(
            .post, "/sign-in/apple/callback", body: FormEncoding.encode(form),
            headers: [.contentType: "application/x-www-form-urlencoded"])
        return try await browser.open(try #require(landed.location))
    }

    private static func link(on page: ShownPage) throws -> String {
        let link = try #require(page.text.firstMatch(of: /href="(https:\/\/appleid\.apple\.com\/[^"]*)"/))
        return String(link.1).replacing("&amp;", with: "&")
    }
}
