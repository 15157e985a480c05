import AuthenticationServices
import Foundation

/// The state of a sign-in screen. The view passes the controller of its environment to each action.
@MainActor
final class SignInModel {
    enum State: Equatable {
        case signedOut
        case signedIn(userID: Data)
        case enteredPassword(user: String)
        case registered(credentialID: Data)
        /// Account creation with a passkey is not possible, so that the screen shows this instead.
        case showsForm, showsAppleButton
        case failed(String)
    }

    private(set) var state = State.signedOut
    private let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
    private var keyboardTask: Task<Void, Never>?

    /// Called when the screen appears. Without a saved credential, the form stays.
    func offerSavedCredentials(_ authorizationController: AuthorizationController, challenge: Data) async {
        await handle {
            try await authorizationController.performRequests(
                [
                    provider.createCredentialAssertionRequest(challenge: challenge),
                    ASAuthorizationPasswordProvider().createRequest(),
                ],
                options: .preferImmediatelyAvailableCredentials)
        }
    }

    func offerAboveKeyboard(_ authorizationController: AuthorizationController, challenge: Data) {
        keyboardTask = Task {
            await handle {
                try await authorizationController.performAutoFillAssistedRequest(
                    provider.createCredentialAssertionRequest(challenge: challenge))
            }
        }
    }

    func stopOffering() {
        keyboardTask?.cancel()
    }

    func register(_ authorizationController: AuthorizationController, user: String, userID: Data, challenge: Data) async {
        await handle {
            try await authorizationController.performRequest(
                provider.createCredentialRegistrationRequest(challenge: challenge, name: user, userID: userID))
        }
    }

    /// Called after a sign-in with a password. A failure is not shown: the next sign-in tries again.
    func upgrade(_ authorizationController: AuthorizationController, user: String, userID: Data, challenge: Data) async -> Bool {
        let request = provider.createCredentialRegistrationRequest(
            challenge: challenge, name: user, userID: userID, requestStyle: .conditional)
        guard case .passkeyRegistration? = try? await authorizationController.performRequest(request) else { return false }
        return true
    }

    func createAccount(_ authorizationController: AuthorizationController, userID: Data, challenge: Data) async {
        let request = ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: [.email, .phoneNumber], shouldRequestName: true,
            relyingPartyIdentifier: provider.relyingPartyIdentifier, challenge: challenge, userID: userID)
        await handle { try await authorizationController.performRequest(request) }
    }

    /// Passes on what the server answered: which passkeys of the user it accepts.
    func report(accepted: [Data], of userID: Data) async throws {
        try await ASCredentialDataManager().reportAllAcceptedPublicKeyCredentials(
            relyingPartyIdentifier: provider.relyingPartyIdentifier, userHandle: userID, acceptedCredentialIDs: accepted)
    }

    private func handle(_ perform: @MainActor () async throws -> ASAuthorizationResult) async {
        do {
            switch try await perform() {
            case .passkeyAssertion(let assertion): state = .signedIn(userID: assertion.userID)
            case .passkeyRegistration(let registration): state = .registered(credentialID: registration.credentialID)
            case .passkeyAccountCreation(let account):
                state = .registered(credentialID: account.credentialRegistration.credentialID)
            case .password(let credential): state = .enteredPassword(user: credential.user)
            default: state = .failed("an unexpected credential")
            }
        } catch let error as ASAuthorizationError {
            switch error.code {
            case .canceled, .deviceNotConfiguredForPasskeyCreation: state = .showsForm
            case .preferSignInWithApple: state = .showsAppleButton
            default: state = .failed(error.localizedDescription)
            }
        } catch {
            state = .failed(error.localizedDescription)
        }
    }
}
