@testable import AppleIdentityEmulator
import Foundation
import Hummingbird
import Markup
import NIOHTTP1
import Testing

@Suite("Protection of the emulator's pages against other sites and browsers")
struct PageGuardTests {
    @Test("a form without the browser's token, or with another's, is rejected")
    func token() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let sheet = try await browser.get(scene.authorizeURL())
            let good = try #require(sheet.form("/sheet/account", holding: "anna"))
            var bad = good
            bad["form-token"] = nil
            #expect(try await browser.post("/sheet/account", form: bad).status == 403)
            bad["form-token"] = try #require(
                try await Caller(scene.apple.baseURL).get("/account").form("/account/make")?["form-token"])
            #expect(try await browser.post("/sheet/account", form: bad).status == 403)
            #expect(try await browser.post("/sheet/account", form: good).status == 200)
        }
    }

    @Test("a form from another site is rejected even with the token")
    func origin() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let sheet = try await browser.get(scene.authorizeURL())
            let form = try #require(sheet.form("/sheet/account", holding: "anna"))
            for headers in [[("Origin", "https://evil.example.com")], [("Origin", "null")], [("Sec-Fetch-Site", "cross-site")]] {
                #expect(try await browser.post("/sheet/account", form: form, headers: headers).status == 403)
            }
            let own = [("Origin", scene.apple.baseURL), ("Sec-Fetch-Site", "same-origin")]
            #expect(try await browser.post("/sheet/account", form: form, headers: own).status == 200)
        }
    }

    @Test("a sheet cannot be continued in another browser")
    func foreignSheet() async throws {
        try await EmulatorScene.run { scene in
            let one = Caller(scene.apple.baseURL)
            let other = Caller(scene.apple.baseURL)
            let sheet = try #require(try await one.get(scene.authorizeURL()).form("/sheet/account", holding: "anna"))
            var form = try #require(try await other.get(scene.authorizeURL()).form("/sheet/account", holding: "anna"))
            form["authorization"] = sheet["authorization"]
            #expect(try await other.post("/sheet/account", form: form).status == 410)
            #expect(try await one.post("/sheet/account", form: sheet).status == 200)
        }
    }

    @Test(
        "pages and admin interface are not available under a host name that is not this machine's",
        arguments: ["/", "/account", "/people/anna", "/console", "/console/log", "/emulator/accounts"])
    func rebinding(path: String) async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let foreign = try await browser.get(path, headers: [("Host", "evil.example.com")])
            #expect(foreign.status == 403)
            for host in ["localhost", "127.0.0.1:8085", "appleid.apple.com"] {
                #expect(try await browser.get(path, headers: [("Host", host)]).status == 200)
            }
        }
    }

    @Test(
        "an operator gate blocks pages, console, admin interface and unknown paths",
        arguments: [
            "/", "/account", "/console", "/console/log", "/emulator/accounts", "/emulator/clock", "/emulator/native/form", "/none",
            "//console", "/emulator/ca.pem/", "/sheet", "/auth", "/account/mail", "/emulator/accounts/anna/mail",
            "/people", "/people/anna", "/people/anna/mail", "/console/log/events", "/console/service-state/clock/back",
        ])
    func gate(path: String) async throws {
        try await EmulatorScene.run({ $0.operatorGate = { _ in .text("closed", status: .unauthorized) } }) { scene async throws in
            let caller = Caller(scene.apple.baseURL)
            #expect(try await caller.get(path).status == 401)
            #expect(try await caller.send(.POST, path, json: "{}").status == 401)
        }
    }

    @Test("an operator gate does not block the endpoints for relying parties and their users' browsers")
    func gateOfOthers() async throws {
        try await EmulatorScene.run({ $0.operatorGate = { _ in .text("closed", status: .unauthorized) } }) { scene async throws in
            let caller = Caller(scene.apple.baseURL)
            let assets = ["\(PagePath.stylesheet)", "\(PagePath.icon)"]
            for path in ["/auth/keys", "/.well-known/openid-configuration", scene.authorizeURL(), "/emulator/ca.pem"] + assets {
                #expect(try await caller.get(path).status == 200, "\(path)")
            }
            #expect(try await caller.send(.POST, "/auth/token", json: "{}").status == 400)
            #expect(try await caller.send(.POST, "/sheet/account", json: "{}").status == 403)
        }
    }

    @Test("a request that an operator gate permits must still come from this machine")
    func gateBesides() async throws {
        try await EmulatorScene.run({ $0.operatorGate = { _ in nil } }) { scene async throws in
            let caller = Caller(scene.apple.baseURL)
            #expect(try await caller.get("/emulator/accounts").status == 200)
            #expect(try await caller.get("/emulator/accounts", headers: [("Host", "evil.example.com")]).status == 403)
        }
    }

    @Test("pages with a navigation link to the other parts of latchkey dev, and the sheet does not")
    func parts() async throws {
        let desk = try #require(WebLink("http://localhost:8080/"))
        let link = "<nav class=\"ways\" lang=\"en\" aria-label=\"Desk\"><a href=\"http://localhost:8080/\">Desk</a></nav>"
        try await EmulatorScene.run({ $0.parts = [PartLink(name: "Desk", address: desk)] }) { scene async throws in
            let browser = Caller(scene.apple.baseURL)
            for path in ["/", "/people", "/people/anna", "/console", "/console/log", "/console/service-state"] {
                #expect(try await browser.get(path).text.contains(link), "\(path)")
            }
            #expect(try await !browser.get(scene.authorizeURL()).text.contains("localhost:8080/\">"))
        }
        try await EmulatorScene.run { scene async throws in
            #expect(try await !Caller(scene.apple.baseURL).get("/").text.contains("aria-label=\"Desk\""))
        }
    }

    @Test("every page forbids frames and other origins, and is not cached; only the console's pages run a script, from a file")
    func headers() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let console = ["/", "/console", "/console/team/\(scene.shop.team)", "/console/log", "/console/service-state"]
            for path in console + ["/account", "/people/anna", scene.authorizeURL()] {
                let page = try await browser.get(path)
                #expect(page.status == 200, "\(path)")
                let policy = try #require(page.header("Content-Security-Policy"))
                #expect(policy.contains("default-src 'none'"))
                #expect(policy.contains("img-src 'self'") && page.text.contains("<link rel=\"icon\" href=\"\(PagePath.icon)\">"))
                let scripts = page.text.components(separatedBy: "<script").dropFirst()
                if console.contains(path) {
                    #expect(policy.hasSuffix("; script-src 'self'; connect-src 'self'"))
                    #expect(scripts.count == 1 && scripts.first?.hasPrefix(" src=\"\(PagePath.script)\" defer></script>") == true)
                } else {
                    #expect(!policy.contains("script-src") && scripts.isEmpty)
                }
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(page.header("X-Content-Type-Options") == "nosniff")
                #expect(page.header("Cache-Control") == "no-store")
                #expect(page.text.contains("This is not Apple"))
            }
        }
    }

    @Test("names chosen by users and developers are shown as text")
    func escaping() async throws {
        try await EmulatorScene.run { scene in
            let name = #"<img src=x onerror=alert(1)>"'&"#
            _ = try scene.apple.service.addPerson(
                AppleAccountDraft(id: PersonIdentifier("mallory"), givenName: name, familyName: name, email: "m@example.com"))
            _ = try scene.apple.service.addRelyingParty(
                named: name, bundleID: "com.example.evil", returnURLs: [EmulatorScene.callback])
            let browser = Caller(scene.apple.baseURL)
            for path in ["/account", "/console", scene.authorizeURL(["client_id": "com.example.evil.web"])] {
                let page = try await browser.get(path)
                #expect(page.status == 200)
                #expect(!page.text.contains("<img"))
                #expect(page.text.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;"))
            }
        }
    }

    @Test("the cookie is limited to this host and hidden from scripts; over https its name binds it to the host")
    func cookie() async throws {
        try await EmulatorScene.run { scene in
            let cookie = try #require(try await Caller(scene.apple.baseURL).get("/account").header("Set-Cookie"))
            #expect(cookie.hasPrefix("apple-emulator="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
        }
    }
}
