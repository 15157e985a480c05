import AccountPages
import Accounts
import HTTPTypes
import Markup
import Secrets
import Testing
import Texts

@testable import AccountServer

@Suite("Languages of pages")
struct PageLanguageTests {
    @Test(
        "an error page is in the language that the browser accepts, and says so",
        arguments: [
            ("de-AT,de;q=0.9,en;q=0.5", "de", "Seite nicht gefunden"), ("zh-CN", "zh-Hans", "找不到页面"), ("zh-HK", "zh-Hant", "找不到頁面"),
            ("pt", "pt-BR", "Página não encontrada"), ("nl, ja;q=0.3", "ja", "ページが見つかりません"), ("nl", "en", "Page not found"),
            ("de;q=2", "en", "Page not found"), (nil, "en", "Page not found"),
        ])
    func errorPage(_ accepted: String?, _ language: String, _ title: String) async throws {
        try await ServerBench().run { client in
            var headers: HTTPFields = [.accept: "text/html"]
            headers[.acceptLanguage] = accepted
            let answer = try await client.send(.get, "/nothing/here", headers: headers)
            #expect(answer.status == .notFound)
            #expect(answer.headers[.contentLanguage] == language)
            #expect(answer.headers[.vary] == "Accept-Language, Cookie")
            #expect(answer.text.contains("<html lang=\"\(language)\">"))
            #expect(answer.text.contains("<h1>\(title)</h1>"))
        }
    }

    @Test("a page of Arabic is written from right to left")
    func rightToLeft() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/signed-out", headers: [.acceptLanguage: "ar"])
            #expect(answer.text.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(answer.text.contains("تم تسجيل خروجك"))
        }
    }

    @Test(
        "a page with a form is in the language that the browser accepts, and says so",
        arguments: [("de-AT", "de", "Anmelden"), ("zh-CN", "zh-Hans", "登录"), ("ar", "ar", "تسجيل الدخول"), ("nl", "en", "Sign in")])
    func form(_ accepted: String, _ language: String, _ title: String) async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/sign-in", headers: [.acceptLanguage: accepted])
            #expect(answer.headers[.contentLanguage] == language)
            #expect(answer.headers[.vary] == "Accept-Language, Cookie")
            #expect(answer.text.contains("<h1>\(title)</h1>"))
        }
    }

    @Test("the language picker sets a cookie that precedes Accept-Language on every page, and returns to its page")
    func picker() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.open("/sign-in?next=password&notice=apple-expired")
            let form = try page.form(to: "/language")
            let answer = try await browser.post("/language", form.fields + [("language", "ja")])
            #expect(answer.location == "/sign-in?next=password")
            let cookie = try #require(browser.cookie("__Host-latchkey-language"))
            #expect(cookie.value == "ja")
            #expect(cookie.attributes == ["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Lax", "Secure"])
            for path in ["/sign-in", "/signed-out", "/nothing/here"] {
                let shown = try await browser.send(.get, path, headers: [.acceptLanguage: "de"])
                #expect(shown.headers[.contentLanguage] == "ja", "\(path)")
            }
            #expect(try await browser.signUp().text.contains("このデバイス"))
        }
    }

    @Test(
        "a page is in the language of the account, the cookie, the header or the configuration, in this order",
        arguments: [
            ("fr", "ja", "de", "fr"), ("fr", nil, "de", "fr"), ("fr", "ja", nil, "fr"), (nil, "ja", "de", "ja"),
            (nil, nil, "de", "de"), (nil, nil, nil, "it"),
        ] as [(String?, String?, String?, String)])
    func order(account: String?, cookie: String?, accepted: String?, language: String) async throws {
        try await ServerBench { $0.site.language = .italian }.run { client in
            var browser = Browser(client)
            if let account {
                try await browser.signUp()
                let fields = try await browser.open("/account").form(to: "/language").fields
                #expect(try await browser.post("/language", fields + [("language", account)]).location == "/account")
            }
            if let cookie {
                browser.plant(
                    BrowserCookie(name: "__Host-latchkey-language", value: cookie, attributes: ["Path=/", "Secure"]))
            }
            var headers = HTTPFields()
            headers[.acceptLanguage] = accepted
            let path = account == nil ? "/sign-in" : "/account"
            #expect(try await browser.send(.get, path, headers: headers).headers[.contentLanguage] == language)
        }
    }

    @Test("a signed-in user's choice is the account's language in every browser")
    func account() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let fields = try await browser.open("/account").form(to: "/language").fields
            _ = try await browser.post("/language", fields + [("language", "he")])
            var other = Browser(client)
            try await other.signIn()
            let page = try await other.open("/account")
            #expect(page.answer.headers[.contentLanguage] == "he")
            #expect(page.text.contains("<html lang=\"he\" dir=\"rtl\">"))
            // The page of the first recovery codes opens a session, and follows the language too.
            _ = try await other.turnOnAuthenticator(at: bench.clock.now)
        }
    }

    @Test("the picker rejects a language that is not offered, a foreign target, and a form without its token")
    func rejected() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let fields = try await browser.open("/sign-in").form(to: "/language").fields
            func answer(_ changed: (name: String, value: String)...) async throws -> Int {
                let all = (fields + [("language", "de")]).filter { field in !changed.contains { $0.name == field.name } } + changed
                return try await browser.post("/language", all).status.code
            }
            for language in ["nl", "EN", "en-XA", ""] { #expect(try await answer(("language", language)) == 400) }
            for path in ["//evil.example", "https://evil.example/", "/\\evil.example", "account"] {
                #expect(try await answer(("return-path", path)) == 400, "\(path)")
            }
            #expect(try await answer(("form-token", "AAAA")) == 403)
            #expect(browser.cookie("__Host-latchkey-language") == nil)
            #expect(try await answer() == 303)
        }
    }

    @Test(
        "an error and a message have the picker, which returns to them", arguments: ["/nothing/here", "/sign-out", "/signed-out"])
    func errors(_ path: String) async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.open(path)
            let form = try page.form(to: "/language")
            let answer = try await browser.post("/language", form.fields + [("language", "ja")])
            #expect(answer.status == .seeOther && answer.location == path)
            let again = try await browser.open(path)
            #expect(again.answer.headers[.contentLanguage] == "ja")
            #expect(again.answer.headers[.setCookie] == nil, "the cookie of the forms stays")
        }
    }

    @Test("an error that responds to a form has no picker")
    func formErrors() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let answer = try await browser.post("/sign-in", [("username", "anna.k")])
            #expect(answer.status == .forbidden)
            #expect(!answer.text.contains("action=\"/language\""))
        }
    }

    @Test("a response to a form has no picker, because the browser cannot open it again")
    func noPicker() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.open("/sign-in")
            #expect(page.text.contains("action=\"/language\""))
            let rejected = try await browser.submit(page, to: "/sign-in", ["username": "anna.k", "password": "not it at all 11"])
            #expect(rejected.status == 403)
            #expect(!rejected.text.contains("action=\"/language\""))
        }
    }

    @Test("in development the picker offers pseudo-English")
    func development() async throws {
        try await ServerBench(origin: "http://localhost:8080").run { client in
            var browser = Browser(client, origin: "http://localhost:8080")
            let fields = try await browser.open("/sign-in").form(to: "/language").fields
            #expect(try await browser.post("/language", fields + [("language", "en-XA")]).status == .seeOther)
            #expect(try await browser.open("/sign-in").answer.headers[.contentLanguage] == "en-XA")
        }
    }

    @Test("the configuration's language is for browsers that accept none of the offered ones")
    func configured() async throws {
        try await ServerBench { $0.site.language = .italian }.run { client in
            for (accepted, language) in [("nl", "it"), ("fr", "fr")] {
                let answer = try await client.send(.get, "/sign-in", headers: [.acceptLanguage: accepted])
                #expect(answer.headers[.contentLanguage] == language)
            }
        }
    }

    @Test("times are in the zone of the cookie that a script sets; another value is ignored")
    func zone() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            for (zone, time) in [("Asia/Tokyo", "5:00\u{202F}PM"), ("Mars/Base", "8:00\u{202F}AM UTC")] {
                browser.plant(BrowserCookie(name: "__Host-latchkey-zone", value: zone, attributes: ["Path=/", "Secure"]))
                #expect(try await browser.open("/account").text.contains("title=\"Jan 15, 2027, \(time)\">now</time>"), "\(zone)")
            }
        }
    }

    @Test("the account's time zone precedes the browser's in every browser, until the owner chooses the browser's again")
    func accountZone() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let tokyo = BrowserCookie(name: "__Host-latchkey-zone", value: "Asia/Tokyo", attributes: ["Path=/", "Secure"])
            browser.plant(tokyo)
            var page = try await browser.open("/account/time-zone")
            #expect(page.text.contains("<option value=\"\" selected>Automatic (this browser’s)</option>"))
            var fields = try page.form(to: "/account/time-zone").fields
            var answer = try await browser.post("/account/time-zone", fields + [("time-zone", "America/New_York")])
            #expect(answer.location == "/account?notice=time-zone-changed")
            page = try await browser.open("/account")
            #expect(page.text.contains("title=\"Jan 15, 2027, 3:00\u{202F}AM\">now</time>"))
            #expect(page.text.contains("<bdi>UTC\u{2212}05:00 New York</bdi>"))

            var other = Browser(client)
            try await other.signIn()
            other.plant(tokyo)
            page = try await other.open("/account")
            #expect(page.text.contains("title=\"Jan 15, 2027, 3:00\u{202F}AM\">now</time>"))
            page = try await other.open("/account/time-zone")
            #expect(page.text.contains("<option value=\"America/New_York\" selected>"))
            fields = try page.form(to: "/account/time-zone").fields
            answer = try await other.post("/account/time-zone", fields + [("time-zone", "")])
            #expect(answer.status == .seeOther)
            page = try await other.open("/account")
            #expect(page.text.contains("title=\"Jan 15, 2027, 5:00\u{202F}PM\">now</time>"))
            #expect(page.text.contains("Automatic (this browser’s)"))
        }
    }

    @Test("an imported zone that the time-zone database does not have counts as no choice")
    func importedZone() {
        let account = Account(
            id: AccountID(random: SystemRandomBytes()), userName: nil, createdAt: ServerBench.start, passwordChangedAt: nil,
            timeZone: TimeZoneName("Mars/Base"))
        #expect(account.timeZone != nil && account.readerZone == nil)
        let tokyo = TimeZoneName("Asia/Tokyo")
        #expect(account.with(.timeZone(tokyo)).readerZone == ReaderZone("Asia/Tokyo"))
    }

    @Test("the form rejects an unknown time zone and a form without the field, and leads a visitor to sign-in")
    func rejectedZones() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let fields = try await browser.open("/account/time-zone").form(to: "/account/time-zone").fields
            for zone in ["Mars/Base", "Vienna", "Etc/../UTC", " "] {
                let answer = try await browser.post("/account/time-zone", fields + [("time-zone", zone)])
                #expect(answer.status == .badRequest, "\(zone)")
            }
            #expect(try await browser.post("/account/time-zone", fields).status == .badRequest)
            #expect(try await browser.open("/account").text.contains("Automatic (this browser’s)"))

            var visitor = Browser(client)
            #expect(try await visitor.open("/account/time-zone").path == "/sign-in?next=account")
            let token = try await visitor.open("/sign-in").form(to: "/language").fields.filter { $0.name == "form-token" }
            let answer = try await visitor.post("/account/time-zone", token + [("time-zone", "Asia/Tokyo")])
            #expect(answer.location == "/sign-in?next=account")
        }
    }

    @Test(
        "pages with times and those that lead to them have the script that stores the zone; it is served, and permitted by the policy"
    )
    func zoneScript() async throws {
        try await ServerBench { $0.passkeys = nil }.run { client in
            var browser = Browser(client)
            let page = try await browser.open("/sign-in")
            let path = try #require(page.text.firstMatch(of: /<script src="([^"]*)" defer>/)).1
            #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.pageWithScript)
            let script = try await client.send(.get, String(path))
            #expect(script.status == .ok)
            #expect(script.text.contains("latchkey-zone="))
            let plain = try await browser.open("/signed-out")
            #expect(!plain.text.contains("<script"))
            #expect(plain.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.page)
        }
    }

    @Test(
        "pages with passwords to choose and with codes have scripts that are served, and no script of theirs can connect to anything"
    )
    func offlineScripts() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            let signUp = try await browser.open("/sign-up")
            try await browser.signUp()
            let change = try await browser.open("/account/password")
            let key = try await browser.submit(
                try await browser.open("/account/second-factors"), to: "/account/second-factors/authenticator/begin")
            for (page, path) in [
                (signUp, PagePath.passwordFieldsScript), (change, PagePath.passwordFieldsScript), (key, PagePath.codesScript),
            ] {
                #expect(page.text.contains("<script src=\"\(path.text)\" defer>"), "\(page.path)")
                #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.pageWithOfflineScript)
                let script = try await client.send(.get, path.text)
                #expect(script.status == .ok)
                #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            }
            #expect(!ContentSecurityPolicy.pageWithOfflineScript.contains("connect-src"))
        }
    }

    @Test("a malformed language or zone cookie is ignored", arguments: ["latchkey-language", "latchkey-zone"])
    func malformedCookies(_ name: String) async throws {
        try await ServerBench().run { client in
            for value in ["", "xx", "\"de\"", "de; __Host-\(name)=fr"] {
                let answer = try await client.send(
                    .get, "/sign-in", headers: [.cookie: "__Host-\(name)=\(value)", .acceptLanguage: "es"])
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentLanguage] == "es", "\(value)")
            }
        }
    }

    @Test("problem documents for developers stay in English")
    func documents() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/v1/nothing", headers: [.acceptLanguage: "de"])
            #expect(answer.headers[.contentLanguage] == "en" && answer.headers[.vary] == "Accept-Language")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }
}
