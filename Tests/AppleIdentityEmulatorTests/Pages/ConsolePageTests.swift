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
                #expect(try await browser.confirm(base + "/sign-in-with-apple", form: capability).status == 303)
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

    @Test("a team that does not exist has no page")
    func unknownTeam() async throws {
        try await EmulatorScene.run { scene async throws in
            #expect(try await Caller(scene.apple.baseURL).get("/console/team/NOBODY0000").status == 404)
        }
    }

    @Test("the configuration for a backend names team, clients, key, return URL and address, and contains no private key")
    func configuration() async throws {
        try await EmulatorScene.run { scene in
            let text = try await Caller(scene.apple.baseURL).get("/console/team/\(scene.shop.team)").text
            for line in [
                "APPLE_BASE_URL=\(scene.apple.baseURL)", "APPLE_ISSUER=https://appleid.apple.com",
                "APPLE_TEAM_ID=\(scene.shop.team)", "APPLE_KEY_ID=\(scene.shop.keyID)", "APPLE_CLIENT_ID=com.example.shop",
                "APPLE_SERVICES_ID=com.example.shop.web", "APPLE_REDIRECT_URI=\(EmulatorScene.callback)",
                "LATCHKEY_APPLE_NATIVE_CLIENTS=com.example.shop", "LATCHKEY_APPLE_SERVICE_IS_TEST=true",
            ] { #expect(text.contains(line + "\n") || text.contains(line + "</pre>"), "\(line)") }
            #expect(!text.contains("PRIVATE KEY"))
        }
    }

    @Test("identifiers have a button that copies them, which is hidden without script")
    func copies() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let team = try await browser.get("/console/team/\(scene.shop.team)").text
            for identifier in ["\(scene.shop.team)", "com.example.shop", "com.example.shop.web", "\(scene.shop.keyID)"] {
                let element = try #require(team.range(of: ">\(identifier)</code>"))
                let start = try #require(team[element.upperBound...].range(of: "<button"))
                let button = team[start.upperBound...].prefix { $0 != ">" }
                #expect(button.contains("data-copies=") && button.hasSuffix(" hidden"), "\(identifier)")
            }
            for path in ["/", "/console", "/console/service-state"] {
                #expect(try await browser.get(path).text.contains("data-copies="), "\(path)")
            }
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

    @Test("the service's page sets the clock to a time, and sets a fault")
    func setting() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let page = try await browser.get("/console/service-state")
            let token = try #require(page.form("/console/service-state/clock"))["form-token"] ?? nil
            let clock: [String: String?] = ["form-token": token, "time": "2027-03-01T12:00:00Z"]
            #expect(try await browser.post("/console/service-state/clock", form: clock).status == 303)
            #expect(scene.apple.service.clock.now == Date(timeIntervalSince1970: 1_803_902_400))
            let fault: [String: String?] = [
                "form-token": token, "endpoint": "token", "kind": "status", "value": "503", "count": "2",
            ]
            #expect(try await browser.post("/console/service-state/faults", form: fault).status == 303)
            let stored = try #require(scene.apple.service.faults.first)
            #expect(stored.kind == .status(503) && stored.endpoint == .token && stored.remaining == 2)
        }
    }
}
