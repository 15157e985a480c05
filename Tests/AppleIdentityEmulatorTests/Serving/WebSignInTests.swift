import AppleIdentityEmulator
import Foundation
import NIOHTTP1
import Testing

@Suite("Web sign-in from the sheet to the backend's code exchange")
struct WebSignInTests {
    @Test("the first sign-in requires a code and offers name and hidden address; the app receives code, state and user")
    func firstTime() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let page = try await scene.reachConsent(browser)
            var consent = try #require(page.form("/sheet/consent"))
            #expect(consent["given-name"] == "Anna")
            // Avoids a warning of Chromium about a field named like a token.
            for token in ["given-name", "family-name"] { #expect(page.text.contains(#" autocomplete="\#(token)""#)) }
            consent["given-name"] = "Änni & <Co>"
            consent["email-choice"] = "hide"
            let answer = try await browser.post("/sheet/consent", form: consent)

            let fields = try #require(answer.form(EmulatorScene.callback))
            #expect(fields["state"] == "state-1")
            let user = try #require(fields["user"] ?? nil)
            #expect(user.contains(#""firstName":"Änni & <Co>""#))
            #expect(user.contains("@privaterelay.appleid.com"))
            let code = try #require(fields["code"] ?? nil)

            let token = try await Caller(scene.apple.baseURL).post("/auth/token", form: scene.tokenForm(code))
            #expect(token.status == 200)
            #expect(token.header("Cache-Control") == "no-store")
            #expect(token.json["token_type"] as? String == "Bearer")
            let claims = try #require(Claims(token.json["id_token"] as? String))
            #expect(claims["aud"] as? String == "com.example.shop.web")
            #expect(claims["nonce"] as? String == "nonce-1")
            #expect(claims["iss"] as? String == "https://appleid.apple.com")
            #expect(claims["is_private_email"] as? Bool == true)
        }
    }

    @Test("the second sign-in in the same browser is one button, and sends no user")
    func secondTime() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let first = try await scene.reachConsent(browser)
            _ = try await browser.post("/sheet/consent", form: try #require(first.form("/sheet/consent")))

            let sheet = try await browser.get(scene.authorizeURL())
            let consent = try #require(sheet.form("/sheet/consent"), "the browser is remembered")
            #expect(consent.keys.sorted() == ["authorization", "form-token"])
            let fields = try #require(try await browser.post("/sheet/consent", form: consent).form(EmulatorScene.callback))
            #expect(fields["code"] != nil)
            #expect(fields["user"] == nil)
        }
    }

    @Test(
        "a confirmation after the consent was revoked asks for name and address instead of sharing them")
    func revokedMeanwhile() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let first = try await scene.reachConsent(browser)
            var hidden = try #require(first.form("/sheet/consent"))
            hidden["email-choice"] = "hide"
            _ = try await browser.post("/sheet/consent", form: hidden)

            let sheet = try await browser.get(scene.authorizeURL())
            let button = try #require(sheet.form("/sheet/consent"))
            _ = try await Caller(scene.apple.baseURL).send(.DELETE, "/emulator/accounts/anna/consents/com.example.shop", [], nil)
            let answer = try await browser.post("/sheet/consent", form: button)
            #expect(answer.form(EmulatorScene.callback) == nil)
            var asked = try #require(answer.form("/sheet/consent"))
            #expect(asked["given-name"] == "Anna")
            asked["email-choice"] = "hide"
            let second = try await browser.post("/sheet/consent", form: asked)
            let fields = try #require(second.form(EmulatorScene.callback))
            #expect((fields["user"] ?? nil)?.contains("@privaterelay.appleid.com") == true)
        }
    }

    @Test("another browser must choose the account and enter a code")
    func anotherBrowser() async throws {
        try await EmulatorScene.run { scene in
            let one = Caller(scene.apple.baseURL)
            let first = try await scene.reachConsent(one)
            _ = try await one.post("/sheet/consent", form: try #require(first.form("/sheet/consent")))

            let sheet = try await Caller(scene.apple.baseURL).get(scene.authorizeURL())
            #expect(sheet.form("/sheet/consent") == nil)
            #expect(sheet.form("/sheet/account") != nil)
        }
    }

    @Test("a user can empty the names, also where the app asks for nothing else")
    func emptiedNames() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let page = try await scene.reachConsent(browser, scene.authorizeURL(["scope": "name"]))
            var consent = try #require(page.form("/sheet/consent"))
            (consent["given-name"], consent["family-name"]) = ("", "")
            let fields = try #require(try await browser.post("/sheet/consent", form: consent).form(EmulatorScene.callback))
            #expect(fields["code"] != nil)
        }
    }

    @Test("cancelling sends Apple's error with the state")
    func cancelling() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let sheet = try await browser.get(scene.authorizeURL())
            let answer = try await browser.post("/sheet/cancel", form: try #require(sheet.form("/sheet/cancel")))
            let fields = try #require(answer.form(EmulatorScene.callback))
            #expect(fields == ["error": "user_cancelled_authorize", "state": "state-1"])
        }
    }

    @Test("a wrong code is rejected and the sheet stays open; the correct code is accepted")
    func wrongCode() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let sheet = try await browser.get(scene.authorizeURL())
            let step = try await browser.post("/sheet/account", form: try #require(sheet.form("/sheet/account", holding: "anna")))
            var form = try #require(step.form("/sheet/code"))
            let right = try #require(step.deviceCode)
            form["code"] = right == "000000" ? "000001" : "000000"
            let rejected = try await browser.post("/sheet/code", form: form)
            #expect(rejected.status == 422)
            #expect(rejected.text.contains("role=\"alert\""))
            form["code"] = right
            #expect(try await browser.post("/sheet/code", form: form).form("/sheet/consent") != nil)
        }
    }

    @Test("without scopes, the response can be a redirect with the code in the query")
    func query() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let page = try await scene.reachConsent(browser, scene.authorizeURL(["scope": nil, "response_mode": "query"]))
            let answer = try await browser.post("/sheet/consent", form: try #require(page.form("/sheet/consent")))
            #expect(answer.status == 303)
            #expect(try #require(answer.header("Location")).hasPrefix(EmulatorScene.callback + "?code="))
        }
    }

    @Test("the page with the response runs only its own script, and shows its origin to the app")
    func answerPage() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let sheet = try await browser.get(scene.authorizeURL(["state": #""><script>alert(1)</script>"#]))
            let answer = try await browser.post("/sheet/cancel", form: try #require(sheet.form("/sheet/cancel")))
            #expect(!answer.text.contains("<script>alert"))
            #expect(answer.form(EmulatorScene.callback)?["state"] == #""><script>alert(1)</script>"#)
            #expect(try #require(answer.header("Content-Security-Policy")).contains("script-src 'sha256-"))
            #expect(answer.header("Referrer-Policy") == "origin")
        }
    }
}

extension EmulatorScene {
    /// Proceeds from the app's link to the last step of the sheet, as Anna.
    func reachConsent(
        _ browser: Caller, _ url: String? = nil, headers: [(String, String)] = []
    ) async throws -> Caller.Answer {
        let sheet = try await browser.get(url ?? authorizeURL(), headers: headers)
        let account = try #require(sheet.form("/sheet/account", holding: "anna"))
        let step = try await browser.post("/sheet/account", form: account, headers: headers)
        var form = try #require(step.form("/sheet/code"))
        form["code"] = step.deviceCode
        return try await browser.post("/sheet/code", form: form, headers: headers)
    }
}

/// The claims of a token, unverified.
struct Claims {
    private let values: [String: Any]

    init?(_ token: String?) {
        guard let parts = token?.split(separator: "."), parts.count == 3, let data = Data(base64URL: String(parts[1])),
            let values = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        self.values = values
    }

    subscript(_ name: String) -> Any? { values[name] }
}
