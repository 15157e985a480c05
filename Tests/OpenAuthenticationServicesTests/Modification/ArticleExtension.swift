import Foundation
import OpenAuthenticationServices

/// An extension as iOS code is written.
final class ArticleExtension: ASAccountAuthenticationModificationViewController {
    private var server: ModificationServer?

    override func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        begin(serviceIdentifier, "change \(existingCredential.user)")
        switch server?.behaviour {
        case .wantsCode: extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        case .rejecting(let reason?):
            extensionContext.cancelRequest(
                withError: ASExtensionError(.failed, userInfo: [ASExtensionLocalizedFailureReasonErrorKey: reason]))
        case .prefers(let password):
            let credential = ASPasswordCredential(user: existingCredential.user, password: password)
            let change = { @MainActor @Sendable in self.change(existingCredential, to: password, userInfo) }
            extensionContext.willChangePassword(to: credential) { isNoted in
                if isNoted { Task { await change() } }
            }
        case .willing: change(existingCredential, to: newPassword, userInfo)
        case .rejecting(nil), nil: extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
    }

    override func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        begin(serviceIdentifier, "prepare \(existingCredential.user)")
        // The user enters the code, unless the test only watches.
        guard existingCredential.user != "looker" else { return }
        Task { self.change(existingCredential, to: newPassword, userInfo) }
    }

    override func convertAccountToSignInWithAppleWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]?
    ) {
        begin(serviceIdentifier, "convert \(existingCredential.user)")
        extensionContext.getSignInWithAppleUpgradeAuthorization(state: "the state", nonce: "the nonce") { credential, error in
            guard let credential else {
                self.server?.note(error == nil ? "no credential" : "no credential, and an error")
                self.extensionContext.cancelRequest(withError: error ?? ASExtensionError(.failed))
                return
            }
            let token = credential.identityToken.map { String(decoding: $0, as: UTF8.self) } ?? ""
            self.server?.note("credential \(credential.state ?? "")")
            guard
                self.server?.convert(
                    existingCredential.user, authority: self.authority(existingCredential, userInfo), token: token) == true
            else { return self.extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }
            self.extensionContext.completeUpgradeToSignInWithApple(userInfo: ["converted": true])
        }
    }

    override func cancelRequest() {
        server?.note("cancel")
        super.cancelRequest()
    }

    private func begin(_ service: ASCredentialServiceIdentifier, _ call: String) {
        server = ModificationServer.at(service.identifier)
        server?.note(call)
    }

    private func change(_ existing: ASPasswordCredential, to password: String, _ userInfo: [AnyHashable: Any]?) {
        guard server?.change(existing.user, authority: authority(existing, userInfo), to: password) == true else {
            return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
        extensionContext.completeChangePasswordRequest(
            updatedCredential: ASPasswordCredential(user: existing.user, password: password), userInfo: ["changed": existing.user])
    }

    /// The saved password, or the data of the requesting app.
    private func authority(_ existing: ASPasswordCredential, _ userInfo: [AnyHashable: Any]?) -> String {
        existing.password.isEmpty ? userInfo?["com.example.authTokenKey"] as? String ?? "" : existing.password
    }

    nonisolated static func plist(rules: String = "minlength: 20; maxlength: 20; required: lower; required: digit;") throws -> Data
    {
        let family = "ASAccountAuthenticationModification"
        return try PropertyListSerialization.data(
            fromPropertyList: [
                "NSExtension": [
                    "NSExtensionPointIdentifier": "com.apple.authentication-services-account-authentication-modification-ui",
                    "NSExtensionAttributes": [
                        family + "SupportsStrongPasswordUpgrade": true, family + "SupportsUpgradeToSignInWithApple": true,
                        family + "PasswordGenerationRequirements": rules,
                    ] as [String: Any],
                ] as [String: Any]
            ], format: .xml, options: 0)
    }
}
