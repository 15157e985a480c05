import AppleIdentityEmulator
import Testing

@Suite("The settings pages of an Apple Account")
struct AccountPageTests {
    @Test("an app is listed after its first use, forwarding is turned off and on, and its use is stopped")
    func apps() async throws {
        try await EmulatorScene.run { scene in
            let choices = ConsentChoices(email: .hide)
            _ = try scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna, .approve(choices))
            let browser = try await scene.openAccount()
            let page = try await browser.get("/account")
            #expect(page.text.contains("@privaterelay.appleid.com"))

            let forwarding = try #require(page.form("/account/forwarding"))
            #expect(forwarding["forwards"] == "off")
            #expect(try await browser.post("/account/forwarding", form: forwarding).status == 303)
            #expect(scene.apple.service.consents(of: scene.anna).first?.forwards == false)
            #expect(try await browser.get("/account").form("/account/forwarding")?["forwards"] == "on")

            let stopping = try #require(page.form("/account/stop-using"))
            #expect(try await browser.confirm("/account/stop-using", form: stopping).status == 303)
            #expect(scene.apple.service.consents(of: scene.anna).isEmpty)
            #expect(try await browser.get("/account").text.contains("No app uses this account."))
        }
    }

    @Test("deleting the account closes its page")
    func deletion() async throws {
        try await EmulatorScene.run { scene in
            let browser = try await scene.openAccount()
            let form = try #require(try await browser.get("/account").form("/account/delete"))
            #expect(try await browser.confirm("/account/delete", form: form).status == 303)
            #expect(scene.apple.service.person(scene.anna) == nil)
            #expect(try await browser.get("/account").form("/account/delete") == nil)
        }
    }

    @Test("opening an account's settings does not sign in on the sheet")
    func noSignIn() async throws {
        try await EmulatorScene.run { scene in
            let browser = try await scene.openAccount()
            #expect(try await browser.get(scene.authorizeURL()).form("/sheet/consent") == nil)
        }
    }

    @Test("the page creates an account, and rejects an invalid one with the reason")
    func making() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            var form = try #require(try await browser.get("/account").form("/account/make"))
            form["given-name"] = "Ben"
            form["email"] = "not an address"
            #expect(try await browser.post("/account/make", form: form).status == 400)
            form["email"] = "ben@example.com"
            #expect(try await browser.post("/account/make", form: form).status == 303)
            #expect(scene.apple.service.people.map(\.givenName) == ["Anna", "Ben"])
        }
    }

    @Test("the account's page changes password, addresses, two-factor authentication and the lock")
    func security() async throws {
        try await EmulatorScene.run { scene in
            let browser = try await scene.openAccount()
            let service = scene.apple.service

            var password = try #require(try await browser.get("/account").form("/account/password"))
            password["password"] = "short"
            let rejected = try await browser.post("/account/password", form: password)
            #expect(rejected.status == 400 && rejected.text.contains(AccountPassword.rule))
            #expect(service.person(scene.anna)?.passwordChangedAt == nil)
            password["password"] = "Orchard-2027"
            #expect(try await browser.post("/account/password", form: password).status == 303)
            #expect(service.person(scene.anna)?.passwordChangedAt != nil)

            var address = try #require(try await browser.get("/account").form("/account/addresses"))
            address["address"] = "anna@example.net"
            #expect(try await browser.post("/account/addresses", form: address).status == 303)
            #expect(service.person(scene.anna)?.otherEmails == ["anna@example.net"])
            #expect(try await browser.post("/account/addresses", form: address).status == 409, "the account has the address")
            let removal = try #require(try await browser.get("/account").form("/account/addresses", holding: "\"remove\""))
            #expect(removal["address"] == "anna@example.net")
            #expect(try await browser.confirm("/account/addresses", form: removal).status == 303)
            #expect(service.person(scene.anna)?.otherEmails == [])

            for (change, hasTwoFactor, isLocked) in [
                ("two-factor-off", false, false), ("two-factor-on", true, false), ("lock", true, true), ("unlock", true, false),
            ] {
                let form = try #require(try await browser.get("/account").form("/account/security", holding: "\"\(change)\""))
                #expect(try await browser.post("/account/security", form: form).status == 303)
                let person = try #require(service.person(scene.anna))
                #expect(person.hasTwoFactor == hasTwoFactor && person.isLocked == isLocked, "\(change)")
            }
        }
    }

    @Test("an account form is rejected without a chosen account, and with the token of another browser")
    func strangers() async throws {
        try await EmulatorScene.run { scene in
            let stranger = Caller(scene.apple.baseURL)
            let token = try #require(try await stranger.get("/account").form("/account/make"))["form-token"] ?? nil
            for action in ["password", "addresses", "security", "delete"] {
                let form: [String: String?] = ["form-token": token, "password": "Orchard-2027", "address": "eve@example.com"]
                #expect(try await stranger.post("/account/" + action, form: form).status == 409, "\(action)")
                let owner = try await scene.openAccount()
                #expect(try await owner.post("/account/" + action, form: form).status == 403, "\(action)")
            }
            let anna = try #require(scene.apple.service.person(scene.anna))
            #expect(anna.otherEmails == [] && anna.passwordChangedAt == nil)
        }
    }

    @Test("every step of the sheet allows choosing another account")
    func otherAccount() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let consent = try await scene.reachConsent(browser)
            let choice = try await browser.post("/sheet/switch", form: try #require(consent.form("/sheet/switch")))
            let again = try #require(choice.form("/sheet/account", holding: "anna"))
            #expect(try await browser.post("/sheet/account", form: again).form("/sheet/code") != nil)
        }
    }
}

extension EmulatorScene {
    /// A browser in which Anna's settings are open.
    func openAccount() async throws -> Caller {
        let browser = Caller(apple.baseURL)
        let page = try await browser.get("/account")
        guard let form = page.form("/account/sign-in", holding: "anna") else { return browser }
        _ = try await browser.post("/account/sign-in", form: form)
        return browser
    }
}
