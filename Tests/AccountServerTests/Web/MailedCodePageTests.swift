import Accounts
import HTTPTypes
import Mail
import TestKit
import Testing

@testable import AccountServer

/// Pages that mail a code to an account's address and then ask for it.
struct MailedCodePages: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: String
    let code: String
    /// The later pages. A browser without the cookie of the request comes from each to the start.
    let bound: [String]
    /// The forms that need the token of their browser.
    let forms: [String]
    /// The page after the code has expired or has no attempts left.
    let expired: String
    /// The page after the right code.
    let next: String
    let read: @Sendable (Mailbox) throws -> String

    static let all = [
        MailedCodePages(
            testDescription: "recovery", start: "/recovery", code: "/recovery/code",
            bound: ["/recovery/code", "/recovery/second-factor", "/recovery/password", "/recovery/passkey"],
            forms: [
                "/recovery", "/recovery/code", "/recovery/second-factor", "/recovery/password", "/recovery/passkey",
                "/recovery/wait",
            ],
            expired: "/recovery?notice=expired", next: "/recovery/password", read: { try $0.recoveryCode() }),
        MailedCodePages(
            testDescription: "sign-in", start: "/sign-in/email", code: "/sign-in/email/code", bound: ["/sign-in/email/code"],
            forms: ["/sign-in/email", "/sign-in/email/code"], expired: "/sign-in/email?notice=expired&next=account",
            next: "/account", read: { try $0.signInCode() }),
    ]
}

@Suite("Pages that ask for a mailed code")
struct MailedCodePageTests {
    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox) { $0.mail?.signInCodes = true }
    }

    private func begin(
        _ name: String = "anna.k", on pages: MailedCodePages, in browser: inout Browser
    ) async throws -> ShownPage {
        let page = try await browser.submit(try await browser.open(pages.start), to: pages.start, ["username": name])
        await bench.system.sendMail()
        return page
    }

    @Test(
        "names with and without an account lead to the same pages, down to the fifth wrong code",
        arguments: MailedCodePages.all)
    func enumeration(_ pages: MailedCodePages) async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var seen: [[String]] = []
            for name in ["anna.k", "unknown.name"] {
                var browser = Browser(client)
                var page = try await begin(name, on: pages, in: &browser)
                var texts = [page.path]
                for _ in 0..<5 {
                    page = try await browser.submit(page, to: pages.code, ["code": "AAAA-AAAA"])
                    let token = try page.form(to: page.status == 403 ? pages.code : pages.start)["form-token"] ?? ""
                    texts.append("\(page.status) \(page.path) \(page.text.replacing(token, with: ""))")
                }
                #expect(page.path == pages.expired)
                seen.append(texts)
            }
            #expect(seen[0] == seen[1])
        }
    }

    @Test(
        "a code is bound to the browser that asked, and forms without a token or from another site use nothing up",
        arguments: MailedCodePages.all)
    func binding(_ pages: MailedCodePages) async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            let page = try await begin(on: pages, in: &browser)
            let code = try pages.read(mailbox)
            var attacker = Browser(client)
            let own = try await begin("unknown.name", on: pages, in: &attacker)
            #expect(try await attacker.submit(own, to: pages.code, ["code": code]).status == 403)
            attacker.clearCookies()
            for path in pages.forms {
                #expect(try await attacker.post(path, [("form-token", code)]).status == .forbidden, "\(path)")
            }
            let foreign = try await browser.submitOnce(
                page, to: pages.code, ["code": code], headers: [.origin: "https://evil.example"])
            #expect(foreign.status == .forbidden)
            #expect(try await browser.submit(page, to: pages.code, ["code": code]).path == pages.next)
        }
    }

    @Test(
        "a scanner that opens every page without the cookies, and presses their buttons, uses nothing up",
        arguments: MailedCodePages.all)
    func scanner(_ pages: MailedCodePages) async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            let page = try await begin(on: pages, in: &browser)
            for path in pages.bound {
                var scanner = Browser(client)
                let shown = try await scanner.open(path)
                #expect(shown.path.hasPrefix(pages.start) && !shown.path.hasPrefix(pages.code), "\(path)")
                _ = try await scanner.submit(shown, to: pages.start, ["username": ""])
            }
            #expect(try await browser.submit(page, to: pages.code, ["code": try pages.read(mailbox)]).path == pages.next)
        }
    }
}

extension ServerBench {
    /// Creates an account with the verified address `anna@example.org`. Returns the browser, which is signed in.
    func anna(_ client: ServerClient, _ mailbox: Mailbox) async throws -> Browser {
        var browser = Browser(client)
        try await browser.signUp()
        let page = try await browser.submit(
            try await browser.open("/account/addresses/new"), to: "/account/addresses", ["email": "anna@example.org"])
        await system.sendMail()
        let account = try await browser.submit(page, to: "/account/addresses/code", ["code": try mailbox.code()])
        try #require(account.path == "/account?notice=address-verified")
        return browser
    }
}
