import DeviceProtocol
import DeviceScreens
@testable import DeviceSimulator
import OpenAuthenticationServices
import Testing

@Suite("Settings that an app opens", .timeLimit(.minutes(20))) struct SettingsHelperTests {
    @Test("the visible app opens the settings of AutoFill", arguments: ["Providers", "Codes", "Providers, later", "Codes, later"])
    func opened(button: String) async throws {
        let phone = try Phone()
        try await phone.launch(SettingsApp.self, as: "ABCDE12345.com.example.app", name: "App", associatedDomains: [])
        try await phone.tap(button)
        _ = try await phone.wait { view in
            guard case .settings(let settings) = view.content else { return false }
            return settings.page == .autoFill
        }
    }

    @Test("an app that is not visible opens no settings, also on a locked phone")
    func invisible() async throws {
        let phone = try Phone()
        try await phone.launch(SettingsApp.self, as: "ABCDE12345.com.example.app", name: "App", associatedDomains: [])
        try await expectRefusal(on: phone.device, "ABCDE12345.com.example.other")
        phone.device.lock()
        try await expectRefusal(on: phone.device, "ABCDE12345.com.example.app")
    }

    @Test("without a phone, an app opens no settings")
    func withoutPhone() async throws {
        try await expectRefusal(on: DeviceSimulator(), DeviceSimulator.usualApp)
    }

    private func expectRefusal(on device: DeviceSimulator, _ app: String) async throws {
        let link = try device.link(ofApp: app, accessGroups: [])
        await #expect {
            try await CurrentDevice.$link.withValue(link) { try await ASSettingsHelper.openCredentialProviderAppSettings() }
        } throws: {
            ($0 as? ASAuthorizationError)?.code == .notInteractive
        }
    }
}

/// An app with a button for each form of each call.
@MainActor
private final class SettingsApp: ScreenApp {
    private(set) var screen = AppScreen(
        title: "Begin",
        elements: ["Providers", "Codes", "Providers, later", "Codes, later"].map { .button(AppButton($0, title: $0)) })
    {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        switch event {
        case .pressed("Providers"): Task { _ = try? await ASSettingsHelper.openCredentialProviderAppSettings() }
        case .pressed("Codes"): Task { _ = try? await ASSettingsHelper.openVerificationCodeAppSettings() }
        case .pressed("Providers, later"): ASSettingsHelper.openCredentialProviderAppSettings { _ in }
        case .pressed("Codes, later"): ASSettingsHelper.openVerificationCodeAppSettings { _ in }
        default: break
        }
    }
}
