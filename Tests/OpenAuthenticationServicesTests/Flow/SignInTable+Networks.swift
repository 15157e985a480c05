import DeviceSimulator
import OpenAuthenticationServices

extension SignInTable {
    static let networks: [SignInRow] = [
        SignInRow(network: .offline, sheets: [.cancel], seen: [.alert(.notCompleted)], told: .error(.canceled)),
        SignInRow(
            network: .offline, sheets: [.tryAgain, .cancel], seen: [.alert(.notCompleted), .alert(.notCompleted)],
            told: .error(.canceled)),
        SignInRow(
            network: .offline, sheets: [.tryAgain, .tryAgain, .cancel],
            seen: [.alert(.notCompleted), .alert(.notCompleted), .alert(.notCompleted)], told: .error(.canceled)),
        SignInRow(
            consent: .siblingApp, network: .offline, sheets: [.cancel], seen: [.alert(.notCompleted)], told: .error(.canceled)),
        // The device knows the app's user without the service, so the confirmation is shown before the service is unreachable.
        SignInRow(
            consent: .given, network: .offline, sheets: [.proceed, .cancel], prompts: [.match],
            seen: [.confirmation, .alert(.notCompleted)], promptCount: 1, told: .error(.canceled)),
        SignInRow(
            consent: .given, network: .offline, sheets: [.cancel], seen: [.confirmation], told: .error(.canceled)),
        SignInRow(
            consent: .given, network: .offline, sheets: [.proceed], prompts: [.cancel], seen: [.confirmation], promptCount: 1,
            told: .error(.canceled)),
        SignInRow(
            network: .lostBeforeSigningIn, sheets: [.proceed, .wait, .proceed, .cancel], prompts: [.match],
            seen: [.explanation, details, .alert(.notCompleted)], promptCount: 1, told: .error(.canceled)),
        SignInRow(
            consent: .siblingApp, network: .lostBeforeSigningIn, sheets: [.wait, .proceed, .cancel], prompts: [.match],
            seen: [details, .alert(.notCompleted)], promptCount: 1, told: .error(.canceled)),
        SignInRow(
            consent: .given, network: .lostBeforeSigningIn, sheets: [.wait, .proceed, .cancel], prompts: [.match],
            seen: [.confirmation, .alert(.notCompleted)], promptCount: 1, told: .error(.canceled)),
        // No further proof of presence is required.
        SignInRow(
            network: .lostAndFound, sheets: [.proceed, .wait, .proceed, .wait, .tryAgain], prompts: [.match],
            seen: [.explanation, details, .alert(.notCompleted)], promptCount: 1, told: granted),
        SignInRow(
            consent: .siblingApp, network: .lostAndFound, sheets: [.wait, .proceed, .wait, .tryAgain], prompts: [.match],
            seen: [details, .alert(.notCompleted)], promptCount: 1, told: granted),
        SignInRow(
            consent: .given, network: .lostAndFound, sheets: [.wait, .proceed, .wait, .tryAgain], prompts: [.match],
            seen: [.confirmation, .alert(.notCompleted)], promptCount: 1, told: grantedAgain),
    ]
}
