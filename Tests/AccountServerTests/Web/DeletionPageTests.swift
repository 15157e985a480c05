import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Deleting the account on the page")
struct DeletionPageTests {
    private static let path = "/account/delete"
    private static let reauthentication = "/account/reauthenticate"

    @Test("right after sign-in: one question, then deletion with a message, and the name is free again")
    func recent() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var other = Browser(client)
            try await other.signIn()
            let page = try await browser.open(Self.path)
            #expect(page.path == Self.path)
            let message = try await browser.submit(page, to: Self.path)
            #expect(message.text.contains("Your account was deleted"))
            #expect(browser.cookie("__Host-latchkey-session") == nil)
            #expect(try await browser.isSignedIn() == false)
            #expect(try await other.isSignedIn() == false)
            #expect(try await other.signIn().status == 403)
            #expect(try await other.signUp().status == 200)
        }
    }

    @Test("ten minutes after authentication, deletion requires reauthentication, exact to the millisecond")
    func reauthentication() async throws {
        for (wait, isAsked) in [(Duration.seconds(600), false), (.milliseconds(600_001), true)] {
            let bench = try ServerBench()
            try await bench.run { client in
                var browser = Browser(client)
                try await browser.signUp()
                bench.clock.advance(by: wait)
                let page = try await browser.open(Self.path)
                #expect((page.path == "\(Self.reauthentication)?next=delete") == isAsked)
            }
        }
    }

    @Test("a wrong password stays on the form with 403; the right one continues with a new session cookie")
    func showingThePasswordAgain() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            bench.clock.advance(by: .seconds(601))
            let old = try #require(browser.cookie("__Host-latchkey-session"))
            var page = try await browser.open(Self.path)
            #expect(try page.form(to: Self.reauthentication)["username"] == "anna.k")

            page = try await browser.submit(page, to: Self.reauthentication, ["current-password": "not it at all 11"])
            #expect(page.status == 403)
            #expect(page.errorCodes == ["invalid-credentials"])
            #expect(!page.text.contains("not it at all"))
            #expect(try await browser.open(Self.path).path == "\(Self.reauthentication)?next=delete")

            page = try await browser.submit(page, to: Self.reauthentication, ["current-password": ServerBench.password])
            #expect(page.redirects.map(\.status) == [.seeOther])
            #expect(page.path == Self.path)
            #expect(browser.cookie("__Host-latchkey-session")?.value != old.value)
            var attacker = Browser(client)
            attacker.plant(old)
            #expect(try await attacker.isSignedIn() == false)
            #expect(try await browser.submit(page, to: Self.path).text.contains("Your account was deleted"))
        }
    }

    @Test("a deletion form that was open for too long deletes nothing")
    func staleForm() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let page = try await browser.open(Self.path)
            bench.clock.advance(by: .milliseconds(600_001))
            #expect(try await browser.submit(page, to: Self.path).path == "\(Self.reauthentication)?next=delete")
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("an unknown destination leads to the account")
    func foreignNext() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            for next in ["https%3A%2F%2Fevil.example", "%2Faccount%2Fdelete"] {
                let page = try await browser.open("\(Self.reauthentication)?next=\(next)")
                #expect(try page.form(to: Self.reauthentication)["next"] == "account")
                let fields = try page.form(to: Self.reauthentication).filled([
                    "current-password": ServerBench.password, "next": "https://evil.example",
                ])
                #expect(try await browser.post(Self.reauthentication, fields).location == "/account")
            }
        }
    }

    @Test(
        "signed out, every page of the account leads to sign-in",
        arguments: ["/account/delete", "/account/reauthenticate", "/account", "/account/password", "/account/not-me"])
    func signedOut(_ path: String) async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.open(path)
            #expect(page.path.hasPrefix("/sign-in?next="))
            #expect(page.redirects.map(\.status) == [.seeOther])
        }
    }
}
