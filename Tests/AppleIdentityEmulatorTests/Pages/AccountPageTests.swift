import AppleIdentityEmulator
import Testing

@Suite("A person looks after their Apple account")
struct AccountPageTests {
    @Test("an app is listed once used, forwarding is switched, and the app is stopped")
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

            #expect(
                try await browser.post("/account/stop-using", form: try #require(page.form("/account/stop-using"))).status == 303)
            #expect(scene.apple.service.consents(of: scene.anna).isEmpty)
            #expect(try await browser.get("/account").text.contains("No app uses this account."))
        }
    }

    @Test("deleting the account ends it, and the page is that of nobody")
    func deletion() async throws {
        try await EmulatorScene.run { scene in
            let browser = try await scene.openAccount()
            let form = try #require(try await browser.get("/account").form("/account/delete"))
            #expect(try await browser.post("/account/delete", form: form).status == 303)
            #expect(scene.apple.service.person(scene.anna) == nil)
            #expect(try await browser.get("/account").form("/account/delete") == nil)
        }
    }

    @Test("looking at an account's settings signs nobody in on the sheet")
    func noSignIn() async throws {
        try await EmulatorScene.run { scene in
            let browser = try await scene.openAccount()
            #expect(try await browser.get(scene.authorizeURL()).form("/sheet/consent") == nil)
        }
    }

    @Test("an account is made on the page, and an unsuitable one is refused with the reason")
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

    @Test("another account can be chosen at every step of the sheet")
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
