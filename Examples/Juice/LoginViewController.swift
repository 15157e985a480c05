import AuthenticationServices
import Foundation

/// The screen on which people sign in. Buttons and labels are values; everything else is as it would be on a phone.
class LoginViewController: NSObject {
    let window: Window

    init(window: Window) {
        self.window = window
        super.init()
    }

    @MainActor
    func setupProviderLoginView() -> ASAuthorizationAppleIDButton {
        ASAuthorizationAppleIDButton(type: .signIn, style: .black)
    }

    /// Offers what is there already: an account made with Apple, or a saved password.
    func performExistingAccountSetupFlows() {
        perform([ASAuthorizationAppleIDProvider().createRequest(), ASAuthorizationPasswordProvider().createRequest()])
    }

    func handleAuthorizationAppleIDButtonPress() {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        perform([request])
    }

    private func perform(_ requests: [ASAuthorizationRequest]) {
        let controller = ASAuthorizationController(authorizationRequests: requests)
        controller.delegate = self
        controller.presentationContextProvider = self
        controller.performRequests()
    }
}

extension LoginViewController: ASAuthorizationControllerDelegate {
    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    {
        switch authorization.credential {
        case let apple as ASAuthorizationAppleIDCredential: welcome(apple)
        case let saved as ASPasswordCredential:
            DispatchQueue.main.async { self.tell(of: saved) }
        default: break
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        window.lastError = error
    }

    /// A real app would send the token and the code to its backend here, which makes the account.
    private func welcome(_ credential: ASAuthorizationAppleIDCredential) {
        do {
            try KeychainItem(service: "com.example.apple-samplecode.juice", account: "userIdentifier").saveItem(credential.user)
        } catch {
            print("the user identifier cannot be kept: \(error)")
        }

        let result = window.resultViewController
        DispatchQueue.main.async {
            result.userIdentifierLabel = credential.user
            if let name = credential.fullName {
                result.givenNameLabel = name.givenName ?? result.givenNameLabel
                result.familyNameLabel = name.familyName ?? result.familyNameLabel
            }
            result.emailLabel = credential.email ?? result.emailLabel
            self.window.screen = .result
        }
    }

    private func tell(of credential: ASPasswordCredential) {
        window.screen = .alert(
            title: "Keychain Credential Received", message: "Username: \(credential.user)\nPassword: \(credential.password)")
    }
}

extension LoginViewController: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { window }
}
