import DeviceScreens
import OpenAuthenticationServices
import Testing

@testable import DeviceSimulator

@Suite("The system's sheets on a phone", .timeLimit(.minutes(20))) struct SheetTests {
    private func phone() async throws -> Phone {
        let phone = try Phone()
        try await phone.launch(SignInApp.self, name: "Shop")
        return phone
    }

    @Test("without an Apple Account, the sheet opens Settings, and the app's request fails")
    func noAccount() async throws {
        let phone = try await phone()
        try await phone.tap("Sign in with Apple")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        guard case .sheet(let sheet)? = view.overlays.last else {
            Issue.record("no sheet")
            return
        }
        #expect(sheet.app == "Shop" && sheet.buttons.map(\.role) == [.openSettings, .cancel])
        try await phone.tap("Settings")
        try await phone.wait { if case .settings(let settings) = $0.content { settings.page == .account } else { false } }
        await #expect(throws: PhoneError.self) { try await phone.perform(.signInToAppleAccount("jane", password: "p")) }
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        try await phone.perform(.openSettings(.account))
        try await phone.wait { if case .settings(let settings) = $0.content { settings.account == "jane" } else { false } }
        try await phone.perform(.signOutOfAppleAccount)
        try await phone.perform(.home)
        try await phone.tap("Shop")
        let screen = try await phone.screen { $0.title != "Begin" }
        #expect(screen.title == "\(ASAuthorizationError.Code.unknown.rawValue)")
    }

    @Test("closing a sheet cancels the request, and the app was inactive exactly once")
    func cancelled() async throws {
        let phone = try await phone()
        try await phone.tap("Sign in with Apple")
        try await phone.tap("Close")
        try await phone.screen { $0.title != "Begin" }
        let screen = try await phone.screen { $0.elements.contains { $0 == .text(AppText("didBecomeActive 1")) } }
        #expect(screen.title == "\(ASAuthorizationError.Code.canceled.rawValue)")
    }

    @Test("a page in the web sheet redirects to the app's address, or is closed", arguments: [true, false])
    func web(isLed: Bool) async throws {
        let phone = try await phone()
        try await phone.tap("Web")
        let view = try await phone.wait { !$0.overlays.isEmpty }
        #expect(view.overlays == [.browser(address: "https://example.com/login")])
        #expect(phone.device.browser.pages.map(\.isEphemeral) == [true])
        if isLed {
            try await phone.leadPage(to: "https://example.com/elsewhere")
            #expect(phone.view.overlays == [.browser(address: "https://example.com/elsewhere")])
            try await phone.leadPage(to: "shop://done?code=1")
        } else {
            try await phone.tap("Cancel")
        }
        let screen = try await phone.screen { $0.title != "Begin" }
        #expect(screen.title == (isLed ? "shop://done?code=1" : "1"))
        try await phone.wait { $0.overlays.isEmpty }
    }
}
