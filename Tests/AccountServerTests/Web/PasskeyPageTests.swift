import Accounts
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import Secrets
import TestKit
import Testing
import WebServing

@testable import AccountServer

@Suite("Passkeys on the pages")
struct PasskeyPageTests {
    @Test("a user signs up with a passkey and no password, and signs in with it")
    func signUpAndIn() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            let welcome = try await browser.signUp("anna.k", with: &passkey)
            #expect(welcome.path == "/account?notice=account-created")
            #expect(welcome.passkeys.count == 1)
            #expect(welcome.text.contains("Set a password"))

            var other = Browser(client)
            let account = try await other.signIn(with: passkey)
            #expect(account.path == "/account")
            #expect(account.sessions.count == 2)
            #expect(account.text.contains("last used"))
        }
    }

    @Test("the sign-in page offers passkeys at its field and with a button, and its policy permits only the server's script")
    func signInPage() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.open("/sign-in?next=password")
            #expect(page.text.contains(#"autocomplete="username webauthn""#))
            let form = try page.form(to: "/sign-in/passkey")
            let options = try JSONText.parse(Array(form.options.utf8)).root.value
            #expect(options["allowCredentials"] == [])
            #expect(options["rpId"] == "accounts.example.com")
            #expect(form["next"] == "password")
            let script = try #require(page.text.firstMatch(of: /<script src="([^"]*)" defer>/)).1
            #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.pageWithScript)
            let asset = try await client.send(.get, String(script))
            #expect(asset.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(asset.text.contains("navigator.credentials"))
        }
    }

    @Test("a page that was open for eight hours signs in, and one that was open for thirteen does not")
    func openPage() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.signUp("anna.k", with: &passkey)
            var (early, late) = (Browser(client), Browser(client))
            let (first, second) = (try await early.open("/sign-in"), try await late.open("/sign-in"))
            bench.clock.advance(by: .seconds(8 * 3_600))
            #expect(try await early.sign(first, to: "/sign-in/passkey", passkey).path == "/account")
            bench.clock.advance(by: .seconds(5 * 3_600))
            let expired = try await late.sign(second, to: "/sign-in/passkey", passkey)
            #expect(expired.errorCodes == ["challenge-rejected"])
            #expect(try await late.sign(expired, to: "/sign-in/passkey", passkey).path == "/account")
        }
    }

    @Test("a page's challenge serves once, and only in its browser")
    func stolenChallenge() async throws {
        try await ServerBench().run { client in
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.signUp("anna.k", with: &passkey)
            var (victim, attacker) = (Browser(client), Browser(client))
            let page = try await victim.open("/sign-in")
            let signed = try passkey.answer(to: page.form(to: "/sign-in/passkey"))
            let own = try await attacker.open("/sign-in")
            let stolen = try await attacker.submit(own, to: "/sign-in/passkey", ["credential": signed])
            #expect(stolen.status == 403)
            #expect(stolen.errorCodes == ["challenge-rejected"])
            #expect(try await attacker.isSignedIn() == false)

            let cookie = try #require(victim.cookie("__Host-latchkey-form"))
            #expect(try await victim.submit(page, to: "/sign-in/passkey", ["credential": signed]).path == "/account")
            victim.plant(cookie)
            let again = try await victim.submitOnce(page, to: "/sign-in/passkey", ["credential": signed])
            #expect(again.status == .forbidden)
        }
    }

    @Test(
        "another site's form, a form without its token and one without its cookie are rejected",
        arguments: [
            "/sign-in/passkey", "/sign-up/passkey", "/sign-up/passkey/finish", "/account/reauthenticate/passkey",
            "/account/passkeys", "/account/passkeys/x", "/account/passkeys/x/remove",
        ])
    func foreignForms(_ path: String) async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let token = try #require(try await browser.signUp().form(to: "/sign-out")["form-token"])
            let foreign = try await browser.post(
                path, [("form-token", token)], headers: [.origin: "https://evil.example", .secFetchSite: "cross-site"])
            #expect(foreign.status == .forbidden)
            #expect(try await browser.post(path, [("form-token", "AAAA")]).status == .forbidden)
            var other = Browser(client)
            #expect(try await other.post(path, [("form-token", token)]).status == .forbidden)
            #expect(try await browser.isSignedIn())
        }
    }

    @Test("an unknown passkey and a wrong signature get the same page, and unreadable JSON a 400")
    func rejections() async throws {
        try await ServerBench().run { client in
            var (passkey, foreign) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            _ = try await client.signUp("anna.k", with: &passkey)
            foreign.userHandle = passkey.userHandle
            var browser = Browser(client)
            var pages: [String] = []
            for id in [foreign.credentialID, passkey.credentialID] {
                foreign.credentialID = id
                let rejected = try await browser.signIn(with: foreign)
                #expect(rejected.status == 403)
                #expect(rejected.errorCodes == ["passkey-rejected"])
                let challenge = try rejected.form(to: "/sign-in/passkey").challenge
                pages.append(rejected.text.replacing(challenge, with: "CHALLENGE"))
            }
            #expect(pages[0] == pages[1])
            for change: (inout EmulatedPasskey) -> Void in [
                { $0.isUserPresent = false }, { $0.isUserVerified = false }, { $0.origin = "https://evil.example" },
                {
                    $0.isBackupEligible = false; $0.isBackedUp = false
                },
            ] {
                var changed = passkey
                change(&changed)
                #expect(try await browser.signIn(with: changed).errorCodes == ["passkey-rejected"])
            }
            let page = try await browser.open("/sign-in")
            #expect(try await browser.submit(page, to: "/sign-in/passkey", ["credential": "{}"]).status == 400)
            #expect(try await browser.signIn(with: passkey).path == "/account")
        }
    }

    @Test("the passkey of a new account belongs to the chosen name, and a taken name is rejected")
    func signUpRejections() async throws {
        try await ServerBench().run { client in
            _ = try await client.register("bert.m")
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            let taken = try await browser.submit(
                try await browser.open("/sign-up"), to: "/sign-up/passkey", ["username": "Bert.M"])
            #expect(taken.status == 422)
            #expect(taken.errorCodes == ["username-taken"])
            #expect(try taken.form(to: "/sign-up")["username"] == "Bert.M")

            let page = try await browser.submit(taken, to: "/sign-up/passkey", ["username": "anna.k"])
            let made = try passkey.make(page.form(to: "/sign-up/passkey/finish"))
            let renamed = try await browser.submit(
                page, to: "/sign-up/passkey/finish", ["username": "carl.o", "credential": made])
            #expect(renamed.errorCodes == ["challenge-rejected"])
            let done = try await browser.submit(page, to: "/sign-up/passkey/finish", ["credential": made])
            #expect(done.path == "/account?notice=account-created")
        }
    }

    @Test("a user adds, renames and removes passkeys, and the last way in stays")
    func settings() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            var (first, second) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            second.isBackedUp = false
            var account = try await browser.signUp("anna.k", with: &first)
            account = try await browser.add(&second)
            #expect(account.path == "/account?notice=passkey-added")
            #expect(account.passkeys.count == 2)
            #expect(account.text.contains("Synced"))
            #expect(account.text.contains("On one device only"))
            var copy = second
            #expect(try await browser.add(&copy).errorCodes == ["passkey-taken"])

            let path = "/account/passkeys/\(account.passkeys[1])"
            var page = try await browser.open(path)
            // A passkey without another name has that of the device, which is shown once.
            let device = #"<p class="detail">Firefox on Linux</p>"#
            #expect(page.text.contains(#"value="Firefox on Linux""#) && !page.text.contains(device))
            #expect(try await browser.submit(page, to: path, ["name": " \u{200B}"]).status == 422)
            account = try await browser.submit(page, to: path, ["name": "Key <of> brass"])
            #expect(account.text.contains("<bdi>Key &lt;of&gt; brass</bdi>"))
            page = try await browser.open(path)
            #expect(page.text.contains(device))
            account = try await browser.submit(page, to: "\(path)/remove")
            #expect(account.path == "/account?notice=passkey-removed")
            #expect(account.passkeys.count == 1)
            #expect(try await browser.signOutAndIn(with: second).errorCodes == ["passkey-rejected"])

            account = try await browser.signIn(with: first)
            let last = "/account/passkeys/\(account.passkeys[0])"
            account = try await browser.submit(try await browser.open(last), to: "\(last)/remove")
            #expect(account.path == "/account?notice=last-credential")
            #expect(account.passkeys.count == 1)
        }
    }

    @Test("the passkeys of another account cannot be seen, renamed, removed or shown to confirm")
    func otherAccount() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var (anna, bert) = (Browser(client), Browser(client))
            var (annas, berts) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            let account = try await anna.signUp("anna.k", with: &annas)
            let own = try await bert.signUp("bert.m", with: &berts)
            let (path, its) = ("/account/passkeys/\(account.passkeys[0])", "/account/passkeys/\(own.passkeys[0])")
            #expect(try await bert.open(path).path == "/account")
            let page = try await bert.open(its)
            let renaming = try page.form(to: its).filled(["name": "Mine"])
            #expect(try await bert.post(path, renaming).location == "/account")
            let removal = try page.form(to: "\(its)/remove").fields
            #expect(try await bert.post("\(path)/remove", removal).location == "/account")
            let after = try await anna.open("/account")
            #expect(after.passkeys == account.passkeys)
            #expect(!after.text.contains("Mine"))

            bench.clock.advance(by: .seconds(3_600))
            let confirm = try await bert.open("/account/delete")
            let foreign = try await bert.sign(confirm, to: "/account/reauthenticate/passkey", annas)
            #expect(foreign.errorCodes == ["passkey-rejected"])
            #expect(try await bert.sign(foreign, to: "/account/reauthenticate/passkey", berts).path == "/account/delete")
            // The challenge of one session is worthless in another.
            let waiting = try await anna.open("/account/delete")
            let signed = try annas.answer(to: waiting.form(to: "/account/reauthenticate/passkey"))
            var again = Browser(client)
            _ = try await again.signIn(with: annas)
            bench.clock.advance(by: .seconds(599))
            let there = try await again.open("/account/reauthenticate")
            let moved = try await again.submit(there, to: "/account/reauthenticate/passkey", ["credential": signed])
            #expect(moved.errorCodes == ["challenge-rejected"])
        }
    }

    @Test("adding and removing a passkey requires recent authentication, which the passkey gives")
    func reauthentication() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            var (first, second) = (EmulatedPasskey.ofBench, EmulatedPasskey.ofBench)
            let account = try await browser.signUp("anna.k", with: &first)
            let waiting = try await browser.open("/account/passkeys/new")
            bench.clock.advance(by: .seconds(3_600))
            let confirm = try await browser.open("/account/passkeys/new")
            #expect(confirm.path == "/account/reauthenticate?next=new-passkey")
            #expect(confirm.text.contains("Use your passkey to continue to your new passkey."))
            let path = "/account/passkeys/\(account.passkeys[0])"
            let removal = try await browser.submit(try await browser.open(path), to: "\(path)/remove")
            #expect(removal.path == "/account/reauthenticate?next=account")
            let late = try await browser.make(waiting, to: "/account/passkeys", &second)
            #expect(late.path == "/account/reauthenticate?next=new-passkey")

            let page = try await browser.sign(confirm, to: "/account/reauthenticate/passkey", first)
            #expect(page.path == "/account/passkeys/new")
            #expect(try await browser.make(page, to: "/account/passkeys", &second).passkeys.count == 2)
        }
    }

    @Test("a passkey is the second factor after a password, and one without user verification needs another factor")
    func secondFactor() async throws {
        let bench = try ServerBench { $0.passkeys?.userVerification = .preferred }
        try await bench.run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.add(&passkey, token: token, name: nil)
            _ = try await client.turnOn(token, bench.clock)
            bench.clock.advance(by: .seconds(60))

            var browser = Browser(client)
            let page = try await browser.signIn()
            #expect(page.path.hasPrefix("/sign-in/second-factor"))
            let factor = try #require(browser.cookie("__Host-latchkey-factor")?.value)
            #expect(page.text.contains("data-passkey") && !page.text.contains(factor))
            var wrong = passkey
            wrong.origin = "https://evil.example"
            let rejected = try await browser.sign(page, to: "/sign-in/second-factor", wrong)
            #expect(rejected.status == 403 && rejected.errorCodes == ["passkey-rejected"])
            // The answer has used up the challenge, so the password comes first again.
            #expect(browser.cookie("__Host-latchkey-factor") == nil)
            let form = ["username": "anna.k", "password": ServerBench.password]
            let next = try await browser.submit(rejected, to: "/sign-in", form)
            #expect(try await browser.sign(next, to: "/sign-in/second-factor", passkey).path == "/account")

            bench.clock.advance(by: .seconds(3_600))
            let confirm = try await browser.open("/account/confirm?next=account")
            let again = try await browser.sign(confirm, to: "/account/confirm", wrong)
            #expect(again.status == 403 && again.errorCodes == ["passkey-rejected"])
            #expect(try await browser.sign(again, to: "/account/confirm", passkey).path == "/account")

            passkey.isUserVerified = false
            var other = Browser(client)
            let second = try await other.signIn(with: passkey)
            #expect(second.path.hasPrefix("/sign-in/second-factor"))
            #expect(try await other.isSignedIn() == false)
            #expect(!second.text.contains("data-passkey"))
        }
    }

    @Test("after a change of password the page lists the passkeys that a former holder may have left")
    func review() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            try await browser.signUp()
            _ = try await browser.add(&passkey)
            let page = try await browser.submit(
                try await browser.open("/account/password"), to: "/account/password",
                ["current-password": ServerBench.password, "new-password": ServerBench.otherPassword])
            let review = try #require(page.text.firstMatch(of: /(?s)id="review"(.*?)<\/section>/)).1
            #expect(review.contains(page.passkeys[0]))
            #expect(page.passkeys.count == 1)
        }
    }

    @Test("a browser adds a passkey without a dialog in the five minutes after a password, and a failure is not repeated")
    func silentUpgrade() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            var passkey = EmulatedPasskey.ofBench
            (passkey.isUserPresent, passkey.isUserVerified) = (false, false)
            var page = try await browser.signUp()
            let fields = try page.form(to: "/account/passkeys")
            #expect(fields["mediation"] == "conditional")
            // A form for a dialog does not accept what was made without one.
            let plain = try await browser.open("/account/passkeys/new")
            #expect(try await browser.make(plain, to: "/account/passkeys", &passkey).errorCodes == ["passkey-not-registered"])

            var broken = passkey
            broken.origin = "https://evil.example"
            page = try await browser.make(page, to: "/account/passkeys", &broken)
            #expect(page.path == "/account?notice=passkey-not-added")
            #expect(!page.text.contains("passkey-offer"))
            page = try await browser.make(try await browser.open("/account"), to: "/account/passkeys", &passkey)
            #expect(page.path == "/account?notice=passkey-added")
            #expect(!page.text.contains("passkey-offer"))

            var late = Browser(client)
            _ = try await client.register("bert.m")
            #expect(try await late.signIn("bert.m").text.contains("passkey-offer"))
            bench.clock.advance(by: .seconds(301))
            #expect(try await !late.open("/account").text.contains("passkey-offer"))
        }
    }

    @Test("without passkeys there is no button, no script, no section and no route")
    func off() async throws {
        try await ServerBench { $0.passkeys = nil }.run { client in
            var browser = Browser(client)
            // The scripts of the time zone and, for a new password, of its field.
            for (path, scripts) in [("/sign-in", ["zone"]), ("/sign-up", ["zone", "password-fields"])] {
                let page = try await browser.open(path)
                #expect(!page.text.contains("passkey"), "\(path)")
                #expect(page.text.matches(of: /<script src="\/assets\/([a-z-]+)\./).map { String($0.1) } == scripts)
                #expect(page.text.matches(of: /<script\b/).count == scripts.count)
            }
            #expect(try await !browser.signUp().text.contains("passkey"))
            #expect(try await browser.open("/account/passkeys/new").status == 404)
        }
    }
}
