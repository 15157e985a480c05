import AppleIdentityEmulator
import Foundation
import Testing

@Suite("The banner of the moved clock")
struct MovedClockTests {
    @Test("every page has the banner while the clock is moved, and none otherwise")
    func everyPage() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let paths = [
                "/", "/people", "/people/anna", "/people/anna/mail", "/people/unknown", "/account", "/console",
                "/console/team/\(scene.shop.team)", "/console/log", "/console/service-state", scene.authorizeURL(),
                "/auth/authorize?client_id=unknown",
            ]
            for path in paths { #expect(try await !browser.get(path).text.contains("class=\"clock\""), "\(path)") }
            scene.apple.service.clock.advance(by: 3_600)
            for path in paths {
                let page = try await browser.get(path).text
                #expect(page.contains("class=\"clock\"") && page.contains("The clock is moved. It shows <time"), "\(path)")
                #expect(page.contains("<time datetime=\"2026-03-01T13:00:00Z\">Mar 1, 2026, "), "\(path)")
            }
        }
    }

    @Test("the banner moves the clock back, and the browser returns to the page")
    func back() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let before = scene.apple.service.clock.now
            scene.apple.service.clock.advance(by: -86_400)
            for path in ["/people/anna", "/console/log?status=rejected", scene.authorizeURL()] {
                scene.apple.service.clock.advance(by: 300)
                let form = try #require(try await browser.get(path).form(Self.action), "\(path)")
                let answer = try await browser.post(Self.action, form: form)
                let location = try #require(answer.header("Location"))
                #expect(answer.status == 303 && path.hasSuffix(location), "\(path)")
                #expect(scene.apple.service.clock.now == before && !scene.apple.service.clock.isMoved)
            }
        }
    }

    @Test(
        "the browser never leaves the emulator",
        arguments: ["https://evil.example.com/", "//evil.example.com/", "/\\evil.example.com", "", "javascript:alert(1)"])
    func elsewhere(page: String) async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            scene.apple.service.clock.advance(by: 300)
            var form = try #require(try await browser.get("/").form(Self.action))
            form["page"] = page
            #expect(try await browser.post(Self.action, form: form).header("Location") == "/console/service-state")
        }
    }

    @Test("a form of another site or browser does not move the clock")
    func foreign() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            scene.apple.service.clock.advance(by: 300)
            let form = try #require(try await browser.get("/").form(Self.action))
            #expect(try await browser.post(Self.action, form: form, headers: [("Sec-Fetch-Site", "cross-site")]).status == 403)
            #expect(try await Caller(scene.apple.baseURL).post(Self.action, form: form).status == 403)
            #expect(scene.apple.service.clock.isMoved)
        }
    }

    @Test("a browser that may not operate the emulator sees the banner without the button")
    func visitor() async throws {
        try await EmulatorScene.run({ $0.allowsOthers = true }) { scene async throws in
            scene.apple.service.clock.advance(by: 300)
            let page = try await Caller(scene.apple.baseURL).get("/people/anna", headers: [("Host", "apple.example.com")])
            #expect(page.status == 200 && page.text.contains("The clock is moved."))
            #expect(page.form(Self.action) == nil)
        }
    }

    @Test("the banner on the sheet is in the language of the user, also after a step")
    func language() async throws {
        try await EmulatorScene.run { scene in
            scene.apple.service.clock.advance(by: 300)
            let headers = [("Accept-Language", "de")]
            let browser = Caller(scene.apple.baseURL)
            let sheet = try await browser.get(scene.authorizeURL(), headers: headers)
            #expect(sheet.text.contains("Die Uhr ist verstellt.") && sheet.text.contains("Zurück zu jetzt"))
            let account = try #require(sheet.form("/sheet/account", holding: "anna"))
            let step = try await browser.post("/sheet/account", form: account, headers: headers)
            #expect(step.text.contains("Die Uhr ist verstellt."))
            #expect(step.form(Self.action) == nil, "the browser could not return to this step")
        }
    }

    private static let action = "/console/service-state/clock/back"
}
