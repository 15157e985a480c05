import AccountServer
import Accounts
import Chromium
import InternetAddresses
import Testing

extension InBrowser {
    @Suite("Setting a new password with a link in a browser")
    struct PasswordLinkTests {
        @Test(
            "the link opens the form, the new password signs in, and no page contains the link as its address or referrer",
            arguments: [true, false])
        func link(script: Bool) async throws {
            try await Scene.run { scene in
                try await scene.newVisitor().signUp(as: "Anna.K")
                let link = try await scene.passwordLink(for: "anna.k")
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(link)
                #expect(try await anna.path == "/new-password")
                #expect(try await anna.page.value("#username") == "Anna.K", "the user name for password managers")
                #expect(try await anna.page.evaluate("document.referrer").string == "")
                try await anna.page.fill("#new-password", .secondPassword)
                try await anna.submit()
                #expect(try await anna.path == "/new-password-set")
                try await anna.follow("main a[href='/sign-in']")
                try await anna.enter("anna.k", .secondPassword)
                #expect(try await anna.path == "/account")

                let late = try await scene.newVisitor(script: script)
                try await late.open(link)
                #expect(try await late.path == "/password-link-expired")
            }
        }
    }
}

extension Scene {
    /// The path of a link that is valid for an hour, as the operator sends it.
    fileprivate func passwordLink(for name: String) async throws -> String {
        let service = site.system.service
        let account = try #require(try await service.stores.account(named: UserNameKey(name)))
        let making = try await service.makePasswordLink(
            for: account.id, lifetime: .standard, client: Client(address: .loopback, deviceName: "latchkey accounts"),
            now: site.clock.now)
        guard case .made(let link) = making else { throw NoLink() }
        return String(link.revealURL(at: try PublicOrigin(site.origin)).trimmingPrefix(site.origin))
    }

    private struct NoLink: Error {}
}
