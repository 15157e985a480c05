import DeviceScreens
import AssociatedDomains
import DeviceProtocol
import DeviceServices
import PasswordManager
import Synchronization
import Testing
import UpgradableShop

@testable import DeviceSimulator

/// A phone with the shop's app, and anna's weak saved password.
struct UpgradeScene: Sendable {
    let phone: Phone
    let server: ShopServer

    init(
        _ behaviour: ShopServer.Behaviour = .willing, information: ExtensionInformation? = ShopExtension.information
    ) async throws {
        server = ShopServer(["anna": "password1"], behaviour: behaviour)
        phone = try Phone()
        try await UpgradableShopApp.install(of: server, on: phone, information: information)
        phone.device.savePassword("password1", user: "anna", site: server.site)
    }

    /// Opens the page of the recommendation from any screen.
    func openRecommendation(of user: String = "anna") async throws {
        try await phone.perform(.openSettings(.passwords))
        try await phone.showFace()
        try await phone.tap("Security Recommendations")
        try await phone.tap(user)
        try await phone.wait { $0.settings?.recommendation != nil }
    }

    /// Signs in to the shop's app with AutoFill and Face ID.
    func signIn() async throws {
        try await phone.open("ABCDE12345.com.example.safe")
        try await phone.focus("User Name")
        try await phone.tap("anna")
        try await phone.showFace()
        try await phone.screen { $0.fields.last?.text.isEmpty == false }
        try await phone.tap("Log In")
    }

    @discardableResult
    func ended(_ stage: PhoneView.UpgradeProgress.Stage) async throws -> PhoneView.UpgradeProgress {
        let view = try await phone.wait {
            $0.settings?.recommendation?.progress.map { $0.stage != .working } ?? false
        }
        let progress = try #require(view.settings?.recommendation?.progress)
        #expect(progress.stage == stage, "\(progress.text)")
        return progress
    }

    /// Opens the saved passwords from any screen.
    func openPasswords() async throws -> PhoneView.SettingsView.Password {
        try await phone.perform(.openSettings(.passwords))
        if phone.view.settings?.arePasswordsShown != true { try await phone.showFace() }
        let view = try await phone.wait { $0.settings?.arePasswordsShown == true }
        return try #require(view.settings?.passwords.first { $0.user == "anna" })
    }

    /// Replaces the shop's extension.
    func replaceExtension(by program: any ExtensionProgram<ModificationOrder, ModificationReport>, forApple: Bool = false) throws {
        phone.device.services.upgrades.extensions.install(
            InstalledExtension(
                app: try AppIdentifier("ABCDE12345.com.example.safe"),
                attributes: ExtensionAttributes(supportsStrongPassword: true, supportsSignInWithApple: forApple), program: program))
    }

    var page: PhoneView.SettingsView.RecommendationPage? { phone.view.settings?.recommendation }

    var savedPassword: String? {
        Self.id(server).flatMap { try? phone.device.passwords.credential($0)?.password.exposed }
    }

    var savedPasswordSignsIn: Bool { savedPassword.map { server.signsIn("anna", with: $0) } ?? false }

    var isAsBefore: Bool { savedPassword == "password1" && savedPasswordSignsIn }

    private static func id(_ server: ShopServer) -> CredentialID? {
        (try? DomainName(server.site)).flatMap { CredentialID(server: $0, user: "anna") }
    }
}

/// An extension that crashes at the first request.
struct CrashingProgram: ExtensionProgram {
    private struct Crashed: RunningExtension {
        let report: @Sendable (ExtensionWord<ModificationReport>) -> Void

        func deliver(_ order: ModificationOrder) -> Bool {
            report(.gone)
            return true
        }

        func stop() {}
    }

    func start(report: @escaping @Sendable (ExtensionWord<ModificationReport>) -> Void) -> (
        any RunningExtension<ModificationOrder>
    )? { Crashed(report: report) }
}

extension PhoneView {
    var settings: SettingsView? { if case .settings(let settings) = content { settings } else { nil } }

    var upgradeQuestion: UpgradeQuestion? {
        for case .upgradeQuestion(let question) in overlays { return question }
        return nil
    }
}
