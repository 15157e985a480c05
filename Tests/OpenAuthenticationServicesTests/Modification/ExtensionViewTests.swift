import DeviceScreens
import DeviceSimulator
import Foundation
import Testing

/// The view of an extension in a separate process, on a phone.
@Suite("View of an extension in a separate process", .timeLimit(.minutes(20))) struct ExtensionViewTests {
    private static let app = "A1B2C3D4E5.com.example.app"

    @Test("the view handles typing and taps, shows the results, and closes with the extension")
    func view() async throws {
        let phone = try await Self.phone()
        try await Self.begin(phone)
        try await phone.type("111111", into: "Code")
        try await phone.tap("Continue")
        try await phone.screen { $0.elements.contains(.text(AppText("That is not the code.", style: .error))) }
        try await phone.type("123456", into: "Code")
        try await phone.tap("Continue")
        try await Self.ended(phone, .done)
        #expect(phone.device.savedPassword(of: "looker", at: "example.com") != "hunter2")
    }

    @Test("the system's button cancels the view, and killing the extension closes it", arguments: [true, false])
    func ending(isCancelled: Bool) async throws {
        let phone = try await Self.phone()
        try await Self.begin(phone)
        if isCancelled {
            try await phone.tap("Cancel")
        } else {
            try await phone.type("killed", into: "Code")
            try await phone.tap("Continue")
        }
        // In both cases the state of the extension's server is unknown.
        try await Self.ended(phone, isCancelled ? .cancelled : .open)
        #expect(phone.device.savedPassword(of: "looker", at: "example.com") == "hunter2")
    }

    private static func begin(_ phone: Phone) async throws {
        try await phone.perform(.openSettings(.recommendations))
        try await phone.showFace()
        try await phone.tap("looker")
        try await phone.tap("Use Strong Password")
        try await phone.screen(titled: "Confirm")
    }

    private static func ended(_ phone: Phone, _ stage: PhoneView.UpgradeProgress.Stage) async throws {
        try await phone.wait { view in
            guard case .settings(let settings) = view.content else { return false }
            return settings.recommendation?.progress?.stage == stage
        }
    }

    private static func phone() async throws -> Phone {
        let phone = try Phone()
        try phone.device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(app)"]}}"#)), at: "example.com")
        try await phone.install(
            PhoneApp(
                app, name: "Host", associatedDomains: ["webcredentials:example.com"], program: ExecutableProgram(at: "/nowhere"),
                upgradeExtension: PhoneExtension(
                    at: ExtensionProcessTests.executable,
                    infoPlist: ExtensionInformation(supportsStrongPassword: true).infoPlist)))
        phone.device.savePassword("hunter2", user: "looker", site: "example.com")
        return phone
    }
}
