import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Setting up an app on the console's pages")
struct ConsolePageTests {
    @Test("the pages lead from a new team to a downloaded key")
    func wholeWay() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            var team = try #require(try await browser.get("/console").form("/console"))
            team["name"] = "Two"
            #expect(try await browser.post("/console", form: team).status == 303)
            let id = try #require(scene.apple.service.teams.first { $0.name == "Two" }?.id)
            let base = "/console/team/\(id)"

            var app = try #require(try await browser.get(base).form(base + "/apps"))
            app["client"] = "com.example.two"
            app["name"] = "Two"
            #expect(try await browser.post(base + "/apps", form: app).status == 303)

            for isOn in [false, true] {
                let capability = try #require(try await browser.get(base).form(base + "/sign-in-with-apple"))
                #expect(try await browser.post(base + "/sign-in-with-apple", form: capability).status == 303)
                #expect(scene.apple.service.appIDs.first { $0.id.rawValue == "com.example.two" }?.signsInWithApple == isOn)
            }

            var service = try #require(try await browser.get(base).form(base + "/services"))
            service["client"] = "com.example.two.web"
            service["name"] = "Two"
            service["domains"] = "two.example.com"
            service["urls"] = "https://two.example.com/a https://two.example.com/b"
            #expect(service["key"] == "com.example.two", "the one primary App ID is chosen")
            #expect(try await browser.post(base + "/services", form: service).status == 303)
            #expect(scene.apple.service.servicesIDs.first { $0.id.rawValue == "com.example.two.web" }?.returnURLs.count == 2)

            var key = try #require(try await browser.get(base).form(base + "/keys"))
            key["name"] = "Key"
            #expect(try await browser.post(base + "/keys", form: key).status == 303)
            let download = try #require(try await browser.get(base).form(base + "/download"))
            let file = try await browser.post(base + "/download", form: download)
            #expect(file.text.hasPrefix("-----BEGIN PRIVATE KEY-----"))
            #expect(file.header("Content-Disposition")?.contains(".p8\"") == true)
            #expect(try await browser.post(base + "/download", form: download).status == 409)
            #expect(try await browser.get(base).form(base + "/download") == nil)
        }
    }

    @Test("a value that Apple rejects is rejected with the rule")
    func rejected() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let base = "/console/team/\(scene.shop.team)"
            var websites = try #require(try await browser.get(base).form(base + "/websites"))
            websites["urls"] = "http://127.0.0.1/callback"
            let answer = try await browser.post(base + "/websites", form: websites)
            #expect(answer.status == 400)
            #expect(answer.text.contains("a return URL must begin with https://"))
            #expect(try await browser.get("/console/team/NOBODY0000").status == 404)
        }
    }

    @Test("the service's page changes clock, keys and faults")
    func state() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let fault = try scene.apple.service.addFault(.status(500), at: .token)
            let page = try await browser.get("/console/service-state")
            let before = scene.apple.service.clock.now
            let clock = try #require(page.form("/console/service-state/clock"))
            #expect(try await browser.post("/console/service-state/clock", form: clock).status == 303)
            #expect(scene.apple.service.clock.now.timeIntervalSince(before) == 300)
            let keys = scene.apple.service.signingKeys.count
            let rotate = try #require(page.form("/console/service-state/rotate"))
            #expect(try await browser.post("/console/service-state/rotate", form: rotate).status == 303)
            #expect(scene.apple.service.signingKeys.count == keys + 1)
            let remove = try #require(page.form("/console/service-state/remove-fault"))
            #expect(remove["key"] == String(fault.id))
            #expect(try await browser.post("/console/service-state/remove-fault", form: remove).status == 303)
            #expect(scene.apple.service.faults.isEmpty)
        }
    }
}
