import Foundation
import OpenAuthenticationServices
import OpenSecurity

/// An app in a separate process that uses the system services of its device. It links what an app links, and no broker.
///
///     sign-in             Signs in with Apple, for an address: `user USER`, `email ADDRESS` and `token`, or `no CODE`.
///     state USER          How the user's credential stands, by number, or `no`.
///     password            A saved password: `password USER PASSWORD`, or `no CODE`.
///     save SITE USER PASSWORD   Saves a shared password: `saved`, or `no CODE`.
///     web ADDRESS SCHEME  Signs in by a page: `led ADDRESS`, or `no CODE`.
@main
@MainActor
final class SystemCaller: NSObject {
    private var done: ((String) -> Void)?
    private var session: ASWebAuthenticationSession?

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        print(await SystemCaller().answer(words))
    }

    private func answer(_ words: [String]) async -> String {
        switch words.first {
        case "sign-in":
            let request = ASAuthorizationAppleIDProvider().createRequest()
            request.requestedScopes = [.email]
            return await perform(request)
        case "password": return await perform(ASAuthorizationPasswordProvider().createRequest())
        case "state":
            return await withCheckedContinuation { continuation in
                ASAuthorizationAppleIDProvider().getCredentialState(forUserID: words[1]) { state, error in
                    continuation.resume(returning: error == nil ? "\(state.rawValue)" : "no")
                }
            }
        case "save":
            return await withCheckedContinuation { continuation in
                SecAddSharedWebCredential(words[1] as NSString, words[2] as NSString, words[3] as NSString) { @Sendable error in
                    continuation.resume(returning: error.map { "no \(CFErrorGetCode($0))" } ?? "saved")
                }
            }
        case "web":
            guard let url = URL(string: words[1]) else { return "no address" }
            return await withCheckedContinuation { continuation in
                let session = ASWebAuthenticationSession(url: url, callbackURLScheme: words[2]) { url, error in
                    continuation.resume(
                        returning: url.map { "led \($0.absoluteString)" }
                            ?? "no \((error as? ASWebAuthenticationSessionError)?.code.rawValue ?? 0)")
                }
                session.presentationContextProvider = self
                self.session = session
                if !session.start() { continuation.resume(returning: "no start") }
            }
        default: return "no such word"
        }
    }

    private func perform(_ request: ASAuthorizationRequest) async -> String {
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        return await withCheckedContinuation { continuation in
            done = { continuation.resume(returning: $0) }
            controller.performRequests()
        }
    }
}

extension SystemCaller: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding,
    ASWebAuthenticationPresentationContextProviding
{
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let apple as ASAuthorizationAppleIDCredential:
            done?("user \(apple.user)\nemail \(apple.email ?? "none")\ntoken \(apple.identityToken?.count ?? 0 > 100)")
        case let password as ASPasswordCredential: done?("password \(password.user) \(password.password)")
        default: done?("no credential")
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        done?("no \((error as? ASAuthorizationError)?.code.rawValue ?? 0)")
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { ASPresentationAnchor() }
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
}
