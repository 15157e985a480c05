import AppleIdentityEmulator
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

// The code of OpenAuthenticationServices.docc.

// In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/OpenAuthenticationServices.md
@MainActor
final class LoginScreen: NSObject, ASAuthorizationControllerDelegate {
    /// Sends the identity token and the authorization code to the app's server.
    var signedIn: (Data?, Data?) -> Void = { _, _ in }
    var failed: (any Error) -> Void = { _ in }

    func signIn(nonce: String) {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        request.nonce = nonce
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.performRequests()
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else { return }
        signedIn(credential.identityToken, credential.authorizationCode)
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        if case ASAuthorizationError.canceled = error { return }
        failed(error)
    }
}
// End

// In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/UpgradingAccounts.md
final class PasswordUpgrader: ASAccountAuthenticationModificationViewController {
    override func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        let (user, password) = (existingCredential.user, existingCredential.password)
        guard AppServer.changePassword(of: user, from: password, to: newPassword, at: serviceIdentifier.identifier) else {
            return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
        extensionContext.completeChangePasswordRequest(
            updatedCredential: ASPasswordCredential(user: user, password: newPassword))
    }
}
// End

// In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/ProvidingCredentials.md
final class Vault: ASCredentialProviderViewController {
    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        let user = credentialRequest.credentialIdentity.user
        guard let password = UnlockedPasswords.password(of: user) else {
            return extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        }
        extensionContext.completeRequest(
            withSelectedCredential: ASPasswordCredential(user: user, password: password), completionHandler: nil)
    }
}
// End

/// The passwords that the user has unlocked.
private enum UnlockedPasswords {
    static func password(of user: String) -> String? { user == "ann" ? "correct horse" : nil }
}

/// The app's client of its server.
private enum AppServer {
    static func changePassword(of user: String, from old: String, to new: String, at site: String) -> Bool {
        ModificationServer.at(site)?.change(user, authority: old, to: new) ?? false
    }
}

@Suite("Quick start of OpenAuthenticationServices", .timeLimit(.minutes(20))) @MainActor
struct QuickStartTests {
    @Test("the code block signs in with Apple, and has the tokens for the server")
    func runs() async throws {
        let party = try await Apple.party()
        let (app, account, apple) = (party.appIdentifier, party.person.rawValue, party.base)
        let screen = LoginScreen()
        let (outcomes, outcome) = AsyncStream<Bool>.makeStream()
        screen.signedIn = { token, code in outcome.yield(token != nil && code != nil) }
        screen.failed = { _ in outcome.yield(false) }
        // In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/OpenAuthenticationServices.md and Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
        let device = try DeviceSimulator(app: app)
        try device.signIn(toAppleAccount: account, service: apple)

        // The user continues at the explanation, hides the address at the details, and shows the face.
        device.sheets.will(.proceed, .details(email: .hide))
        device.person.will(.match)
        // The delegate receives the tokens later.
        device.run { screen.signIn(nonce: "one-time") }
        // End
        var outcomesInOrder = outcomes.makeAsyncIterator()
        let hasTokens = await outcomesInOrder.next()
        #expect(hasTokens == true)
    }

    @Test("the code block replaces a weak password through an extension")
    func upgrades() async throws {
        let server = ModificationServer(["jane": "hunter2"])
        let (site, plist) = (server.site, try ArticleExtension.plist())
        // In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/UpgradingAccounts.md
        let device = try DeviceSimulator(app: "A1B2C3D4E5.com.example.juice")
        try device.installUpgradeExtension(PasswordUpgrader.self, infoPlist: plist)
        device.savePassword("hunter2", user: "jane", site: site)

        #expect(await device.upgradePassword(of: "jane", at: site) == .done)
        // End
        #expect(server.password(of: "jane") != "hunter2")
    }
}
