import DeviceScreens
import Foundation
import OpenAuthenticationServices

/// An app with a button that creates a passkey and one that signs in with it. Its title shows the result.
@MainActor
final class PasskeyApp: ScreenApp {
    private(set) var screen = AppScreen(
        title: "Begin",
        elements: [
            .button(AppButton("create", title: "Create a passkey")), .button(AppButton("use", title: "Sign in")),
            .button(AppButton("account", title: "Create an account")), .button(AppButton("quiet", title: "Create quietly")),
        ])
    {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor () -> Void = {}
    private let controller = AuthorizationController()
    private let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
    private let challenge = Data(repeating: 1, count: 32)

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        switch event {
        case .pressed("create"):
            perform(
                provider.createCredentialRegistrationRequest(challenge: challenge, name: "jane", userID: Data("jane-1".utf8)))
        case .pressed("quiet"):
            perform(
                provider.createCredentialRegistrationRequest(
                    challenge: challenge, name: "jane", userID: Data("jane-1".utf8), requestStyle: .conditional))
        case .pressed("use"): perform(provider.createCredentialAssertionRequest(challenge: challenge))
        case .pressed("account"):
            perform(
                ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
                    acceptedContactIdentifiers: [.email, .phoneNumber], shouldRequestName: true,
                    relyingPartyIdentifier: "example.com", challenge: challenge, userID: Data("jane-2".utf8)))
        default: break
        }
    }

    private func perform(_ request: ASAuthorizationRequest) {
        Task {
            do {
                switch try await controller.performRequest(request) {
                case .passkeyRegistration: screen.title = "Created"
                case .passkeyAssertion(let assertion):
                    screen.title = "Signed in as \(String(decoding: assertion.userID, as: UTF8.self))"
                case .passkeyAccountCreation(let account):
                    switch account.contactIdentifier {
                    case .email(let email): screen.title = "Account of \(email.value)"
                    case .phoneNumber(let number): screen.title = "Account of \(number.value)"
                    }
                default: screen.title = "An unexpected credential"
                }
            } catch {
                screen.title = "\((error as NSError).code)"
            }
        }
    }
}
