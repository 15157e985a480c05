import Accounts
import HTTPTypes
import Testing

@testable import AccountServer

@Suite("The page behind the link of a notice")
struct NotMePageTests {
    private static let path = "/account/not-me"
    private static let reauthentication = "/account/reauthenticate"

    @Test("after a sign-in, one press ends all sessions, this one included, and the page says so")
    func ends() async throws {
        try await ServerBench().run { client in
            var (browser, other) = (Browser(client), Browser(client))
            try await browser.signUp()
            try await other.signIn()
            let page = try await browser.open(Self.path)
            #expect(page.path == Self.path)
            // Opening the page ended nothing.
            #expect(try await browser.isSignedIn())
            #expect(try await other.isSignedIn())
            let done = try await browser.submit(page, to: Self.path)
            #expect(done.path == "/signed-out-everywhere" && done.text.contains("You were signed out on all devices."))
            #expect(browser.cookie("__Host-latchkey-session") == nil)
            #expect(try await browser.isSignedIn() == false)
            #expect(try await other.isSignedIn() == false)
            #expect(try await other.signIn().path == "/account")
        }
    }

    @Test("a press without a recent proof ends nothing, and leads to reauthentication and back, exact to the millisecond")
    func proof() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var (browser, other) = (Browser(client), Browser(client))
            try await browser.signUp()
            try await other.signIn()
            bench.clock.advance(by: .seconds(600))
            var page = try await browser.open(Self.path)
            #expect(page.path == Self.path)
            bench.clock.advance(by: .milliseconds(1))
            let reauthentication = try await browser.submit(page, to: Self.path)
            #expect(reauthentication.path == "\(Self.reauthentication)?next=not-me")
            #expect(try await browser.open(Self.path).path == "\(Self.reauthentication)?next=not-me")
            #expect(try await browser.isSignedIn())
            #expect(try await other.isSignedIn())
            page = try await browser.submit(
                reauthentication, to: Self.reauthentication, ["current-password": "not it at all 11"])
            #expect(page.status == 403)
            #expect(try await browser.isSignedIn())
            #expect(try await other.isSignedIn())
            page = try await browser.submit(page, to: Self.reauthentication, ["current-password": ServerBench.password])
            #expect(page.path == Self.path)
            #expect(try await browser.submit(page, to: Self.path).path == "/signed-out-everywhere")
            #expect(try await other.isSignedIn() == false)
        }
    }

    @Test("a program that opens the link or posts without the page's form ends nothing")
    func scanner() async throws {
        try await ServerBench().run { client in
            var (browser, scanner) = (Browser(client), Browser(client))
            try await browser.signUp()
            for method in [HTTPRequest.Method.get, .head] { _ = try await scanner.send(method, Self.path) }
            #expect(try await scanner.post(Self.path, []).status == .forbidden)
            #expect(try await browser.post(Self.path, []).status == .forbidden)
            #expect(try await browser.isSignedIn())
        }
    }

    @Test("an account that must set up a second factor first can end its sessions")
    func enrolment() async throws {
        try await ServerBench { $0.secondFactorRequirement.coversEverybody = true }.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let page = try await browser.open(Self.path)
            #expect(try await browser.submit(page, to: Self.path).path == "/signed-out-everywhere")
        }
    }
}
