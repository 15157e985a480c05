import AppleIdentityEmulator
import Chromium
import DeviceSimulator
import Foundation
import ReservedPorts
import Testing
import UpgradableShop

/// A phone in a browser with the shop's app, extension and server, Apple's emulated service, and anna's weak saved password.
struct UpgradePhones: Sendable {
    let phone: Phone
    let server: ShopServer
    /// The team ID of the apps.
    let team: String
    /// The origin of the page with the phone.
    let origin: String

    static func run(
        _ behaviour: ShopServer.Behaviour = .willing, signedIn: Bool = true,
        _ body: @escaping @Sendable (UpgradePhones) async throws -> Void
    ) async throws {
        try await withAppleIdentityEmulator(.allowingLoopback) { emulator in
            let team = try emulator.service.addTeam(name: "Shop").id
            let draft = AppleAccountDraft(id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")
            _ = try emulator.service.addPerson(draft)
            _ = try emulator.service.addRelyingParty(named: "Shop", bundleID: "com.example.safe", team: team)
            let server = ShopServer(["anna": "password1"], behaviour: behaviour)
            let device = try DeviceSimulator(biometry: .faceID, passcode: "2468")
            if signedIn { try device.signIn(toAppleAccount: "anna", service: emulator.baseURL) }
            let phone = try Phone(device, name: "Anna’s iPhone")
            try await UpgradableShopApp.install(of: server, on: phone, team: team.rawValue)
            phone.device.savePassword("password1", user: "anna", site: server.site)
            phone.device.savePassword("fw-Mb7-qqz-LL4-pow", user: "anna@example.com", site: "library.example")
            phone.device.savePassword("fw-Mb7-qqz-LL4-pow", user: "anna", site: "garden.example")
            let port = try ReservedPort()
            let scene = UpgradePhones(
                phone: phone, server: server, team: team.rawValue, origin: "http://127.0.0.1:\(port.number)")
            try await PhoneServing.serve([phone], on: port) { try await body(scene) }
        }
    }

    /// A user who looks at the phone. The browser must not report any problem.
    func newVisitor(
        script: Bool = true, size: PageSize = PageSize(width: 1280, height: 1300), colorScheme: ColorScheme = .light
    ) async throws -> PhoneVisitor {
        let browser = try #require(SharedBrowser.current)
        let page = try await browser.newPage(javaScript: script, size: size, colorScheme: colorScheme)
        try await page.open(PhoneServing.newAddress(at: origin))
        return PhoneVisitor(page: page)
    }

    /// Goes from the home screen to the page of the recommendation, in the browser.
    func openRecommendation(_ anna: PhoneVisitor) async throws {
        try await anna.tap("Settings")
        try await anna.tap("Passwords")
        try await anna.tap("Your face")
        try await anna.tap("Security Recommendations")
        // The previous page has the same names.
        try await anna.sees("High Priority")
        try await anna.tap(server.site)
        try await anna.sees("What you can do")
    }

    /// Signs in with the saved password by AutoFill and Face ID, in the browser. Throws if the shop rejects the password.
    func signInWithSavedPassword(_ anna: PhoneVisitor) async throws {
        try await anna.tap("Home")
        try await anna.tap("Shop")
        try await anna.focus("user")
        try await anna.tap("for \(server.site)")
        try await anna.tap("Your face")
        try await anna.field("user", holds: "anna")
        try await anna.tap("Log In")
        try await anna.sees("Signed in as anna.")
    }
}
