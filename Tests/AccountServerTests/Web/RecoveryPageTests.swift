import Accounts
import EmulatedAuthenticator
import HTTPTypes
import Mail
import TestKit
import Testing

@testable import AccountServer

@Suite("Resetting a forgotten password on the pages")
struct RecoveryPageTests {
    private static let start = "/recovery"
    private static let code = "/recovery/code"
    private static let factor = "/recovery/second-factor"
    private static let password = "/recovery/password"
    private static let passkey = "/recovery/passkey"

    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox)
    }

    private func begin(_ name: String = "anna.k", in browser: inout Browser) async throws -> ShownPage {
        let page = try await browser.submit(try await browser.open(Self.start), to: Self.start, ["username": name])
        await bench.system.sendMail()
        return page
    }

    /// Requests a code and enters it.
    private func enter(in browser: inout Browser) async throws -> ShownPage {
        let page = try await begin(in: &browser)
        return try await browser.submit(page, to: Self.code, ["code": try mailbox.recoveryCode()])
    }

    private func set(_ page: ShownPage, in browser: inout Browser, _ password: String = ServerBench.otherPassword) async throws
        -> ShownPage
    {
        try await browser.submit(page, to: Self.password, ["new-password": password])
    }

    @Test("the link below the sign-in leads by a mailed code to a new password; all sessions end")
    func wholeStory() async throws {
        try await bench.run { client in
            var owner = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            #expect(try await browser.open("/sign-in").text.contains(#"<a href="/recovery">Forgot your password?</a>"#))
            let page = try await begin("anna@example.org", in: &browser)
            #expect(page.path == Self.code && page.text.contains(#"autocomplete="one-time-code""#))
            let form = try await browser.submit(page, to: Self.code, ["code": try mailbox.recoveryCode()])
            #expect(form.path == Self.password && form.text.contains("<bdi>anna.k</bdi>"))
            let weak = try await set(form, in: &browser, "short")
            #expect(weak.status == 422 && weak.errorCodes == ["password-too-short"])
            let done = try await set(weak, in: &browser)
            #expect(done.path == "/new-password-set")
            #expect(!browser.cookies.contains { $0.name.contains("recovery") || $0.name.contains("session") })
            #expect(try await owner.isSignedIn() == false)
            #expect(try await browser.signIn().status == 403)
            #expect(try await browser.signIn(password: ServerBench.otherPassword).path == "/account")
        }
    }

    @Test("a passkey completes the recovery instead of a password; the password signs in no longer")
    func passkey() async throws {
        try await bench.run { client in
            var owner = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            let form = try await enter(in: &browser)
            #expect(form.text.contains(#"href="/recovery/passkey">Create a passkey</a>"#))
            var passkey = EmulatedPasskey.ofBench
            passkey.isUserVerified = false
            let rejected = try await browser.make(try await browser.open(Self.passkey), to: Self.passkey, &passkey)
            #expect(rejected.status == 422 && rejected.errorCodes == ["passkey-not-registered"])
            #expect(try rejected.acceptedPasskeys == [])
            // A passkey that finds no room leads to this page.
            #expect(try await browser.open(Self.password).acceptedPasskeys == [])
            passkey.isUserVerified = true
            #expect(try await browser.make(rejected, to: Self.passkey, &passkey).path == "/account-recovered")
            #expect(!browser.cookies.contains { $0.name.contains("recovery") || $0.name.contains("session") })
            #expect(try await owner.isSignedIn() == false)
            #expect(try await browser.signIn().status == 403)
            #expect(try await browser.signIn(with: passkey).path == "/account")
            #expect(try await browser.open(Self.passkey).path == "/recovery?notice=expired")
        }
    }

    @Test("a passkey from before the address is suspended by the recovery, and its owner confirms it in the account")
    func suspended() async throws {
        try await bench.run { client in
            var owner = Browser(client)
            try await owner.signUp()
            var passkey = EmulatedPasskey.ofBench
            _ = try await owner.add(&passkey)
            bench.clock.advance(by: .seconds(60))
            let claimed = try await owner.submit(
                try await owner.open("/account/addresses/new"), to: "/account/addresses", ["email": "anna@example.org"])
            await bench.system.sendMail()
            _ = try await owner.submit(claimed, to: "/account/addresses/code", ["code": try mailbox.code()])

            var browser = Browser(client)
            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            bench.clock.advance(by: .seconds(72 * 3_600))
            let done = try await set(try await enter(in: &browser), in: &browser)
            #expect(done.text.contains(#"<h2 id="suspended">Suspended</h2>"#))
            #expect(!browser.cookies.contains { $0.name.contains("recovery") || $0.name.contains("session") })
            let rejected = try await browser.signIn(with: passkey)
            #expect(rejected.status == 403 && rejected.errorCodes == ["credential-suspended"])
            let account = try await browser.signIn(password: ServerBench.otherPassword)
            let id = try #require(account.passkeys.first)
            let page = try await browser.open("/account/passkeys/\(id)")
            let confirmed = try await browser.submit(page, to: "/account/passkeys/\(id)/confirm")
            #expect(confirmed.path == "/account?notice=credential-confirmed")
            #expect(try await browser.signOutAndIn(with: passkey).path == "/account")
        }
    }

    @Test("a recovery offers no passkey if the second factor was not proved, or if passkeys are off")
    func noPasskey() async throws {
        try await bench.run { client in
            var owner = try await bench.anna(client, mailbox)
            _ = try await owner.turnOnAuthenticator(at: bench.clock.now)
            var browser = Browser(client)
            _ = try await enter(in: &browser)
            #expect(try await browser.open(Self.passkey).path == Self.factor)
            var visitor = Browser(client)
            #expect(try await visitor.open(Self.passkey).path == "/recovery?notice=expired")
            #expect(try await visitor.post(Self.passkey, [("credential", "{}")]).status == .forbidden)
        }
        let off = try ServerBench(mail: Mailbox()) { $0.passkeys = nil }
        try await off.run { client async throws in
            var browser = Browser(client)
            #expect(try await browser.open(Self.passkey).status == 404)
        }
    }

    @Test("the pages after ten minutes lead back to the start")
    func expiry() async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            let page = try await enter(in: &browser)
            bench.clock.advance(by: .seconds(600))
            #expect(try await set(page, in: &browser).path == "/recovery?notice=expired")
            #expect(browser.cookie("__Host-latchkey-recovery") == nil)
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("an account with a second factor proves it before the password")
    func secondFactor() async throws {
        try await bench.run { client in
            let owner = try await bench.anna(client, mailbox)
            let token = try #require(owner.cookie("__Host-latchkey-session")?.value)
            let codes = try await client.turnOn(token, bench.clock).recoveryCodes
            var browser = Browser(client)
            let page = try await enter(in: &browser)
            #expect(page.path == Self.factor)
            #expect(try await browser.open(Self.password).path == Self.factor)
            let wrong = try await browser.submit(
                try await browser.open(Self.factor), to: Self.factor, ["code": "000000"])
            #expect(wrong.status == 403 && wrong.errorCodes.contains("factor-rejected"))
            let other = try await browser.open("\(Self.factor)?method=recovery-code")
            let form = try await browser.submit(other, to: Self.factor, ["code": codes[0]])
            #expect(form.path == Self.password)
            #expect(try await set(form, in: &browser).path == "/new-password-set")
            #expect(try await browser.signIn(password: ServerBench.otherPassword).path.hasPrefix("/sign-in/second-factor"))
        }
    }

    @Test("a wrong passkey is rejected, and the right one then succeeds on the same page")
    func wrongPasskey() async throws {
        try await bench.run { client in
            var owner = try await bench.anna(client, mailbox)
            var passkey = EmulatedPasskey.ofBench
            _ = try await owner.add(&passkey)
            var browser = Browser(client)
            let page = try await enter(in: &browser)
            var wrong = passkey
            wrong.origin = "https://evil.example"
            let rejected = try await browser.sign(page, to: Self.factor, wrong)
            #expect(rejected.status == 403 && rejected.errorCodes == ["passkey-rejected"])
            #expect(try await browser.sign(rejected, to: Self.factor, passkey).path == Self.password)
        }
    }

    @Test("without the factor, the password waits 72 hours; the owner sees that on the account page, and cancels it")
    func waiting() async throws {
        try await bench.run { client in
            var owner = try await bench.anna(client, mailbox)
            _ = try await owner.turnOnAuthenticator(at: bench.clock.now)
            var browser = Browser(client)
            let page = try await enter(in: &browser)
            let waiting = try await browser.submit(page, to: "/recovery/wait")
            #expect(waiting.path == Self.factor && waiting.errorCodes == ["waiting"])
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Account recovery begun")
            let account = try await owner.open("/account")
            #expect(account.errorCodes.contains("recovery-waits"))
            let cancelled = try await owner.submit(account, to: "/account/recovery/cancel")
            #expect(cancelled.path == "/account?notice=reset-cancelled" && !cancelled.errorCodes.contains("recovery-waits"))
            #expect(try await browser.open(Self.factor).path == "/recovery?notice=expired")

            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            bench.clock.advance(by: .seconds(72 * 3_600))
            let form = try await enter(in: &browser)
            #expect(form.path == Self.password)
            #expect(try await set(form, in: &browser).path == "/new-password-set")
            #expect(try await browser.signIn(password: ServerBench.otherPassword).path == "/account")
        }
    }

    @Test("the account page says that a second factor or a passkey, at sign-in or in a session, ended a waiting recovery")
    func ended() async throws {
        try await bench.run { client in
            let notice = "/account?notice=recovery-ended"
            var owner = try await bench.anna(client, mailbox)
            let codes = try await owner.turnOnAuthenticator(at: bench.clock.now).codes
            var passkey = EmulatedPasskey.ofBench
            _ = try await owner.add(&passkey)
            var (browser, other) = (Browser(client), Browser(client))
            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            _ = try await other.signIn()
            let page = try await other.open("/sign-in/second-factor?method=recovery-code")
            let account = try await other.submit(page, to: "/sign-in/second-factor", ["code": codes[0]])
            #expect(account.path == notice && account.text.contains("Your second factor has ended it."))
            #expect(!account.errorCodes.contains("recovery-waits"))

            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            let confirmation = try await owner.open("/account/confirm?next=account&method=recovery-code")
            #expect(try await owner.submit(confirmation, to: "/account/confirm", ["code": codes[1]]).path == notice)

            bench.clock.advance(by: .seconds(3_600))
            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            #expect(try await other.signOutAndIn(with: passkey).path == notice)
            #expect(try await other.signOutAndIn(with: passkey).path == "/account")

            let reauthentication = "/account/reauthenticate"
            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            for path in [notice, "/account"] {
                let form = try await other.open(reauthentication)
                #expect(try await other.sign(form, to: "\(reauthentication)/passkey", passkey).path == path)
            }
        }
    }

    @Test("the page behind the link of a notice requires the second factor while a recovery waits, and then continues")
    func notMeWithFactor() async throws {
        try await bench.run { client in
            let path = "/account/not-me"
            var owner = try await bench.anna(client, mailbox)
            var (browser, other) = (Browser(client), Browser(client))
            try await other.signIn()
            let codes = try await owner.turnOnAuthenticator(at: bench.clock.now).codes
            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            let confirmation = try await other.submit(try await other.open(path), to: path)
            #expect(confirmation.path == "/account/confirm?next=not-me")
            #expect(try await owner.isSignedIn())
            let form = try await other.open("/account/confirm?next=not-me&method=recovery-code")
            let page = try await other.submit(form, to: "/account/confirm", ["code": codes[0]])
            #expect(page.path == path)
            #expect(try await browser.open(Self.factor).path == "/recovery?notice=expired")
            #expect(try await other.submit(page, to: path).path == "/signed-out-everywhere")
            #expect(try await owner.isSignedIn() == false)
        }
    }

    @Test("a recovery that waits for a passkey ends by a session that proved it, with a notice, and not by the password alone")
    func notMe() async throws {
        try await bench.run { client in
            let path = "/account/not-me"
            var owner = try await bench.anna(client, mailbox)
            var passkey = EmulatedPasskey.ofBench
            _ = try await owner.add(&passkey)
            var browser = Browser(client)
            _ = try await browser.submit(try await enter(in: &browser), to: "/recovery/wait")
            let reauthentication = "/account/reauthenticate"
            let account = try await owner.open("/account")
            #expect(account.errorCodes.contains("recovery-waits"))
            let cancelling = try await owner.submit(account, to: "/account/recovery/cancel")
            #expect(cancelling.path == "\(reauthentication)?next=account")
            var page = try await owner.submit(try await owner.open(path), to: path)
            #expect(page.path == "\(reauthentication)?next=not-me")
            page = try await owner.submit(page, to: reauthentication, ["current-password": ServerBench.password])
            page = try await owner.submit(page, to: path)
            #expect(page.path == "\(reauthentication)?next=not-me")
            #expect(try await browser.open(Self.factor).path == Self.factor)
            page = try await owner.sign(page, to: "\(reauthentication)/passkey", passkey)
            #expect(page.path == path)
            #expect(try await owner.submit(page, to: path).path == "/signed-out-everywhere")
            #expect(try await browser.open(Self.factor).path == "/recovery?notice=expired")
            await bench.system.sendMail()
            #expect(mailbox.messages.count { $0.content.subject == "Account recovery cancelled" } == 1)
            #expect(try await !owner.signIn().errorCodes.contains("recovery-waits"))
        }
    }

    @Test("the session of another account in the same browser is not named on the pages, and ends with the new password")
    func otherAccount() async throws {
        try await bench.run { client in
            _ = try await bench.anna(client, mailbox)
            var browser = Browser(client)
            try await browser.signUp("bert.m")
            let session = try #require(browser.cookie("__Host-latchkey-session")?.value)
            #expect(try await !browser.open(Self.start).text.contains("bert.m"))
            let form = try await enter(in: &browser)
            #expect(!form.text.contains("bert.m"))
            _ = try await set(form, in: &browser)
            #expect(try await client.send(.get, "/v1/session", token: session).status == .unauthorized)
        }
    }
}
