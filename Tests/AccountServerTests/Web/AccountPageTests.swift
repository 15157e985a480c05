import JSONText
import HTTPTypes
import Mail
import Testing

@testable import AccountServer

@Suite("The account page")
struct AccountPageTests {
    @Test("each session is listed, and a button ends another one")
    func endOne() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var second = Browser(client)
            try await second.signIn()
            var third = Browser(client)
            let thirdID = try #require(try await third.signIn().sessions.first { $0.isCurrent }?.id)

            let page = try await browser.open("/account")
            #expect(page.sessions.count == 3)
            #expect(page.text.contains("Firefox on Linux"))
            #expect(page.sessions.filter(\.isCurrent).count == 1)
            let after = try await browser.submit(page, to: "/account/sessions/\(thirdID)/revoke")
            #expect(after.redirects.map(\.status) == [.seeOther])
            #expect(after.path == "/account?notice=session-revoked")
            #expect(!after.sessions.contains { $0.id == thirdID })
            #expect(try await third.isSignedIn() == false)
            #expect(try await second.isSignedIn())
        }
    }

    @Test("one button ends all other sessions, and then disappears")
    func endOthers() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var others = [Browser(client), Browser(client)]
            for index in others.indices { try await others[index].signIn() }
            let after = try await browser.submit(try await browser.open("/account"), to: "/account/sessions/revoke-others")
            #expect(after.path == "/account?notice=other-sessions-revoked")
            #expect(after.sessions.map(\.isCurrent) == [true])
            #expect(throws: ShownPage.NoSuchForm.self) { try after.form(to: "/account/sessions/revoke-others") }
            for index in others.indices { #expect(try await others[index].isSignedIn() == false) }
        }
    }

    @Test("ten minutes after authentication, the buttons require reauthentication and then end the other sessions")
    func stale() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var other = Browser(client)
            let id = try #require(try await other.signIn().sessions.first { $0.isCurrent }?.id)
            bench.clock.advance(by: .milliseconds(600_001))
            for action in ["/account/sessions/revoke-others", "/account/sessions/\(id)/revoke"] {
                let page = try await browser.submit(try await browser.open("/account"), to: action)
                #expect(page.path == "/account/reauthenticate?next=account")
                #expect(try await other.isSignedIn())
            }
            let shown = try await browser.open("/account/reauthenticate?next=account")
            let account = try await browser.submit(shown, to: "/account/reauthenticate", ["current-password": ServerBench.password])
            _ = try await browser.submit(account, to: "/account/sessions/revoke-others")
            #expect(try await other.isSignedIn() == false)
        }
    }

    @Test("another account's session is not ended; a missing session counts as ended")
    func foreignSession() async throws {
        try await ServerBench().run { client in
            var bert = Browser(client)
            let bertID = try #require(try await bert.signUp("bert.m").sessions.first?.id)
            var anna = Browser(client)
            let token = try #require(try (try await anna.signUp("anna.k")).form(to: "/sign-out")["form-token"])
            for id in [bertID, "nonsense", "00000000-0000-4000-8000-000000000000"] {
                let answer = try await anna.post("/account/sessions/\(id)/revoke", [("form-token", token)])
                #expect(answer.status == .seeOther)
            }
            #expect(try await bert.isSignedIn())
            #expect(try await anna.isSignedIn())
        }
    }

    @Test("the notice comes from a closed set, so the query cannot insert text into the page")
    func notice() async throws {
        // The offer of a passkey would have another challenge on each page.
        try await ServerBench { $0.passkeys = nil }.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let plain = try await browser.open("/account")
            #expect(!plain.text.contains("data-code"))
            for words in ["password-changed-by-evil", "%3Cscript%3E", "PASSWORD-CHANGED"] {
                #expect(try await browser.open("/account?notice=\(words)").text == plain.text)
            }
            #expect(try await browser.open("/account?notice=password-changed").errorCodes == ["password-changed"])
        }
    }

    @Test("recent events are listed, with failures marked")
    func events() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            var otherBrowser = Browser(client)
            try await otherBrowser.signIn(password: "not it at all 11")
            let page = try await browser.open("/account")
            #expect(page.text.contains("Account created"))
            #expect(page.text.contains(#"<li class="attention">"#))
            #expect(page.text.contains("Failed sign-in with a wrong password"))
            #expect(
                page.text.contains(
                    "<time datetime=\"2027-01-15T08:00:00Z\" title=\"Jan 15, 2027, 8:00\u{202F}AM UTC\">now</time>"))
        }
    }

    @Test("a button turns the notices of new devices off and on again, and no other notice has one")
    func notices() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            var browser = try await bench.anna(client, mailbox)
            let page = try await browser.open("/account")
            #expect(page.text.contains(#"data-notice="on""#))
            #expect(page.text.matches(of: /action="\/account\/notices\//).count == 1)
            let off = try await browser.submit(page, to: "/account/notices/new-device/turn-off")
            #expect(off.path == "/account?notice=notices-changed" && off.text.contains(#"data-notice="off""#))
            var other = Browser(client)
            try await other.signIn()
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Notices by e-mail changed")
            let fields = try off.form(to: "/account/notices/new-device/turn-on").fields
            for path in ["/account/notices/password-changed/turn-off", "/account/notices/notices-off/turn-off"] {
                #expect(try await browser.post(path, fields).status == .notFound)
            }
            let on = try await browser.submit(off, to: "/account/notices/new-device/turn-on")
            #expect(on.text.contains(#"data-notice="on""#))
            bench.clock.advance(by: .seconds(601))
            let late = try await browser.submit(on, to: "/account/notices/new-device/turn-off")
            #expect(late.path == "/account/reauthenticate?next=account")
            #expect(try await browser.open("/account").text.contains(#"data-notice="on""#))
        }
        try await ServerBench().run { client async throws in
            var browser = Browser(client)
            #expect(try await !browser.signUp().text.contains("data-notice="))
        }
    }

    @Test("the name of a device is escaped")
    func deviceName() async throws {
        try await ServerBench { $0.passkeys = nil }.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            _ = try await client.send(
                .post, "/v1/sessions",
                json: ["username": "anna.k", "password": .string(ServerBench.password), "deviceName": "<script>alert(1)</script>"])
            let page = try await browser.open("/account")
            #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(!page.text.contains("<script>"))
        }
    }
}
