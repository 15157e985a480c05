package import DeviceScreens
package import DeviceSimulator
import Foundation
import OpenAuthenticationServices

/// The shop's app: signs in with a password, and can start an upgrade to a strong one. Launched with its server's site under
/// `site`.
@MainActor
package final class UpgradableShopApp: ScreenApp {
    package private(set) var screen = UpgradableShopApp.signIn {
        didSet { screenChanged() }
    }
    package var screenChanged: @MainActor @Sendable () -> Void = {}
    private let server: ShopServer?
    private var user = ""
    private var party: UpgradeParty?

    package init(launch: AppLaunch) {
        server = launch.settings["site"].flatMap(ShopServer.at)
    }

    package func receive(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text): screen.fill(field, with: text)
        case .pressed("logIn"): logIn()
        case .pressed("out"): screen = Self.signIn
        case .pressed("safer"): askForStrongPassword()
        case .answeredAlert: screen.alert = nil
        default: break
        }
    }

    private func logIn() {
        let password = screen.text(of: "password")
        user = screen.text(of: "user")
        guard server?.signsIn(user, with: password) == true else {
            screen = Self.signIn
            screen.alert = AppAlert(title: "Wrong password", message: "The shop does not know it.")
            return
        }
        screen = Self.welcome("Signed in as \(user).")
    }

    private func askForStrongPassword() {
        let controller = ASAccountAuthenticationModificationController()
        let party = UpgradeParty { [weak self] in self?.screen = Self.welcome($0) }
        controller.delegate = party
        self.party = party
        controller.perform(
            ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest(
                user: user, serviceIdentifier: ASCredentialServiceIdentifier(identifier: server?.site ?? "", type: .domain),
                userInfo: ["session": ShopServer.session(of: user)]))
    }

    private static let signIn = AppScreen(
        title: "Shop",
        elements: [
            .field(AppTextField("user", label: "User Name", textContentType: "username")),
            .field(AppTextField("password", label: "Password", isSecure: true, textContentType: "password")),
            .button(AppButton("logIn", title: "Log In", style: .prominent)),
        ])

    private static func welcome(_ words: String) -> AppScreen {
        AppScreen(
            title: "Welcome",
            elements: [
                .text(AppText(words)), .button(AppButton("safer", title: "Make My Account Safer")),
                .button(AppButton("out", title: "Sign Out")),
            ])
    }

    /// Returns the app as it is installed, for the team.
    package nonisolated static func installation(
        of server: ShopServer, team: String = "ABCDE12345", bundle: String = "com.example.safe",
        information: ExtensionInformation? = ShopExtension.information
    ) -> PhoneApp {
        PhoneApp(
            "\(team).\(bundle)", name: "Shop", associatedDomains: ["webcredentials:\(server.site)"],
            settings: ["site": server.site], program: ScreenAppProgram(Self.self),
            upgradeExtension: information.map { PhoneExtension(ShopExtension.self, infoPlist: $0.infoPlist) })
    }

    /// Adds the file of the shop's site to the phone's network, and installs the app.
    package nonisolated static func install(
        of server: ShopServer, on phone: Phone, team: String = "ABCDE12345", bundle: String = "com.example.safe",
        information: ExtensionInformation? = ShopExtension.information
    ) async throws {
        let file = #"{"webcredentials":{"apps":["\#(team).\#(bundle)"]}}"#
        try phone.device.put(SimulatedSite(.file(file)), at: server.site)
        try await phone.install(installation(of: server, team: team, bundle: bundle, information: information))
    }
}

private final class UpgradeParty: NSObject, ASAccountAuthenticationModificationControllerDelegate {
    private let tell: @MainActor (String) -> Void

    init(tell: @escaping @MainActor (String) -> Void) {
        self.tell = tell
    }

    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController,
        didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest, userInfo: [AnyHashable: Any]?
    ) {
        tell("Safer now: \(userInfo?["changed"] as? String ?? "").")
    }

    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: any Error
    ) {
        tell("Not safer: \((error as? ASExtensionError)?.errorCode ?? -1).")
    }
}

extension AppScreen {
    fileprivate func text(of field: String) -> String {
        for case .field(let found) in elements where found.id == field { return found.text }
        return ""
    }

    fileprivate mutating func fill(_ field: String, with text: String) {
        elements = elements.map { element in
            guard case .field(var found) = element, found.id == field else { return element }
            found.text = text
            return .field(found)
        }
    }
}
