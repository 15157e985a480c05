import Accounts
import TestStores
import Testing

@testable import AccountServer

@Suite("Leaving a weak password behind on the pages")
struct UpgradePageTests {
    @Test("who signs in with a password that the service would not take today is told, and shown what to do")
    func banner() async throws {
        let storage = try AccountSystemStorage.weak()
        try await ServerBench(storage: storage) { $0.passwords.minimumScore = 0 }.run { client in
            _ = try await client.register(password: "monkeyspring1")
        }
        try await ServerBench(storage: storage).run { client in
            var browser = Browser(client)
            let page = try await browser.signIn(password: "monkeyspring1")
            #expect(page.path == "/account?notice=weak-password")
            #expect(page.text.contains("/account/upgrade?notice=weak-password"))
            let upgrade = try await browser.open("/account/upgrade?notice=weak-password")
            #expect(upgrade.text.contains("easy to guess"))
            #expect(upgrade.text.contains("/account/password"))
        }
    }

    @Test("a good password leads to the account without a word")
    func noBanner() async throws {
        try await ServerBench().run { client in
            _ = try await client.register()
            var browser = Browser(client)
            #expect(try await browser.signIn().path == "/account")
        }
    }
}

private enum AccountSystemStorage {
    /// One store for two servers, the first of which takes weak passwords.
    static func weak() throws -> AccountStorage { try .forTest() }
}
