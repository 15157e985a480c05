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
        try await phone.open("ABCDE12345.com.example.app")
        _ = try await phone.wait { $0.appScreen?.title == "Opened" }
    }

    @Test("an app that is not visible opens no settings, also on a locked phone")
    func invisible() async throws {
        let phone = try Phone()
        try await phone.launch(SettingsApp.self, as: "ABCDE12345.com.example.app", name: "App", associatedDomains: [])
        try await expectRejection(on: phone.device, "ABCDE12345.com.example.other")
        phone.device.lock()
        try await expectRejection(on: phone.device, "ABCDE12345.com.example.app")
    }

    @Test("without a phone, an app opens no settings")
    func withoutPhone() async throws {
        try await expectRejection(on: DeviceSimulator(), DeviceSimulator.usualApp)
    }

    private func expectRejection(on device: DeviceSimulator, _ app: String) async throws {
        let link = try device.link(ofApp: app, accessGroups: [])
        await #expect {
            try await CurrentDevice.$link.withValue(link) { try await ASSettingsHelper.openCredentialProviderAppSettings() }
        } throws: {
            ($0 as? ASAuthorizationError)?.code == .notInteractive
        }
    }
}

/// An app with a button for each form of each call, which shows the result in its title.
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
        case .pressed("Providers"): call { try await ASSettingsHelper.openCredentialProviderAppSettings() }
        case .pressed("Codes"): call { try await ASSettingsHelper.openVerificationCodeAppSettings() }
        case .pressed("Providers, later"): ASSettingsHelper.openCredentialProviderAppSettings { self.show($0) }
        case .pressed("Codes, later"): ASSettingsHelper.openVerificationCodeAppSettings { self.show($0) }
        default: break
        }
    }

    private func call(_ open: @escaping @MainActor () async throws -> Void) {
        Task {
            do {
                try await open()
                show(nil)
            } catch {
                show(error)
            }
        }
    }

    private nonisolated func show(_ error: (any Error)?) {
        Task { @MainActor in
            screen.title = error.map { "\($0)" } ?? "Opened"
        }
    }
}
