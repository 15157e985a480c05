import DeviceScreens
import DeviceSimulator
import OpenAuthenticationServices
import OpenLocalAuthentication
import Testing
import UpgradableShop

// The code of DeviceScreens.docc and DeviceSimulator.docc, and code of docs/guide.md and docs/device.md.

// In Sources/Device/DeviceScreens/DeviceScreens.docc/DeviceScreens.md
final class Counter: ScreenApp {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var count = 0 { didSet { screenChanged() } }

    init(launch: AppLaunch) {}

    var screen: AppScreen {
        AppScreen(title: "Counter", elements: [.text(AppText("\(count)")), .button(AppButton("more", title: "One More"))])
    }

    func receive(_ event: AppEvent) {
        if event == .pressed(button: "more") { count += 1 }
    }
}
// End

// In Sources/Device/DeviceScreens/DeviceScreens.docc/DeviceScreens.md
final class SaferAccount: ASAccountAuthenticationModificationViewController, ScreenController {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var code = ""

    var screen: AppScreen {
        AppScreen(title: "Confirm", elements: [.field(AppTextField("code", label: "Code", text: code))])
    }

    func receive(_ event: AppEvent) {
        if case .changed("code", let text) = event { code = text }
    }
}
// End

@Suite("Quick start of DeviceSimulator", .timeLimit(.minutes(20)))
struct QuickStartTests {
    // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
    @Test func notesOpenWithAFace() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let isOpen = try await device.run {
            try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open your notes")
        }
        #expect(isOpen)
        #expect(device.person.prompts.map(\.reason) == ["Open your notes"])
    }
    // End

    @Test("the app of DeviceScreens runs on a phone and counts taps")
    func counts() async throws {
        // In Sources/Device/DeviceScreens/DeviceScreens.docc/DeviceScreens.md and docs/device.md
        let phone = try Phone()
        try await phone.launch(Counter.self)
        try await phone.tap("One More")
        let screen = try await phone.screen { $0.elements.contains(.text(AppText("1"))) }
        // End
        #expect(screen.title == "Counter")
    }

    @Test("the code of the guide authorizes a right with one prompt")
    func authorizes() async throws {
        // In docs/guide.md and docs/guide.zh-Hans.md
        let device = try DeviceSimulator(biometry: .faceID)
        device.person.will(.match)
        try await device.run { try await LARight().authorize(localizedReason: "to sign in") }
        #expect(device.person.promptCount == 1)
        // End
    }

    @Test("the code block scripts failures")
    func fails() throws {
        let device = try DeviceSimulator()
        // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
        // Two unknown faces, then the passcode.
        device.person.will(.noMatch, .noMatch, .fallback, .passcode("2468"))
        // No response.
        device.person.will(.timeout)
        // Unknown faces until biometry is locked.
        device.person.will(.lockOut)
        // The same, before any prompt.
        try device.lockOutBiometry()
        // An app that asks for Face ID for the first time is denied.
        device.person.allowsFace = false
        // A device without any way to authenticate.
        let bare = try DeviceSimulator(biometry: .none, passcode: nil)
        // End
        #expect(device.person.remainingAnswers.count == 6)
        #expect(throws: (any Error).self) { try bare.unlockByBiometry() }
    }

    @Test("the code block associates an app with a site")
    func associates() async throws {
        let file = #"{"webcredentials":{"apps":["ABCDE12345.com.example.app"]}}"#
        // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        try device.put(SimulatedSite(.file(file)), at: "example.com")
        try await device.install(associatedDomains: ["webcredentials:example.com"])
        // The associated apps, and the reasons of failures.
        let report = device.associationReport

        // After a week the device fetches the file again.
        device.clock.advance(by: .seconds(7 * 86_400))
        await device.checkAssociations()
        // End
        #expect(report.contains("ABCDE12345.com.example.app"))
        #expect(device.associationReport.contains("example.com"))
    }

    @Test("the code block signs in, saves the password and fills it in")
    func signsIn() async throws {
        let file = ShopApp.associationFile
        // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
        let phone = try Phone()
        try phone.device.put(SimulatedSite(.file(file)), at: "example.com")
        try await phone.launch(
            ShopApp.self, as: "ABCDE12345.com.example.shop", associatedDomains: ["webcredentials:example.com"])

        try await phone.type("ann", into: "User Name")
        try await phone.type("correct horse", into: "Password")
        try await phone.tap("Log In")
        // The prompt of the system.
        try await phone.tap("Save Password")
        try await phone.tap("Sign Out")

        // The bar above the keyboard.
        try await phone.focus("User Name")
        try await phone.tap("ann")
        try await phone.showFace()
        try await phone.screen { $0.fields.last?.text == "correct horse" }

        // A code is offered for three minutes.
        phone.receive(message: "Your code is 123456", from: "Shop")
        phone.advance(by: .seconds(180))
        // End
        #expect(phone.device.savedPasswords.map(\.user) == ["ann"])
    }

    @Test("the code block replaces a weak password through an extension with a view")
    func upgrades() async throws {
        let server = ShopServer(["anna": "password1"], behaviour: .wantsCode("123456"))
        let (site, plist) = (server.site, ShopExtension.information.infoPlist)
        let phone = try Phone()
        let file = #"{"webcredentials":{"apps":["ABCDE12345.com.example.safe"]}}"#
        try phone.device.put(SimulatedSite(.file(file)), at: site)
        // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
        try await phone.install(
            PhoneApp(
                "ABCDE12345.com.example.safe", name: "Shop", associatedDomains: ["webcredentials:\(site)"],
                settings: ["site": site], program: ScreenAppProgram(UpgradableShopApp.self),
                upgradeExtension: PhoneExtension(ShopExtension.self, infoPlist: plist)))
        phone.device.savePassword("password1", user: "anna", site: site)

        try await phone.perform(.openSettings(.passwords))
        try await phone.showFace()
        try await phone.tap("Security Recommendations")
        try await phone.tap("anna")
        try await phone.tap("Use Strong Password")
        // The view of the extension.
        try await phone.type("123456", into: "Code")
        try await phone.tap("Continue")
        try await phone.wait { view in
            guard case .settings(let settings) = view.content else { return false }
            return settings.recommendation?.progress?.stage == .done
        }
        // End
        #expect(server.password(of: "anna") != "password1")
    }
}
