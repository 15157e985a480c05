import AppleIdentityEmulator
import Testing

@Suite("Questions before operations that cannot be undone")
struct ConfirmationTests {
    @Test("the console asks before it revokes a key, removes an identifier or source, or disables Sign in with Apple")
    func console() async throws {
        try await EmulatorScene.run { scene in
            let service = scene.apple.service
            let browser = Caller(scene.apple.baseURL)
            try service.addEmailSource(try #require(EmailSource("mail.example.com")), to: scene.shop.team)
            let base = "/console/team/\(scene.shop.team)"
            let page = try await browser.get(base)
            let operations: [(path: String, isDone: () -> Bool)] = [
                ("/sign-in-with-apple", { service.appIDs.first?.signsInWithApple == false }),
                ("/revoke-key", { service.keys.first?.revokedAt != nil }), ("/remove", { service.servicesIDs.isEmpty }),
                ("/sources/remove", { service.teams.first?.emailSources.isEmpty == true }),
            ]
            for (path, isDone) in operations {
                let form = try #require(page.form(base + path), "\(path)")
                let question = try await browser.post(base + path, form: form)
                #expect(question.status == 200 && question.text.contains("href=\"\(base)\""), "\(path)")
                #expect(!isDone(), "\(path)")
                let confirmed = try #require(question.form(base + path), "\(path)")
                #expect(try await browser.post(base + path, form: confirmed).status == 303, "\(path)")
                #expect(isDone(), "\(path)")
            }
        }
    }

    @Test("the removal of old signing keys asks, and a usual rotation does not")
    func rotation() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let path = "/console/service-state/rotate"
            let page = try await browser.get("/console/service-state")
            let before = scene.apple.service.signingKeys
            let abrupt = try #require(page.form(path, holding: "\"abrupt\""))
            #expect(try await browser.post(path, form: abrupt).text.contains("Remove the old signing keys?"))
            #expect(scene.apple.service.signingKeys.map(\.id) == before.map(\.id))
            #expect(try await browser.confirm(path, form: abrupt).status == 303)
            let listed = scene.apple.service.signingKeys.filter(\.isListed).map(\.id)
            #expect(!listed.isEmpty && !before.contains { listed.contains($0.id) })
            #expect(try await browser.post(path, form: try #require(page.form(path, holding: "\"gradual\""))).status == 303)
        }
    }

    @Test("the pages of an account ask in the language of the user")
    func account() async throws {
        try await EmulatorScene.run { scene in
            let service = scene.apple.service
            _ = try service.signIn(at: scene.authorizeURL(), as: scene.anna)
            try service.changePerson(scene.anna) { $0.otherEmails = ["anna@example.net"] }
            let browser = Caller(scene.apple.baseURL)
            let page = try await browser.get("/people/anna")
            for (path, marker, question) in [
                ("/account/addresses", "\"remove\"", "entfernen?"), ("/account/stop-using", "", "nicht mehr mit"),
                ("/account/delete", "", "löschen?"),
            ] {
                let form = try #require(page.form(path, holding: marker), "\(path)")
                let answer = try await browser.post(path, form: form, headers: [("Accept-Language", "de")])
                #expect(answer.status == 200 && answer.header("Content-Language") == "de", "\(path)")
                #expect(answer.text.contains(question) && answer.text.contains("href=\"/people/anna\""), "\(path)")
            }
            #expect(service.person(scene.anna)?.otherEmails == ["anna@example.net"])
            #expect(service.consents(of: scene.anna).count == 1)
        }
    }

    @Test("a confirmation needs the token of the browser")
    func token() async throws {
        try await EmulatorScene.run { scene async throws in
            let form: [String: String?] = ["form-token": "0.anna", "confirmed": "yes"]
            #expect(try await Caller(scene.apple.baseURL).post("/account/delete", form: form).status == 403)
            #expect(scene.apple.service.person(scene.anna) != nil)
        }
    }
}
