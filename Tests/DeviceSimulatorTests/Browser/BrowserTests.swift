import DeviceScreens
import HTTPTypes
import Testing

@testable import DeviceSimulator

@Suite("The browser of a phone", .timeLimit(.minutes(20))) struct BrowserTests {
    @Test("shows headings, texts, fields, choices, buttons and links, and sends the form with its hidden fields and cookies")
    func form() async throws {
        let web = ScriptedWeb()
        web.put(ScriptedWeb.signIn, at: "GET https://example.com/", headers: [.setCookie: "seen=1; Path=/; Secure; HttpOnly"])
        web.redirect("POST https://example.com/session", to: "/inside")
        web.put(ScriptedWeb.welcome, at: "GET https://example.com/inside")
        let phone = try web.phone()
        try await phone.tap("Browser")
        try await phone.type("example.com", into: "Address")
        try await phone.tap("Go")
        let page = try await phone.pageIsLoaded()
        #expect(page.title == "Shop")
        #expect(page.shownTexts == ["example.com", "Sign in", "New here?"])
        #expect(page.fields.map(\.label) == ["Address", "User name", "Password"])
        #expect(page.fields.map(\.isSecure) == [false, false, true])
        #expect(page.buttons.map(\.title) == ["Go", "Reload", "☐ Remember me", "Sign in", "Create an account"])
        try await phone.type("änn & co", into: "User name")
        try await phone.type("x y", into: "Password")
        try await phone.tap("☐ Remember me")
        try await phone.tap("Sign in")
        try await phone.screen { $0.shownTexts.contains("Welcome") }
        let post = try #require(web.sent.first { $0.line.hasPrefix("POST") })
        #expect(post.body == "token=a%26b&user=%C3%A4nn+%26+co&pass=x+y&remember=yes&how=password")
        #expect(post.headers[.cookie] == "seen=1")
        #expect(post.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(web.sent.last?.line == "GET https://example.com/inside")
        #expect(web.sent.last?.body == "")
        #expect(phone.screen?.field("address")?.text == "https://example.com/inside")
        try await phone.perform(.answerSaveQuestion(.notNow))
        try await phone.tap("Back")
        try await phone.screen { $0.shownTexts.contains("Sign in") }
        #expect(phone.screen?.field("u")?.text == "")
    }

    @Test(
        "offers the passwords of the page's exact host over https, and no others",
        arguments: [
            ("https://example.com/", true), ("https://example.com:8443/", true), ("https://login.example.com/", false),
            ("http://example.com/", false), ("https://example.org/", false), ("https://xn--xample-2of.com/", false),
        ])
    func origin(address: String, isOffered: Bool) async throws {
        let web = ScriptedWeb()
        web.put(ScriptedWeb.signIn, at: "GET \(address)")
        let phone = try web.phone()
        phone.device.savePassword("secret", user: "ann", site: "example.com")
        try await phone.browse(address)
        try await phone.focus("u")
        await phone.isSettled()
        #expect(phone.bar == (isOffered ? [.credential(user: "ann", site: "example.com")] : []))
        #expect((phone.view.keyboard?.hasKey ?? false) == address.hasPrefix("https"))
        guard isOffered else { return }
        try await phone.fillByFace("ann")
        #expect(phone.screen?.fields.map(\.text).suffix(2) == ["ann", "secret"])
    }

    /// The outcome of a typed sign-in.
    enum Ending: CaseIterable {
        case accepted, askedAgain, rejected, broken, unreachable, link, address, otherForm
    }

    @Test("asks whether to save a password only if the site accepted it", arguments: Ending.allCases)
    func saving(ending: Ending) async throws {
        let web = ScriptedWeb()
        let search = #"<form action="/find"><input name="q" aria-label="Search"><button>Find</button></form>"#
        web.put(ScriptedWeb.signIn + search, at: "GET https://example.com/")
        web.put(ScriptedWeb.welcome, at: "GET https://example.com/join")
        web.put(ScriptedWeb.welcome, at: "GET https://example.com/find?q=")
        switch ending {
        case .accepted: web.put(ScriptedWeb.welcome, at: "POST https://example.com/session")
        case .askedAgain: web.put(ScriptedWeb.signIn, at: "POST https://example.com/session")
        case .rejected: web.put(ScriptedWeb.signIn, at: "POST https://example.com/session", status: 401)
        case .broken: web.put("<p>Sorry</p>", at: "POST https://example.com/session", status: 500)
        case .unreachable, .link, .address, .otherForm: break
        }
        let phone = try web.phone()
        try await phone.browse("example.com")
        try await phone.type("ann", into: "u")
        try await phone.type("correct horse", into: "p")
        switch ending {
        case .accepted, .askedAgain, .rejected, .broken, .unreachable: try await phone.pressReturn(in: "p")
        case .link: try await phone.tap("Create an account")
        case .address: try await phone.perform(.browse(address: "example.com/join"))
        case .otherForm: try await phone.tap("Find")
        }
        try await phone.pageIsLoaded()
        if ending == .accepted {
            try await phone.tap("Save Password")
            #expect(try phone.savedPassword(of: "ann", at: "example.com") == "correct horse")
        } else {
            #expect(phone.view.overlays.isEmpty)
            if ending == .unreachable { #expect(phone.screen?.field("p")?.text == "correct horse") }
        }
    }

    @Test("submits filled-in credentials to another site, and suggests nothing for that site")
    func foreignAction() async throws {
        let web = ScriptedWeb()
        web.put(
            ScriptedWeb.signIn.replacing("\"/session\"", with: "\"https://other.example/session\""), at: "GET https://example.com/")
        web.put(ScriptedWeb.signIn, at: "POST https://other.example/session", status: 400)
        web.put(ScriptedWeb.signIn, at: "GET https://other.example/")
        let phone = try web.phone()
        phone.device.savePassword("secret", user: "ann", site: "example.com")
        try await phone.browse("example.com")
        try await phone.focus("u")
        try await phone.fillByFace("ann")
        try await phone.pressReturn(in: "p")
        try await phone.screen { $0.field("address")?.text.contains("other.example") == true }
        try await phone.pageIsLoaded()
        #expect(phone.screen?.fields.map(\.text).suffix(2) == ["", ""], "fields of the same names are other fields")
        try await phone.focus("u")
        await phone.isSettled()
        #expect(phone.bar.isEmpty)
        let post = try #require(web.sent.last)
        #expect(post.headers[.origin] == "https://example.com")
        #expect(post.headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] == "cross-site")
    }

    @Test("warns before a form of an encrypted page is sent without encryption", arguments: [true, false])
    func insecureAction(isSent: Bool) async throws {
        let web = ScriptedWeb()
        web.put(
            ScriptedWeb.signIn.replacing("\"/session\"", with: "\"http://example.com/session\""), at: "GET https://example.com/")
        web.put(ScriptedWeb.welcome, at: "POST http://example.com/session")
        let phone = try web.phone()
        try await phone.browse("example.com")
        try await phone.type("secret", into: "p")
        try await phone.pressReturn(in: "p")
        try await phone.screen { $0.alert?.title == "This Form Is Not Secure" }
        #expect(web.sent.allSatisfy { $0.line.hasPrefix("GET") })
        try await phone.tap(isSent ? "Send Anyway" : "Cancel")
        try await phone.pageIsLoaded()
        if isSent { try await phone.screen { $0.shownTexts.contains("Not Secure: example.com") } }
        await phone.isSettled()
        #expect(web.sent.contains { $0.line.hasPrefix("POST") } == isSent)
    }

    @Test("fills a strong password into both fields by the page's rules, saves it, and suggests another one for the next site")
    func strongPassword() async throws {
        let web = ScriptedWeb()
        let join = """
            <form method="post" action="/join"><input name="mail" type="email" autocomplete="username" aria-label="E-mail">
            <input id="new" name="new" type="password" autocomplete="new-password" minlength="30" passwordrules="required: digit; allowed: lower, upper" aria-label="New password">
            <input name="again" type="password" autocomplete="new-password" aria-label="Again"><button>Join</button></form>
            """
        for host in ["example.com", "example.org"] {
            web.put(join, at: "GET https://\(host)/join")
            web.put(ScriptedWeb.welcome, at: "POST https://\(host)/join")
        }
        let phone = try web.phone()
        var passwords: [String] = []
        for host in ["example.com", "example.org"] {
            try await phone.browse("\(host)/join")
            try await phone.type("ann@example.com", into: "E-mail")
            try await phone.focus("New password")
            try await phone.tap("Use Strong Password")
            await phone.isSettled()
            let password = try #require(phone.screen?.field("new")?.text)
            #expect(
                password.count >= 30 && password.contains(where: \.isNumber) && password.allSatisfy { $0.isLetter || $0.isNumber })
            #expect(phone.screen?.field("again")?.text == password)
            #expect(phone.view.strongPasswordFields == ["new", "again"])
            try await phone.tap("Join")
            try await phone.screen { $0.shownTexts.contains("Welcome") }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty)
            #expect(try phone.savedPassword(of: "ann@example.com", at: host) == password)
            passwords.append(password)
        }
        #expect(passwords[0] != passwords[1])
    }

    @Test("suggests the code of a message for one-time code fields, and a bound code only for its site")
    func code() async throws {
        let web = ScriptedWeb()
        let page = #"<form><input id="otp" name="otp" autocomplete="one-time-code" aria-label="Code"></form>"#
        web.put(page, at: "GET https://example.com/")
        web.put(page, at: "GET https://example.org/")
        let phone = try web.phone()
        phone.receive(message: "123456 is your code.\n\n@example.com #123456", from: "Shop")
        try await phone.browse("example.org")
        try await phone.focus("Code")
        await phone.isSettled()
        #expect(phone.bar.isEmpty)
        try await phone.browse("example.com")
        try await phone.focus("Code")
        try await phone.tap("123456")
        await phone.isSettled()
        #expect(phone.screen?.field("otp")?.text == "123456")
    }

    @Test("explains why a page did not load, and keeps the previous one")
    func failures() async throws {
        let web = ScriptedWeb()
        web.put(ScriptedWeb.welcome, at: "GET https://example.com/")
        web.put("%PDF", at: "GET https://example.com/file", headers: [.contentType: "application/pdf"])
        web.put(String(repeating: "<div>", count: 300), at: "GET https://example.com/deep")
        web.put(String(repeating: "x", count: (1 << 20) + 1), at: "GET https://example.com/long")
        web.redirect("GET https://example.com/circle", to: "circle")
        web.redirect("GET https://example.com/app", to: "shop://done")
        let phone = try web.phone()
        try await phone.browse("example.com")
        for (address, words) in [
            ("file", "web page (application/pdf)"), ("deep", "too large"), ("long", "too large"), ("circle", "too many times"),
            ("app", "cannot open"), ("nothing", "Could not connect"),
        ] {
            let screen = try await phone.browse("example.com/\(address)")
            #expect(screen.elements.contains { $0.isError && "\($0)".contains(words) }, "\(address): \(screen)")
            #expect(screen.shownTexts.contains("Welcome"))
        }
        #expect(web.sent.filter { $0.line.hasSuffix("/circle") }.count == BrowserLoading.maximumRedirects + 1)
        let screen = try await phone.browse("no address")
        #expect(screen.elements.contains { $0.isError && "\($0)".contains("is not a web address") })
    }

    @Test("resends a form after 307 but not after 302, and never from https to http", arguments: [302, 307])
    func redirectedForm(status: Int) async throws {
        let web = ScriptedWeb()
        web.put(ScriptedWeb.signIn, at: "GET https://example.com/")
        web.redirect("POST https://example.com/session", to: "/next", status: status)
        web.redirect("POST https://example.com/next", to: "http://example.com/plain", status: status)
        web.put(ScriptedWeb.welcome, at: "GET https://example.com/next")
        let phone = try web.phone()
        try await phone.browse("example.com")
        try await phone.type("secret", into: "p")
        try await phone.tap("Sign in")
        try await phone.pageIsLoaded()
        if status == 302 {
            #expect(web.sent.last?.line == "GET https://example.com/next")
        } else {
            #expect(web.sent.last?.line == "POST https://example.com/next")
            #expect(web.sent.last?.body.contains("pass=secret") == true)
            #expect(phone.screen?.elements.contains { $0.isError && "\($0)".contains("without encryption") } == true)
        }
    }

    @Test(
        "does not reach sites outside the phone's network",
        arguments: ["example.com", "http://192.0.2.1/", "http://other.localhost/"])
    func unreached(address: String) async throws {
        let phone = try Phone()
        let screen = try await phone.browse(address)
        #expect(screen.elements.contains { $0.isError && "\($0)".contains("Could not connect") })
        #expect(screen.page == nil)
    }

    @Test("no other app counts as the browser, by its identifier or by a screen that claims to be a page")
    func impostor() async throws {
        let web = ScriptedWeb()
        web.put(ScriptedWeb.signIn, at: "GET https://example.com/")
        let phone = try web.phone()
        await #expect(throws: PhoneError.self) {
            try await phone.install(PhoneApp(Browser.id, name: "Browser", program: ScreenAppProgram(PageClaimingApp.self)))
        }
        phone.device.savePassword("secret", user: "ann", site: "example.com")
        let number = try await phone.browse("example.com").page
        #expect(number == 1)
        try await phone.launch(PageClaimingApp.self, as: "ABCDE12345.com.example.other")
        try await phone.focus("u")
        await phone.isSettled()
        #expect(phone.bar.isEmpty)
    }

    @Test("is not among the apps of the home screen, and loses its cookies with its process")
    func process() async throws {
        let web = ScriptedWeb()
        web.put(ScriptedWeb.signIn, at: "GET https://example.com/", headers: [.setCookie: "seen=1; Path=/"])
        let phone = try web.phone()
        #expect(phone.view.content == .home([]))
        try await phone.browse("example.com")
        try await phone.browse("example.com")
        #expect(web.sent.last?.headers[.cookie] == "seen=1")
        try await phone.perform(.quit(app: PhoneView.browser))
        await phone.isSettled()
        try await phone.browse("example.com")
        #expect(web.sent.last?.headers[.cookie] == nil)
    }
}

/// An app that claims that its screen is the browser's first page.
@MainActor
private final class PageClaimingApp: ScreenApp {
    var screenChanged: @MainActor () -> Void = {}

    init(launch: AppLaunch) {}

    var screen: AppScreen {
        var screen = AppScreen.signIn
        screen.elements = [
            .field(AppTextField("u", label: "u", textContentType: "username")),
            .field(AppTextField("p", label: "p", textContentType: "password")),
        ]
        screen.page = 1
        return screen
    }

    func receive(_ event: AppEvent) {}
}
