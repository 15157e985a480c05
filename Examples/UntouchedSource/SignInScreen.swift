import AuthenticationServices
import Foundation

/// The button of the first screen, made at file scope, as code in Swift 5 mode may.
let signInButton = ASAuthorizationAppleIDButton(type: .continue, style: .whiteOutline)

/// What becomes of a sign-in. A class that is a delegate is made at file scope, too.
final class SignInScreen: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    let button = ASAuthorizationAppleIDButton()

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }
}

let signInScreen = SignInScreen()

/// Asks for a credential on the screen's behalf.
func signInController() -> ASAuthorizationController {
    let controller = ASAuthorizationController(authorizationRequests: [ASAuthorizationPasswordProvider().createRequest()])
    controller.delegate = signInScreen
    controller.presentationContextProvider = signInScreen
    return controller
}
