import AppleIdentityEmulator
import Testing

@Suite("The addresses of Apple Accounts")
struct PeopleAddressTests {
    @Test("an account has an address, which opens its settings, and its mail has one")
    func addresses() async throws {
        try await EmulatorScene.run { scene async throws in
            let browser = Caller(scene.apple.baseURL)
            #expect(try await browser.get("/people").form("/account/sign-in", holding: "anna") != nil)
            #expect(try await browser.get("/people/anna").text.contains("Anna Lindqvist"))
            #expect(try await browser.get("/people/anna/mail").text.contains("No mail."))
            #expect(try await browser.get("/account").form("/account/delete") != nil, "the account is open")
            #expect(try await browser.get("/people/anna").text.contains(" href=\"/people/anna/mail\""))
            #expect(try await browser.get("/people/anna/mail").text.contains(" href=\"/people/anna\""))
        }
    }

    @Test(
        "an account that does not exist has no page",
        arguments: ["/people/unknown", "/people/Anna", "/people/%2e%2e", "/people/unknown/mail"])
    func unknown(path: String) async throws {
        try await EmulatorScene.run { scene async throws in
            #expect(try await Caller(scene.apple.baseURL).get(path).status == 404)
        }
    }

    @Test("the list opens an account at its address, and a form returns there")
    func returning() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let opening = try #require(try await browser.get("/people").form("/account/sign-in", holding: "anna"))
            #expect(try await browser.post("/account/sign-in", form: opening).header("Location") == "/people/anna")
            let locking = try #require(try await browser.get("/people/anna").form("/account/security", holding: "\"lock\""))
            #expect(try await browser.post("/account/security", form: locking).header("Location") == "/people/anna")
        }
    }

    @Test("a form acts on the account whose page has it, although the browser opened another one since")
    func twoTabs() async throws {
        try await EmulatorScene.run { scene in
            let service = scene.apple.service
            let ben = try service.addPerson(
                AppleAccountDraft(id: PersonIdentifier("ben"), givenName: "Ben", familyName: "Okafor", email: "ben@example.com"))
            let browser = Caller(scene.apple.baseURL)
            let locking = try #require(try await browser.get("/people/anna").form("/account/security", holding: "\"lock\""))
            _ = try await browser.get("/people/ben")
            #expect(try await browser.post("/account/security", form: locking).header("Location") == "/people/anna")
            #expect(service.person(scene.anna)?.isLocked == true && service.person(ben.id)?.isLocked == false)
        }
    }
}
