import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

// The quick start of OpenAuthenticationServices.docc.

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

@Suite("Quick start of OpenAuthenticationServices", .timeLimit(.minutes(20))) @MainActor
struct QuickStartTests {
    @Test("the code block signs in with Apple, and has the tokens for the server")
    func runs() async throws {
        let device = try await Apple.party().device()
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        let screen = LoginScreen()
        let (outcomes, outcome) = AsyncStream<Bool>.makeStream()
        screen.signedIn = { token, code in outcome.yield(token != nil && code != nil) }
        screen.failed = { _ in outcome.yield(false) }
        device.run { screen.signIn(nonce: "one-time") }
        let hasTokens = await outcomes.first { _ in true }
        #expect(hasTokens == true)
    }
}
