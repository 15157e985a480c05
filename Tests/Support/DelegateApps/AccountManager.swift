import AuthenticationServices
import Foundation

/// Signs users up and in with passkeys, as an app with a sign-in form does. It is the delegate of every request: those with a sheet, and
/// those above the keyboard.
class AccountManager: NSObject, ASAuthorizationControllerPresentationContextProviding, ASAuthorizationControllerDelegate {
    enum News: Sendable {
        case signedUp(ASAuthorizationPlatformPublicKeyCredentialRegistration)
        case signedIn(ASAuthorizationPlatformPublicKeyCredentialAssertion)
        case enteredPassword(ASPasswordCredential)
        /// The user closed the sheet, or there was no credential to offer. The app shows its form.
        case sheetClosed
        case failed(ASAuthorizationError.Code)
    }

    let domain = "example.com"
    var onNews: (News) -> Void = { _ in }
    private weak var window: ASPresentationAnchor?
    private var hasSheet = false
    private var keyboardRequest: ASAuthorizationController?

    func logIn(in window: ASPresentationAnchor, challenge: Data, onlyIfAvailable: Bool) {
        self.window = window
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
        let passkeyRequest = provider.createCredentialAssertionRequest(challenge: challenge)
        let passwordRequest = ASAuthorizationPasswordProvider().createRequest()
        let controller = ASAuthorizationController(authorizationRequests: [passkeyRequest, passwordRequest])
        controller.delegate = self
        controller.presentationContextProvider = self
        if onlyIfAvailable {
            controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        } else {
            controller.performRequests()
        }
        hasSheet = true
    }

    func offerPasskeysAboveKeyboard(in window: ASPresentationAnchor, challenge: Data) {
        self.window = window
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
        let controller = ASAuthorizationController(
            authorizationRequests: [provider.createCredentialAssertionRequest(challenge: challenge)])
        controller.delegate = self
        controller.presentationContextProvider = self
        controller.performAutoFillAssistedRequests()
        keyboardRequest = controller
    }

    func stopOffering() {
        keyboardRequest?.cancel()
        keyboardRequest = nil
    }

    func signUp(_ userName: String, userID: Data, in window: ASPresentationAnchor, challenge: Data) {
        self.window = window
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
        let request = provider.createCredentialRegistrationRequest(challenge: challenge, name: userName, userID: userID)
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        controller.performRequests()
        hasSheet = true
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let registration as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            // The server receives registration.rawAttestationObject and registration.rawClientDataJSON.
            onNews(.signedUp(registration))
        case let assertion as ASAuthorizationPlatformPublicKeyCredentialAssertion:
            // The server receives assertion.signature, assertion.rawClientDataJSON and assertion.userID.
            onNews(.signedIn(assertion))
        case let password as ASPasswordCredential: onNews(.enteredPassword(password))
        default: fatalError("an unexpected type of credential: \(type(of: authorization.credential))")
        }
        hasSheet = false
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        defer { hasSheet = false }
        guard let authorizationError = error as? ASAuthorizationError else {
            print("Unexpected error: \(error.localizedDescription)")
            return
        }
        if authorizationError.code == .canceled, hasSheet {
            onNews(.sheetClosed)
        } else {
            print("Error: \((error as NSError).userInfo)")
            onNews(.failed(authorizationError.code))
        }
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        window ?? ASPresentationAnchor()
    }
}
