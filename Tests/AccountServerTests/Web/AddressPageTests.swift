import Accounts
import HTTPTypes
import Mail
import TestKit
import Testing

@testable import AccountServer

@Suite("E-mail addresses on the pages", .tags(.everyStore))
struct AddressPageTests {
    private static let new = "/account/addresses/new"
    private static let form = "/account/addresses"
    private static let code = "/account/addresses/code"

    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox)
    }

    private func claim(_ text: String, in browser: inout Browser) async throws -> ShownPage {
        let page = try await browser.submit(try await browser.open(Self.new), to: Self.form, ["email": text])
        await bench.system.sendMail()
        return page
    }

    @Test("an address is added, verified by its code, listed and removed")
    func wholeStory() async throws {
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            #expect(try await browser.open("/account").text.contains("you cannot reset a forgotten password"))
            let page = try await claim(" Anna@Example.org ", in: &browser)
            #expect(page.path == Self.code && page.text.contains(#"autocomplete="one-time-code""#))
            #expect(try await browser.open("/account").text.contains(#"data-address="unverified""#))
            let done = try await browser.submit(page, to: Self.code, ["code": try mailbox.code().lowercased()])
            #expect(done.path == "/account?notice=address-verified")
            #expect(done.text.contains(#"data-address="verified""#) && done.text.contains("<bdi>Anna@example.org</bdi>"))
            #expect(browser.cookie("__Host-latchkey-address") == nil)
            let again = try await claim("anna@example.org", in: &browser)
            #expect(again.path == "/account?notice=address-already-verified")

            let action = try #require(again.text.firstMatch(of: /action="(\/account\/addresses\/[^"]+\/remove)"/))
            let removed = try await browser.submit(again, to: String(action.1))
            #expect(removed.path == "/account?notice=address-removed" && !removed.text.contains("data-address"))
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "E-mail address removed")
        }
    }

    @Test("the code from the mail restores a removed address in any browser, ends the sessions, and opens none")
    func undo() async throws {
        let path = "/address-undo"
        try await bench.run { client in
            var owner = Browser(client)
            try await owner.signUp()
            let page = try await claim("anna@example.org", in: &owner)
            let account = try await owner.submit(page, to: Self.code, ["code": try mailbox.code()])
            let action = try #require(account.text.firstMatch(of: /action="(\/account\/addresses\/[^"]+\/remove)"/))
            _ = try await owner.submit(account, to: String(action.1))
            await bench.system.sendMail()
            let mail = try #require(mailbox.messages.last)
            #expect(mail.to.text == "anna@example.org" && mail.content.text.contains("https://accounts.example.com/address-undo"))
            let code = String(try #require(mail.content.text.firstMatch(of: /([a-z2-7]{4}-){5}[a-z2-7]{4}/)).0)
            #expect(!mail.content.subject.contains(code) && !mail.content.text.contains("address-undo?"))

            var browser = Browser(client)
            // Opening the page, and a form without its token, use nothing up.
            for _ in 0..<3 { _ = try await browser.open("\(path)?code=\(code)") }
            #expect(try await client.send(.head, path).status == .ok)
            #expect(try await browser.post(path, [("code", code)]).status == .forbidden)
            let wrong = try await browser.submit(
                try await browser.open(path), to: path, ["code": "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa"])
            #expect(wrong.status == 403 && wrong.errorCodes == ["email-code-rejected"])
            #expect(try await owner.isSignedIn())
            #expect(try await browser.submit(wrong, to: path, ["code": code]).path == "/address-restored")
            #expect(browser.cookie("__Host-latchkey-session") == nil)
            #expect(try await owner.isSignedIn() == false)
            #expect(try await browser.submit(try await browser.open(path), to: path, ["code": code]).status == 403)
            let signedIn = try await browser.signIn()
            #expect(signedIn.text.contains(#"data-address="verified""#))
            await bench.system.sendMail()
            #expect(mailbox.messages.contains { $0.content.subject == "E-mail address restored" })
        }
    }

    @Test(
        "a text that is not an address stays in the field with its reason", arguments: ["anna", "anna@", "a b@example.org", "<b>@"])
    func malformed(text: String) async throws {
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let page = try await claim(text, in: &browser)
            #expect(page.status == 422 && page.errorCodes == ["email-address-malformed"])
            #expect(try page.form(to: Self.form)["email"] == text)
            #expect(mailbox.messages.isEmpty)
        }
    }

    @Test("four wrong codes stay on the page, and the fifth one uses the code up")
    func wrongCodes() async throws {
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var page = try await claim("anna@example.org", in: &browser)
            // A malformed code is no attempt.
            page = try await browser.submit(page, to: Self.code, ["code": "12"])
            for _ in 0..<4 {
                page = try await browser.submit(page, to: Self.code, ["code": "AAAA-AAAA"])
                #expect(page.status == 403 && page.errorCodes == ["email-code-rejected"])
            }
            page = try await browser.submit(page, to: Self.code, ["code": "AAAA-AAAA"])
            #expect(page.path == "/account?notice=address-code-expired")
            #expect(try await browser.open(Self.code).path == Self.new)
        }
    }

    @Test("the address of another account is not taken over, and the limit of addresses is announced")
    func takenAndLimit() async throws {
        try await bench.run { client in
            var owner = Browser(client)
            try await owner.signUp("bert.m")
            let first = try await claim("anna@example.org", in: &owner)
            let code = try mailbox.code()
            var browser = Browser(client)
            try await browser.signUp()
            let second = try await claim("anna@example.org", in: &browser)
            let other = try mailbox.code()
            #expect(try await owner.submit(first, to: Self.code, ["code": code]).path == "/account?notice=address-verified")
            // The verification removed the claim of the other account with its code.
            #expect(
                try await browser.submit(second, to: Self.code, ["code": other]).path == "/account?notice=address-code-expired")
            for number in 0..<AccountAddress.limit { _ = try await claim("anna\(number)@example.org", in: &browser) }
            #expect(try await claim("last@example.org", in: &browser).path == "/account?notice=too-many-addresses")
        }
    }

    @Test("adding and removing an address require recent authentication")
    func reauthentication() async throws {
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let form = try await browser.open(Self.new)
            let code = try await claim("anna@example.org", in: &browser)
            let account = try await browser.submit(code, to: Self.code, ["code": try mailbox.code()])
            bench.clock.advance(by: .seconds(3_600))
            #expect(try await browser.open(Self.new).path == "/account/reauthenticate?next=new-address")
            #expect(
                try await browser.submit(form, to: Self.form, ["email": "b@example.org"]).path
                    == "/account/reauthenticate?next=new-address")
            let action = try #require(account.text.firstMatch(of: /action="(\/account\/addresses\/[^"]+\/remove)"/))
            #expect(
                try await browser.submit(account, to: String(action.1)).path == "/account/reauthenticate?next=account")
            #expect(try await browser.open("/account").text.contains(#"data-address="verified""#))
        }
    }

    @Test("without mail, no page mentions addresses or recoveries")
    func off() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            #expect(try await !browser.open("/sign-in").text.contains("/recovery"))
            try await browser.signUp()
            #expect(try await !browser.open("/account").text.contains("/account/addresses"))
            for path in [Self.new, "/recovery"] { #expect(try await browser.open(path).status == 404) }
        }
    }
}
