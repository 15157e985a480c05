package import DeviceScreens
package import DeviceSimulator
import Foundation
package import OpenAuthenticationServices

/// The shop's extension, written like iOS code: changes the account silently if the server permits it, and otherwise asks for a
/// code in its view.
package final class ShopExtension: ASAccountAuthenticationModificationViewController, ScreenController {
    package var screenChanged: @MainActor @Sendable () -> Void = {}
    private var code = ""
    private var error: String?
    private var attempt: (@MainActor (ShopExtension, String?) -> Void)?

    package var screen: AppScreen {
        var elements: [AppElement] = [
            .text(AppText("The shop wants to know that it is you. Enter the code of your code book.")),
            .field(AppTextField("code", label: "Code", text: code, keyboard: .numberPad)),
        ]
        if let error { elements.append(.text(AppText(error, style: .error))) }
        elements.append(.button(AppButton("go", title: "Continue", style: .prominent, isEnabled: !code.isEmpty)))
        return AppScreen(title: "Confirm", elements: elements)
    }

    package func receive(_ event: AppEvent) {
        switch event {
        case .changed("code", let text): code = text
        case .pressed("go"), .submitted("code"): attempt?(self, code)
        default: break
        }
    }

    package override func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        prepareInterfaceToChangePassword(
            for: serviceIdentifier, existingCredential: existingCredential, newPassword: newPassword, userInfo: userInfo)
        attempt?(self, nil)
    }

    package override func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        let (server, right) = (ShopServer.at(serviceIdentifier.identifier), Self.right(existingCredential, userInfo))
        attempt = { shop, code in
            shop.finish(server?.upgrade(existingCredential.user, by: right, to: newPassword, code: code)) { context in
                context.completeChangePasswordRequest(
                    updatedCredential: ASPasswordCredential(user: existingCredential.user, password: newPassword),
                    userInfo: ["changed": existingCredential.user])
            }
        }
    }

    package override func convertAccountToSignInWithAppleWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]?
    ) {
        let (server, right) = (ShopServer.at(serviceIdentifier.identifier), Self.right(existingCredential, userInfo))
        extensionContext.getSignInWithAppleUpgradeAuthorization(state: nil, nonce: "nonce") { credential, error in
            guard credential != nil else {
                return self.extensionContext.cancelRequest(withError: error ?? ASExtensionError(.failed))
            }
            self.finish(server?.upgrade(existingCredential.user, by: right, to: nil)) { context in
                context.completeUpgradeToSignInWithApple(userInfo: ["converted": true])
            }
        }
    }

    private func finish(_ answer: ShopServer.Answer?, done: (ASAccountAuthenticationModificationExtensionContext) -> Void) {
        switch answer {
        case .done: done(extensionContext)
        case .wantsCode: extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        case .wrongCode:
            (error, code) = ("That is not the code.", "")
            screenChanged()
        case .rejected(let reason?):
            extensionContext.cancelRequest(
                withError: ASExtensionError(.failed, userInfo: [ASExtensionLocalizedFailureReasonErrorKey: reason]))
        case .rejected(nil), .nothing, nil: extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
    }

    /// Returns the saved password, or the app's session if the app started the upgrade.
    private static func right(_ existing: ASPasswordCredential, _ userInfo: [AnyHashable: Any]?) -> String {
        existing.password.isEmpty ? userInfo?["session"] as? String ?? "" : existing.password
    }

    /// The attributes of its Info.plist.
    package nonisolated static let information = ExtensionInformation(
        supportsStrongPassword: true, supportsSignInWithApple: true,
        passwordRules: "required: lower; required: digit; minlength: 20; maxlength: 20;")
}
