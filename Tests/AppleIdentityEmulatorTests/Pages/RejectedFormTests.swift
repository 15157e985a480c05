import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Rejected forms of the emulator's pages")
struct RejectedFormTests {
    @Test(
        "the page shows the form again with the input, and the reason at the field at fault",
        arguments: [
            ("apps", ["client": "not an id", "name": "Kept name"], "client", "a client ID must have"),
            ("apps", ["client": "com.example.shop", "name": "Kept name"], "client", "is taken"),
            ("apps", ["client": "com.example.kept", "name": " "], "name", "an app&#39;s name must have"),
            (
                "services",
                [
                    "client": "kept.web", "name": "Kept", "key": "com.example.none", "domains": "a.example",
                    "urls": "https://a.example",
                ],
                "key", "primary App ID com.example.none not found"
            ),
            (
                "services",
                [
                    "client": "kept.web", "name": "Kept", "key": "com.example.shop", "domains": "A.example",
                    "urls": "https://a.example",
                ],
                "service-domains", "is not a lower-case domain name"
            ),
            (
                "services",
                [
                    "client": "kept.web", "name": "Kept", "key": "com.example.shop", "domains": "a.example",
                    "urls": "http://a.example",
                ],
                "service-urls", "a return URL must begin with https://"
            ),
            (
                "websites", ["client": "com.example.shop.web", "urls": "http://127.0.0.1/kept"], "urls-com.example.shop.web",
                "a return URL must"
            ),
            ("notification-url", ["client": "com.example.shop", "url": "kept"], "url-com.example.shop", "a notification URL must"),
            ("sources", ["source": "Kept Source"], "source", "an e-mail source must be"),
        ] as [(String, [String: String], String, String)])
    func team(segment: String, input: [String: String], field: String, reason: String) async throws {
        try await EmulatorScene.run { scene in
            let base = "/console/team/\(scene.shop.team)"
            try await expectProblem(in: scene, on: base, "\(base)/\(segment)", input, field, reason)
        }
    }

    @Test(
        "the forms of clock and faults show their errors at the field, and change nothing",
        arguments: [
            ("clock", ["time": "tomorrow"], "time", "the time must have the form"),
            ("clock", ["time": "1970-01-01T00:00:00Z"], "time", "from 2000 to 2200 only"),
            ("clock", ["seconds": "nan"], "seconds", "from 2000 to 2200 only"),
            ("clock", ["seconds": "soon"], "seconds", "the number of seconds is invalid"),
            ("clock", ["time": "2027-03-01T12:00:00Z", "seconds": "5"], "time", "give either"),
            ("faults", ["endpoint": "token", "kind": "status", "value": "200"], "value", "must be 500 to 599"),
            ("faults", ["endpoint": "token", "kind": "delay"], "value", "requires a value"),
            ("faults", ["endpoint": "token", "kind": "stale", "value": "x"], "value", "has no value"),
            ("faults", ["endpoint": "notification", "kind": "malformed-body"], "endpoint", "has no effect"),
            ("faults", ["endpoint": "elsewhere", "kind": "stale"], "endpoint", "the endpoint is unknown"),
            ("faults", ["endpoint": "token", "kind": "none"], "kind", "no fault is called none"),
            ("faults", ["endpoint": "token", "kind": "stale", "count": "0"], "count", "must be 1 to"),
            ("faults", ["endpoint": "token", "kind": "stale", "count": "many"], "count", "is invalid"),
        ] as [(String, [String: String], String, String)])
    func state(segment: String, input: [String: String], field: String, reason: String) async throws {
        try await EmulatorScene.run { scene in
            let base = "/console/service-state"
            try await expectProblem(in: scene, on: base, "\(base)/\(segment)", input, field, reason)
            #expect(scene.apple.service.faults.isEmpty && !scene.apple.service.clock.isMoved)
        }
    }

    @Test("only the form that was rejected shows the reason and the input")
    func otherForms() async throws {
        try await EmulatorScene.run { scene in
            _ = try scene.apple.service.addServicesID(
                try #require(ClientID("second.web")), primary: scene.shop.app, name: "Second", domains: ["a.example"],
                returnURLs: ["https://a.example/callback"])
            let browser = Caller(scene.apple.baseURL)
            let base = "/console/team/\(scene.shop.team)"
            var form = try #require(try await browser.get(base).form(base + "/websites", holding: "second.web"))
            form["urls"] = "http://a.example"
            let page = try await browser.post(base + "/websites", form: form)
            #expect(page.text.components(separatedBy: "aria-invalid").count == 2)
            #expect(page.form(base + "/websites", holding: "com.example.shop.web")?["urls"] == EmulatorScene.callback)
            #expect(page.form(base + "/websites", holding: "second.web")?["urls"] == "http://a.example")
        }
    }

    @Test("the sheet shows the reason at the field, in the language of the user, and keeps the address but not the code")
    func sheet() async throws {
        try await EmulatorScene.run { scene in
            let headers = [("Accept-Language", "fr")]
            let browser = Caller(scene.apple.baseURL)
            let page = try await browser.get(scene.authorizeURL(), headers: headers)
            var address = try #require(page.form("/sheet/account", holding: "name=\"email\""))
            address["email"] = "unknown@example.com"
            let unknown = try await browser.post("/sheet/account", form: address, headers: headers).text
            #expect(unknown.contains("<title>Erreur"))
            #expect(unknown.contains("id=\"email-problem\">Aucun compte Apple n’a cette adresse.<"))
            #expect(unknown.contains(" name=\"email\" value=\"unknown@example.com\"") && !unknown.contains("role=\"alert\" lang"))

            let account = try #require(page.form("/sheet/account", holding: "anna"))
            var code = try #require(
                try await browser.post("/sheet/account", form: account, headers: headers).form("/sheet/code"))
            code["code"] = "wrong"
            let wrong = try await browser.post("/sheet/code", form: code, headers: headers).text
            #expect(
                wrong.contains("id=\"code-problem\">") && wrong.contains("aria-invalid=\"true\" aria-describedby=\"code-problem\""))
            #expect(!wrong.contains("value=\"wrong\""))
        }
    }

    @Test("an account that the user chose from the list is not an error of the address field")
    func listedAccount() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            let account = try #require(try await browser.get(scene.authorizeURL()).form("/sheet/account", holding: "anna"))
            try scene.apple.service.changePerson(scene.anna) { $0.isLocked = true }
            let locked = try await browser.post("/sheet/account", form: account)
            #expect(locked.status == 422 && locked.text.contains("This Apple Account is locked."))
            #expect(!locked.text.contains("aria-invalid"))
        }
    }

    @Test(
        "an account's page shows the reason at the field, in the language of the user, and the developer's reason in English",
        arguments: [
            ("addresses", "address", "nowhere", "Gib eine vollständige E-Mail-Adresse ein", "must have the form anna@example.com"),
            ("addresses", "address", "anna@example.com", "Dies wird bereits verwendet.", "the account already has this address"),
            ("password", "password", "tooshort", "Ein Passwort muss mindestens 8 Zeichen haben", "a password must have"),
        ])
    func account(segment: String, field: String, input: String, reason: String, detail: String) async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            var form = try #require(try await browser.get("/people/anna").form("/account/" + segment, holding: "id=\"\(field)\""))
            form[field] = input
            let page = try await browser.post("/account/" + segment, form: form, headers: [("Accept-Language", "de")])
            #expect((400...409).contains(page.status) && page.text.contains("<title>Fehler"))
            #expect(page.text.contains(" id=\"\(field)-problem\">\(reason)") && page.text.contains(" role=\"alert\">\(reason)"))
            let developers = try #require(page.text.range(of: "<p class=\"aside\" lang=\"en\">"))
            #expect(page.text[developers.upperBound...].prefix { $0 != "\n" }.contains(detail))
            #expect(page.text.contains("value=\"nowhere\"") == (input == "nowhere"))
            #expect(page.text.components(separatedBy: "aria-invalid").count == 2)
        }
    }

    @Test("the list of accounts keeps the input of a rejected account")
    func newAccount() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            var form = try #require(try await browser.get("/people").form("/account/make"))
            form["given-name"] = "Ben"
            form["email"] = "nowhere"
            let page = try await browser.post("/account/make", form: form)
            #expect(page.status == 400 && page.text.contains(" name=\"given-name\" value=\"Ben\""))
            #expect(page.text.contains("id=\"email-problem\">Enter a complete e-mail address, such as anna@example.com.<"))
        }
    }

    @Test("a page never contains a rejected password")
    func password() async throws {
        try await EmulatorScene.run { scene in
            let browser = Caller(scene.apple.baseURL)
            var form = try #require(try await browser.get("/people/anna").form("/account/password"))
            form["password"] = "tooshort"
            let page = try await browser.post("/account/password", form: form)
            #expect(page.status == 400 && page.text.contains(AccountPassword.rule) && !page.text.contains("tooshort"))
        }
    }

    /// Posts a form with a wrong input, and checks the page.
    private func expectProblem(
        in scene: EmulatorScene, on page: String, _ action: String, _ input: [String: String], _ field: String, _ reason: String
    ) async throws {
        let browser = Caller(scene.apple.baseURL)
        let token = try #require(try await browser.get(page).form(action))["form-token"] ?? nil
        var form: [String: String?] = input.mapValues { $0 }
        form["form-token"] = token
        let answer = try await browser.post(action, form: form)
        #expect((400...409).contains(answer.status))
        #expect(answer.text.contains("<title>Error: "))
        #expect(answer.text.contains("role=\"alert\" lang=\"en\">"))
        let problem = try #require(answer.text.range(of: "id=\"\(field)-problem\">"))
        #expect(answer.text[problem.upperBound...].prefix { $0 != "<" }.contains(reason))
        for (name, value) in input where name != "client" && name != "key" && name != "kind" && name != "endpoint" {
            #expect(answer.text.contains(" name=\"\(name)\" value=\"\(value)\""), "the input of \(name) is kept")
        }
        if field != "key" {
            let element = try #require(answer.text.range(of: " id=\"\(field)\""))
            #expect(answer.text[element.upperBound...].prefix { $0 != ">" }.contains("aria-invalid=\"true\""))
        }
    }
}
