import DeviceSimulator
import Foundation
import OpenAuthenticationServices

/// A call of the delegate.
enum Told: Equatable, Sendable, CustomStringConvertible {
    case appleID(name: String?, email: String?, hasTokens: Bool)
    case password(user: String, password: String)
    case error(ASAuthorizationError.Code)

    var description: String {
        switch self {
        case .appleID(let name, let email, let hasTokens): "Apple ID of \(name ?? "-"), \(email ?? "-"), tokens \(hasTokens)"
        case .password(let user, let password): "password \(user) \(password)"
        case .error(let code): "error \(code)"
        }
    }
}

/// An app's object that requests credentials, as iOS code is written.
@MainActor
final class CredentialRequester: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding
{
    private(set) var told: [Told] = []
    private(set) var credentials: [any ASAuthorizationCredential] = []
    private(set) var anchorsAsked = 0
    private var continuation: AsyncStream<Void>.Continuation?
    private(set) var controller: ASAuthorizationController?

    /// Performs the requests, and returns after the call of the delegate.
    func perform(
        _ requests: [ASAuthorizationRequest], on device: DeviceSimulator, prefersAvailable: Bool = false,
        meanwhile: @MainActor (ASAuthorizationController) async -> Void = { _ in }
    ) async {
        let calls = listen()
        let controller = device.run { ASAuthorizationController(authorizationRequests: requests) }
        self.controller = controller
        controller.delegate = self
        controller.presentationContextProvider = self
        if prefersAvailable {
            controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        } else {
            controller.performRequests()
        }
        await meanwhile(controller)
        for await _ in calls { break }
    }

    /// One element for each future call of the delegate.
    func listen() -> AsyncStream<Void> {
        let (calls, continuation) = AsyncStream<Void>.makeStream()
        self.continuation = continuation
        return calls
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        credentials.append(authorization.credential)
        switch authorization.credential {
        case let credential as ASAuthorizationAppleIDCredential:
            let name = credential.fullName.map { "\($0.givenName ?? "") \($0.familyName ?? "")" }
            told.append(
                .appleID(
                    name: name, email: credential.email,
                    hasTokens: credential.identityToken != nil && credential.authorizationCode != nil))
        case let credential as ASPasswordCredential:
            told.append(.password(user: credential.user, password: credential.password))
        default: break
        }
        continuation?.yield()
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        told.append(.error((error as? ASAuthorizationError)?.code ?? .matchedExcludedCredential))
        continuation?.yield()
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        anchorsAsked += 1
        return ASPresentationAnchor()
    }
}

/// The request of the article's button.
func signIn(scopes: [ASAuthorization.Scope] = [.fullName, .email]) -> ASAuthorizationAppleIDRequest {
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.requestedScopes = scopes
    return request
}
