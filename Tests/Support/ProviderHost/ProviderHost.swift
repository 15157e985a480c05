import DeviceScreens
import Glibc
import OpenAuthenticationServices

/// A credential provider in a separate process, whose behaviour depends on the user name.
@main
final class ProviderHost: ASCredentialProviderViewController, ScreenController {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var services: [ASCredentialServiceIdentifier] = []

    var screen: AppScreen {
        AppScreen(
            title: "Vault",
            elements: services.map { .text(AppText($0.identifier)) } + [.button(AppButton("give", title: "Use Ann"))])
    }

    func receive(_ event: AppEvent) {
        if case .pressed("give") = event { give("ann") }
    }

    override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        switch credentialIdentity.user {
        case "killed": kill(getpid(), SIGKILL)
        case "ended": exit(0)
        case "locked": extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        default:
            print("output of an extension is ignored")
            give(credentialIdentity.user)
        }
    }

    override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {}

    override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        services = serviceIdentifiers
    }

    private func give(_ user: String) {
        let context = extensionContext
        Task { await context.completeRequest(withSelectedCredential: ASPasswordCredential(user: user, password: "hunter2")) }
    }
}
