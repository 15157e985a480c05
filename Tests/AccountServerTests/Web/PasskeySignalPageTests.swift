import Accounts
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

@Suite("Signals to password managers on the pages")
struct PasskeySignalPageTests {
    @Test("the account page signals to password managers which passkeys the account has, and a rejected addition leaves the list")
    func signals() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            var (first, second) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            #expect(try await browser.open("/sign-in").signals == nil)
            let account = try await browser.signUp("anna.k", with: &first)
            #expect(try account.acceptedPasskeys == [first.credentialID])
            #expect(account.answer.headers[.contentSecurityPolicy]?.contains("script-src 'self'") == true)
            #expect(try await browser.add(&second).acceptedPasskeys == [first.credentialID, second.credentialID])
            var copy = second
            #expect(try await browser.add(&copy).acceptedPasskeys == [first.credentialID, second.credentialID])
        }
    }

    @Test(
        "the page that a sign-in leads to signals the passkeys, and the same page a minute later does not",
        arguments: ["delete", "new-passkey", "not-me", "password", "second-factors", "upgrade"])
    func signalsAfterSignIn(next: String) async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            try await browser.signUp()
            _ = try await browser.add(&passkey)
            _ = try await browser.submit(try await browser.open("/account"), to: "/sign-out")
            let page = try await browser.sign(try await browser.open("/sign-in?next=\(next)"), to: "/sign-in/passkey", passkey)
            let reauthentication = try await browser.open("/account/reauthenticate?next=\(next)")
            #expect(page.path.hasPrefix("/account/") && reauthentication.path.hasPrefix("/account/reauthenticate"))
            for shown in [page, reauthentication] { #expect(try shown.acceptedPasskeys == [passkey.credentialID]) }
            bench.clock.advance(by: .seconds(60))
            for shown in [page, reauthentication] {
                let later = try await browser.open(shown.path)
                #expect(later.path == shown.path && later.signals == nil)
            }
        }
    }

    @Test("removing the passkey that opened the session ends it, and the page for the next sign-in signals the others")
    func removedOwn() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            try await browser.signUp()
            _ = try await browser.add(&passkey)
            let account = try await browser.signOutAndIn(with: passkey)
            let path = "/account/passkeys/\(account.passkeys[0])"
            let end = try await browser.submit(try await browser.open(path), to: "\(path)/remove")
            #expect(end.status == 200 && end.errorCodes == ["passkey-removed"])
            #expect(try end.acceptedPasskeys == [])
            #expect(try end.form(to: "/sign-in/passkey").options.contains("challenge"))
            #expect(browser.cookie("__Host-latchkey-session") == nil)
        }
    }

    @Test("the page after the deletion of an account signals that its user has no passkeys")
    func deleted() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            _ = try await browser.signUp("anna.k", with: &passkey)
            let end = try await browser.submit(try await browser.open("/account/delete"), to: "/account/delete")
            #expect(end.status == 200 && end.redirects.isEmpty && end.text.contains("Your account was deleted"))
            #expect(try end.acceptedPasskeys == [])
            #expect(browser.cookie("__Host-latchkey-session") == nil)
            #expect(try await browser.isSignedIn() == false)
        }
    }
}
