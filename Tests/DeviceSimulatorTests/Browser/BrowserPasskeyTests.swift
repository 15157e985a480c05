import DeviceScreens
import DeviceServices
import Foundation
import Testing

@testable import DeviceSimulator

@Suite("Passkeys in the browser of a phone", .timeLimit(.minutes(20))) struct BrowserPasskeyTests {
    private static let creation = """
        {"challenge":"AAEC","rp":{"id":"example.com","name":"Shop"},"user":{"id":"Bw","name":"anna","displayName":"Anna"},\
        "pubKeyCredParams":[{"type":"public-key","alg":-7}]}
        """

    /// A page with a form for passwords and one for a passkey, as the account server's.
    private static func page(_ method: String, _ options: String, attributes: String = "") -> String {
        """
        <title>Shop</title><h1>Sign in</h1>
        <form method="post" action="/session"><input id="user" name="user" autocomplete="username webauthn" aria-label="User name">
        <input id="pass" name="pass" type="password" autocomplete="current-password" aria-label="Password"><button>Log in</button></form>
        <form method="post" action="/passkey" hidden data-with-passkeys data-passkey="\(method)" data-options='\(options)' \(attributes)>
        <input type="hidden" name="token" value="t"><input type="hidden" name="credential" value=""><button>Use a passkey</button></form>
        """
    }

    private static func signIn(_ relyingParty: String, attributes: String = "") -> String {
        page("get", #"{"challenge":"AAEC","rpId":"\#(relyingParty)"}"#, attributes: attributes)
    }

    private func phone(_ web: ScriptedWeb) throws -> Phone {
        let phone = try web.phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        return phone
    }

    /// A phone with a passkey of anna, which the page created.
    private func phoneWithPasskey(_ web: ScriptedWeb) async throws -> Phone {
        web.put(Self.page("create", Self.creation), at: "GET https://example.com/join")
        web.put(ScriptedWeb.welcome, at: "POST https://example.com/passkey")
        let phone = try phone(web)
        try await phone.browse("example.com/join")
        try await phone.tap("Use a passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen { $0.shownTexts.contains("Welcome") }
        return phone
    }

    /// Returns the client data that the page's last form sent.
    private func clientData(_ web: ScriptedWeb) throws -> String {
        let post = try #require(web.sent.last(where: { $0.line.hasPrefix("POST") }))
        let body = try #require(post.body.removingPercentEncoding)
        #expect(body.hasPrefix("token=t&credential={"))
        let start = try #require(body.firstRange(of: #""clientDataJSON":""#)?.upperBound)
        let text = String(body[start...].prefix { $0 != "\"" }).replacing("-", with: "+").replacing("_", with: "/")
        let data = try #require(Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)))
        return String(decoding: data, as: UTF8.self)
    }

    @Test("a page creates a passkey, and a page of a subdomain signs in with it")
    func story() async throws {
        let web = ScriptedWeb()
        let phone = try await phoneWithPasskey(web)
        #expect(phone.device.savedPasskeys.map(\.user) == ["anna"])
        #expect(
            try clientData(web)
                == #"{"type":"webauthn.create","challenge":"AAEC","origin":"https://example.com","crossOrigin":false}"#)

        web.put(Self.signIn("example.com"), at: "GET https://login.example.com/")
        web.put(ScriptedWeb.welcome, at: "POST https://login.example.com/passkey")
        try await phone.browse("login.example.com")
        try await phone.tap("Use a passkey")
        try await phone.tap("anna")
        try await phone.showFace()
        try await phone.screen { $0.field("address")?.text == "https://login.example.com/passkey" }
        #expect(
            try clientData(web)
                == #"{"type":"webauthn.get","challenge":"AAEC","origin":"https://login.example.com","crossOrigin":false}"#)
        #expect(phone.view.overlays.isEmpty)
    }

    @Test(
        "a page cannot use the passkeys of a foreign site, a public suffix or an address, and no sheet appears",
        arguments: ["example.org", "login.example.com", "com", "93.184.216.34"])
    func foreign(relyingParty: String) async throws {
        let web = ScriptedWeb()
        let phone = try await phoneWithPasskey(web)
        web.put(Self.signIn(relyingParty), at: "GET https://example.com/")
        try await phone.browse("example.com")
        let count = web.sent.count
        try await phone.tap("Use a passkey")
        let screen = try await phone.screen { $0.elements.contains { $0.isError } }
        #expect(screen.shownTexts.contains("example.com requested a passkey in a way that is not permitted."))
        await phone.isSettled()
        #expect(phone.view.overlays.isEmpty && web.sent.count == count)
    }

    @Test("the pressed button of a form with a passkey is sent")
    func pressedButton() async throws {
        let web = ScriptedWeb()
        let phone = try await phoneWithPasskey(web)
        let buttons = #"<button name="way" value="quick">Quick</button><button name="way" value="key">Use a passkey"#
        let page = Self.signIn("example.com").replacing("<button>Use a passkey", with: buttons)
        web.put(page, at: "GET https://example.com/")
        try await phone.browse("example.com")
        try await phone.tap("Use a passkey")
        try await phone.tap("anna")
        try await phone.showFace()
        try await phone.screen { $0.field("address")?.text == "https://example.com/passkey" }
        let body = try #require(web.sent.last?.body)
        #expect(body.contains("way=key") && !body.contains("way=quick"))
    }

    @Test("a cancelled sheet leaves the page, which can ask again")
    func cancelled() async throws {
        let web = ScriptedWeb()
        web.put(Self.page("create", Self.creation), at: "GET https://example.com/join")
        web.put(ScriptedWeb.welcome, at: "POST https://example.com/passkey")
        let phone = try phone(web)
        try await phone.browse("example.com/join")
        try await phone.tap("Use a passkey")
        try await phone.answerSheet(.cancel)
        let screen = try await phone.screen { $0.elements.contains { $0.isError } }
        #expect(screen.shownTexts.contains("No passkey for example.com was used.") && screen.shownTexts.contains("Sign in"))
        #expect(phone.device.savedPasskeys.isEmpty && web.sent.allSatisfy { $0.line.hasPrefix("GET") })
        try await phone.tap("Use a passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen { $0.shownTexts.contains("Welcome") }
    }

    @Test("a page without a passkey on the phone stays as it is")
    func missing() async throws {
        let web = ScriptedWeb()
        web.put(Self.signIn("example.com"), at: "GET https://example.com/")
        let phone = try phone(web)
        try await phone.browse("example.com")
        try await phone.tap("Use a passkey")
        try await phone.screen { $0.shownTexts.contains("No passkey for example.com was used.") }
        #expect(phone.view.overlays.isEmpty && web.sent.count == 1)
    }

    @Test("the bar offers the passkeys of the page, until the user leaves it")
    func bar() async throws {
        let web = ScriptedWeb()
        let phone = try await phoneWithPasskey(web)
        web.put(Self.signIn("example.com", attributes: "data-autofill"), at: "GET https://example.com/")
        web.put(ScriptedWeb.signIn, at: "GET https://example.com/other")
        let passkey = PhoneView.Suggestion.passkey(user: "anna", site: "example.com")
        try await phone.browse("example.com")
        try await phone.focus("User name")
        try await phone.wait { $0.keyboard?.suggestions == [passkey] }
        try await phone.browse("example.com/other")
        try await phone.focus("User name")
        try await phone.wait { $0.keyboard != nil && $0.keyboard?.suggestions.contains(passkey) == false }

        try await phone.browse("example.com")
        try await phone.focus("User name")
        try await phone.wait { $0.keyboard?.suggestions == [passkey] }
        try await phone.tap("anna")
        try await phone.showFace()
        try await phone.screen { $0.shownTexts.contains("Welcome") }
        #expect(try clientData(web).contains(#""type":"webauthn.get""#))
    }

    @Test("a page that was loading while the user asked for a passkey does not receive it, and the sheet closes")
    func navigation() async throws {
        let web = ScriptedWeb()
        let phone = try await phoneWithPasskey(web)
        let elsewhere = "<a href='https://example.org/'>Elsewhere</a>"
        web.put(Self.signIn("example.com") + elsewhere, at: "GET https://example.com/")
        try await phone.browse("example.com")
        web.pause(before: "GET https://example.org/") {
            try? await phone.tap("Use a passkey")
            guard (try? await phone.wait { !$0.overlays.isEmpty }) != nil else { return }
            web.put(Self.signIn("example.org"), at: "GET https://example.org/")
        }
        try await phone.tap("Elsewhere")
        try await phone.screen { $0.field("address")?.text == "https://example.org/" }
        try await phone.wait { $0.overlays.isEmpty }
        #expect(web.sent.last?.line == "GET https://example.org/")
    }

    @Test("a form with the user name of another one sends it")
    func userName() async throws {
        let web = ScriptedWeb()
        web.put(
            """
            <title>Join</title><form action="/join" method="post"><input id="username" name="username" aria-label="User name">
            <div hidden data-with-passkeys><button form="up">Join with a passkey</button></div></form>
            <form id="up" method="post" action="/up" data-passkey-name><input type="hidden" name="username" value=""></form>
            """, at: "GET https://example.com/")
        web.put(ScriptedWeb.welcome, at: "POST https://example.com/up")
        let phone = try phone(web)
        try await phone.browse("example.com")
        try await phone.type("anna", into: "User name")
        try await phone.tap("Join with a passkey")
        try await phone.screen { $0.shownTexts.contains("Welcome") }
        #expect(web.sent.last?.body == "username=anna")
    }

    @Test("a page removes a passkey by its signals from the list and the bar of both phones, and a later list brings it back")
    func signals() async throws {
        let web = ScriptedWeb()
        let phone = try await phoneWithPasskey(web)
        let other = try self.phone(web)
        phone.device.shareKeychain(with: other.device)
        #expect(other.device.savedPasskeys.map(\.user) == ["anna"])
        web.put(Self.signIn("example.com", attributes: "data-autofill"), at: "GET https://example.com/")
        try await other.browse("example.com")
        try await other.focus("User name")
        try await other.wait { $0.keyboard?.suggestions.isEmpty == false }

        let id = try #require(try phone.device.services.passkeys.passkeys().first?.credentialID)
        for (path, accepted) in [("none", ""), ("again", "\"\(Self.base64URL(id))\"")] {
            let signal = #"{"rpId":"example.com","userId":"Bw","allAcceptedCredentialIds":[\#(accepted)]}"#
            web.put(
                #"<title>Account</title><div hidden data-signals='{"signalAllAcceptedCredentials":\#(signal)}'></div>"#,
                at: "GET https://example.com/\(path)")
        }
        try await phone.browse("example.com/none")
        try await other.wait { $0.keyboard?.suggestions.isEmpty != false }
        for device in [phone.device, other.device] {
            #expect(device.hiddenPasskeys.map(\.user) == ["anna"])
            #expect(device.services.services.assisted.offers(for: Browser.id).isEmpty)
        }
        try await phone.browse("example.com/again")
        try await other.wait { $0.keyboard?.suggestions.isEmpty == false }
        for device in [phone.device, other.device] { #expect(device.hiddenPasskeys.isEmpty) }
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
