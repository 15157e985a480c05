import Accounts
import HTTPTypes
import Mail
import TestKit
import Testing

@testable import AccountServer

@Suite("Signing in by a mailed code on the pages")
struct MailedSignInPageTests {
    private static let start = "/sign-in/email"
    private static let code = "/sign-in/email/code"

    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox) { $0.mail?.signInCodes = true }
    }

    private func begin(
        _ name: String = "anna.k", at path: String = start, in browser: inout Browser
    ) async throws -> ShownPage {
        let page = try await browser.submit(try await browser.open(path), to: Self.start, ["username": name])
        await bench.system.sendMail()
        return page
    }

    /// Requests a code and enters it.
    private func enter(at path: String = start, in browser: inout Browser) async throws -> ShownPage {
        let page = try await begin(at: path, in: &browser)
        return try await browser.submit(page, to: Self.code, ["code": try mailbox.signInCode()])
    }

    @Test("the link below the sign-in leads by a mailed code to the account, which lists how the device signed in")
    func wholeStory() async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            #expect(try await browser.open("/sign-in").text.contains(#"<a href="/sign-in/email">E-mail me a code</a>"#))
            let page = try await begin("anna@example.org", in: &browser)
            #expect(page.path.hasPrefix(Self.code) && page.text.contains(#"autocomplete="one-time-code""#))
            let account = try await browser.submit(page, to: Self.code, ["code": try mailbox.signInCode()])
            #expect(account.path == "/account" && account.text.contains("Signed in with a code from an e-mail"))
            #expect(browser.cookie("__Host-latchkey-sign-in-request") == nil)
            #expect(try await browser.open(Self.start).path == "/account")
            #expect(try await browser.open(Self.code).path == "/account")
        }
    }

    @Test("the destination is kept, and the page of a sensitive change asks for the password first")
    func destination() async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            let link = #"<a href="/sign-in/email?next=new-address">"#
            #expect(try await browser.open("/sign-in?next=new-address").text.contains(link))
            let page = try await enter(at: "\(Self.start)?next=new-address", in: &browser)
            #expect(page.path.hasPrefix("/account/reauthenticate"))
            let form = try await browser.submit(
                page, to: "/account/reauthenticate", ["current-password": ServerBench.password])
            #expect(form.path == "/account/addresses/new")
        }
    }

    @Test("an account with a second factor proves it before the session opens")
    func secondFactor() async throws {
        try await bench.run { client in
            var owner = try await bench.anna(client, mailbox)
            let codes = try await owner.turnOnAuthenticator(at: bench.clock.now).codes
            var browser = Browser(client)
            #expect(try await enter(in: &browser).path.hasPrefix("/sign-in/second-factor"))
            #expect(try await !browser.isSignedIn())
            let other = try await browser.open("/sign-in/second-factor?method=recovery-code")
            #expect(try await browser.submit(other, to: "/sign-in/second-factor", ["code": codes[0]]).path == "/account")
        }
    }

    @Test("the pages after ten minutes lead back to the start")
    func expiry() async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            let page = try await begin(in: &browser)
            let code = try mailbox.signInCode()
            bench.clock.advance(by: .seconds(600))
            let late = try await browser.submit(page, to: Self.code, ["code": code])
            #expect(late.path == "/sign-in/email?notice=expired&next=account" && late.text.contains("The code has expired"))
            #expect(browser.cookie("__Host-latchkey-sign-in-request") == nil)
        }
    }

    @Test("by default, the sign-in page offers no code, and the pages do not exist")
    func off() async throws {
        try await ServerBench(mail: Mailbox()).run { client in
            var browser = Browser(client)
            let signIn = try await browser.open("/sign-in")
            #expect(!signIn.text.contains(Self.start))
            #expect(try await browser.open(Self.start).status == 404)
            #expect(try await browser.open(Self.code).status == 404)
        }
    }
}
