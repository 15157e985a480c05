import AuthenticationServices
import Foundation

/// The button of the first screen, created at file scope, which Swift 5 mode permits.
let signInButton = ASAuthorizationAppleIDButton(type: .continue, style: .whiteOutline)

/// The delegate of a sign-in. It is also created at file scope.
final class SignInScreen: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    let button = ASAuthorizationAppleIDButton()

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }
}

let signInScreen = SignInScreen()

/// Creates a request for a credential, with the screen as its delegate.
func signInController() -> ASAuthorizationController {
    let controller = ASAuthorizationController(authorizationRequests: [ASAuthorizationPasswordProvider().createRequest()])
    controller.delegate = signInScreen
    controller.presentationContextProvider = signInScreen
    return controller
}
