import DeviceScreens
import HTTPTypes
import OpenAuthenticationServices
import Synchronization
import Testing
import Traces
import WebClient

@testable import DeviceSimulator

@Suite("A web sign-in in the browser of a phone", .timeLimit(.minutes(20))) struct WebSheetTests {
    private static let page = "GET https://example.com/login"

    private func phone(_ web: ScriptedWeb) async throws -> Phone {
        let phone = try web.phone()
        try await phone.launch(SignInApp.self, name: "Shop")
        return phone
    }

    static let ways: [(String, String)] = [
        ("<a href='shop://done?code=1'>Continue</a>", "shop://done?code=1"),
        ("<a href='/next'>Continue</a>", "shop://done?code=2"),
        ("<form action='shop://done'><input name=code><button>Continue</button></form>", "shop://done"),
        ("<form action='/session' method=post><input name=user><button>Continue</button></form>", "shop://done?code=3"),
    ]

    @Test("a link, a form or a redirect to the app's address ends the sign-in", arguments: ways)
    func ends(_ html: String, _ address: String) async throws {
        let web = ScriptedWeb()
        web.put("<title>Shop</title>" + html, at: Self.page)
        web.redirect("GET https://example.com/next", to: "shop://done?code=2")
        web.redirect("POST https://example.com/session", to: "shop://done?code=3", status: 302)
        let phone = try await phone(web)
        try await phone.tap("Web")
        try await phone.tap("Continue")
        let screen = try await phone.screen { $0.title == address }
        #expect(screen.title == address)
        #expect(phone.view.overlays.isEmpty)
    }

    @Test("the requests of the page have the position of the action that opened it")
    func traced() async throws {
        let traces = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })
        let web = ScriptedWeb()
        web.put("<title>Shop</title><a href='/next'>Continue</a>", at: Self.page)
        web.redirect("GET https://example.com/next", to: "shop://done?code=2")
        let phone = try await phone(web)
        phone.record(in: traces)
        try await phone.tap("Web")
        try await phone.tap("Continue")
        try await phone.screen { $0.title == "shop://done?code=2" }
        let trace = try #require(traces.traces.last)
        let name = try #require(HTTPField.Name(TraceParent.headerName))
        let expected = "\(TraceParent(trace: trace.id, span: trace.spans[0].id))"
        #expect(web.sent.map { $0.headers[name] } == [expected, expected])
    }

    @Test("a redirect of the first page ends the sign-in without a view")
    func silent() async throws {
        let web = ScriptedWeb()
        web.redirect(Self.page, to: "shop://done?code=4")
        let phone = try await phone(web)
        try await phone.tap("Web")
        try await phone.screen { $0.title == "shop://done?code=4" }
        #expect(phone.view.overlays.isEmpty)
    }

    @Test("the view has no address field, and names the app and the site")
    func view() async throws {
        let web = ScriptedWeb()
        web.put("<title>Sign in</title><form><input id=user name=user><button>Go on</button></form>", at: Self.page)
        let phone = try await phone(web)
        try await phone.tap("Web")
        let view = try await phone.wait { $0.appScreen?.title == "Sign in" }
        guard case .extensionSheet(let sheet) = view.content else {
            Issue.record("no view")
            return
        }
        #expect(sheet.isWebPage && sheet.app == "Shop" && sheet.site == "example.com")
        #expect(sheet.screen?.fields.map(\.id) == ["user"])
        #expect(sheet.screen?.buttons.map(\.title) == ["Reload", "Go on", "Open on This Computer"])
        try await phone.type("anna", into: "user")
        await phone.isSettled()
        #expect(phone.screen?.field("user")?.text == "anna")
    }

    @Test(
        "a web sheet shares the cookies of the browser with the user's consent, and an ephemeral one has none",
        arguments: [true, false])
    func cookies(isShared: Bool) async throws {
        let web = ScriptedWeb()
        web.put("<title>Home</title>", at: "GET https://example.com/", headers: [.setCookie: "seen=1; Path=/; Secure"])
        web.put(
            "<title>Sign in</title><a href='/next'>Continue</a>", at: Self.page,
            headers: [.setCookie: "signed-in=1; Path=/; Secure"])
        let phone = try web.phone()
        try await phone.browse("example.com")
        try await phone.launch(SignInApp.self, name: "Shop", settings: isShared ? ["cookies": "shared"] : [:])
        try await phone.tap("Web")
        if isShared { try await phone.answerSheet(.proceed) }
        try await phone.screen(titled: "Sign in")
        #expect(web.sent.last?.headers[.cookie] == (isShared ? "seen=1" : nil))
        try await phone.tap("Cancel")
        try await phone.screen { $0.title == "1" }
        try await phone.browse("example.com")
        #expect(web.sent.last?.headers[.cookie] == (isShared ? "seen=1; signed-in=1" : "seen=1"))
    }

    @Test("a page creates a passkey of its site, to which the app need not be associated")
    func passkey() async throws {
        let web = ScriptedWeb()
        web.put(
            """
            <title>Join</title><form method="post" action="/passkey" data-passkey="create"
            data-options='{"challenge":"AAEC","rp":{"name":"Shop"},"user":{"id":"Bw","name":"anna","displayName":"Anna"},\
            "pubKeyCredParams":[{"type":"public-key","alg":-7}]}'>
            <input type="hidden" name="credential" value=""><button>Use a passkey</button></form>
            """, at: Self.page)
        web.redirect("POST https://example.com/passkey", to: "shop://done?code=6")
        let phone = try web.phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        try await phone.launch(SignInApp.self, name: "Shop")
        try await phone.tap("Web")
        try await phone.tap("Use a passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen { $0.title == "shop://done?code=6" }
        #expect(phone.device.savedPasskeys.map(\.site) == ["example.com"])
        #expect(web.sent.last?.body.hasPrefix("credential=%7B") == true)
    }

    static let others: [String] = ["<p>Turn on scripts.</p>", ""]

    @Test("a page without links and controls is left to the browser of the computer", arguments: others)
    func notShown(_ html: String) async throws {
        let web = ScriptedWeb()
        web.put(html, at: Self.page)
        let phone = try await phone(web)
        try await phone.tap("Web")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        #expect(view.overlays == [.browser(address: "https://example.com/login")])
    }

    @Test("the user can continue in the browser of the computer, at the visible page")
    func elsewhere() async throws {
        let web = ScriptedWeb()
        web.put("<a href='/next'>Continue</a>", at: Self.page)
        web.put("<title>Next</title><a href='/last'>Continue</a>", at: "GET https://example.com/next")
        let phone = try await phone(web)
        try await phone.tap("Web")
        try await phone.tap("Continue")
        try await phone.screen(titled: "Next")
        try await phone.tap("Open on This Computer")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        #expect(view.overlays == [.browser(address: "https://example.com/next")])
        try await phone.leadPage(to: "shop://done?code=5")
        try await phone.screen { $0.title == "shop://done?code=5" }
    }

    @Test("an address of another app changes nothing", arguments: ["other://done", "shopper://done", "javascript:alert(1)"])
    func foreign(_ address: String) async throws {
        let web = ScriptedWeb()
        web.put("<title>Sign in</title><a href='\(address)'>Continue</a>", at: Self.page)
        let phone = try await phone(web)
        try await phone.tap("Web")
        try await phone.tap("Continue")
        let screen = try await phone.screen { $0.elements.contains { $0.isError } }
        #expect(screen.title == "Sign in")
        try await phone.tap("Cancel")
        try await phone.screen { $0.title == "1" }
    }

    @Test("leaving the app cancels the sign-in, and closes the view")
    func left() async throws {
        let web = ScriptedWeb()
        web.put("<title>Sign in</title><a href='/next'>Continue</a>", at: Self.page)
        let phone = try await phone(web)
        try await phone.tap("Web")
        try await phone.screen(titled: "Sign in")
        try await phone.perform(.home)
        try await phone.tap("Shop")
        try await phone.screen { $0.title == "1" }
    }

    @Test("leaving the app while the first page loads cancels the sign-in")
    func leftWhileLoading() async throws {
        let web = LeavingWeb()
        let phone = try Phone(DeviceSimulator(), name: "iPhone", random: SystemRandomNumberGenerator(), web: web)
        web.visitor.withLock { $0 = phone }
        try await phone.launch(SignInApp.self, name: "Shop")
        try await phone.tap("Web")
        try await phone.wait { if case .home = $0.content { true } else { false } }
        await phone.settled { $0.webSheets.isEmpty && $0.pages.isEmpty }
        web.visitor.withLock { $0 = nil }
        try await phone.tap("Shop")
        try await phone.screen { $0.title == "1" }
    }
}

/// A site whose visitor leaves the app before it answers.
private final class LeavingWeb: WebTransport {
    let visitor = Mutex<Phone?>(nil)

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        if let phone = visitor.withLock({ $0 }) { try? await phone.perform(.home) }
        return WebResponse(
            status: .ok, headers: [.contentType: "text/html"], body: Array("<title>Sign in</title><a href='/next'>Go on</a>".utf8))
    }
}
