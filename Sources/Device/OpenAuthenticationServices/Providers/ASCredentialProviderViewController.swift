package import DeviceProtocol
public import Foundation

/// The principal class of an extension that provides credentials to AutoFill. The system makes one for each request, calls one of its methods, and ends it
/// after the answer.
///
/// On Apple's systems it is a view controller. Here a subclass has a view by conforming to `ScreenController` of `DeviceScreens` too: the system shows
/// its screen under a bar with a Cancel button, and sends it what the person does. Each method returns at once and answers later by
/// ``extensionContext``.
@preconcurrency @MainActor
open class ASCredentialProviderViewController: NSObject {
    /// Answers the system.
    nonisolated public let extensionContext = ASCredentialProviderExtensionContext()

    /// Called by the system, once for each request.
    nonisolated public required override init() {
        super.init()
    }

    /// Prepares a view in which the person chooses a password. The services are those of the field, the most specific first; empty for an app without
    /// associated domains.
    open func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view in which the person chooses a one-time code.
    open func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Gives a credential without showing anything, or gives up with ``ASExtensionError/userInteractionRequired``.
    ///
    /// Calls ``provideCredentialWithoutUserInteraction(for:)-(ASPasswordCredentialIdentity)`` for a password where a subclass does not override it.
    open func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.credentialIdentity as? ASPasswordCredentialIdentity {
            provideCredentialWithoutUserInteraction(for: identity)
        } else {
            extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        }
    }

    /// Gives a password without showing anything: the form of iOS 12.
    open func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
    }

    /// Prepares a view in which the person does what is missing for a credential.
    ///
    /// Calls ``prepareInterfaceToProvideCredential(for:)-(ASPasswordCredentialIdentity)`` for a password where a subclass does not override it.
    open func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.credentialIdentity as? ASPasswordCredentialIdentity {
            prepareInterfaceToProvideCredential(for: identity)
        } else {
            extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
    }

    /// Prepares a view for a password: the form of iOS 12.
    open func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view in which the person sets the provider up, after they have switched it on. Called where the Info.plist has
    /// `ASCredentialProviderExtensionShowsConfigurationUI`.
    open func prepareInterfaceForExtensionConfiguration() {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Runs the extension in this process, for the system that started it: write `@main` before the principal class. Ends with the system.
    ///
    /// What the extension prints goes to standard error: standard output belongs to the system. In a process that no system started it says so there, and
    /// ends with status 64.
    public static func main() {
        ExtensionStreams.run(self as ASCredentialProviderViewController.Type, when: "AutoFill asks for a credential")
    }
}

extension ASCredentialProviderViewController: ExtensionPrincipal {
    nonisolated package static func shows(_ screen: ShownScreen) -> ProviderReport { .shows(screen) }

    package func receive(
        _ order: ProviderOrder, _ device: any DeviceLink, _ view: HostedView,
        _ report: @escaping @Sendable (ProviderReport) -> Void
    ) {
        switch order {
        case .provide(let identity):
            extensionContext.begin(report)
            provideCredentialWithoutUserInteraction(for: identity.request)
        case .prepare(let identity):
            show(view, report) { prepareInterfaceToProvideCredential(for: identity.request) }
        case .list(.password, let services):
            show(view, report) { prepareCredentialList(for: services.map { ASCredentialServiceIdentifier($0) }) }
        case .list(.oneTimeCode, let services):
            show(view, report) {
                prepareOneTimeCodeCredentialList(for: services.map { ASCredentialServiceIdentifier($0) })
            }
        case .configure: show(view, report) { prepareInterfaceForExtensionConfiguration() }
        case .event(let event): view.receive(event)
        }
    }

    private func show(_ view: HostedView, _ report: @escaping @Sendable (ProviderReport) -> Void, _ prepare: () -> Void) {
        extensionContext.begin(report)
        prepare()
        view.open()
        report(.isPrepared)
    }
}

extension CredentialIdentity {
    fileprivate var request: any ASCredentialRequest {
        switch kind {
        case .password: ASPasswordCredentialRequest(credentialIdentity: ASPasswordCredentialIdentity(self))
        case .oneTimeCode: ASOneTimeCodeCredentialRequest(credentialIdentity: ASOneTimeCodeCredentialIdentity(self))
        }
    }
}

extension ASCredentialServiceIdentifier {
    convenience init(_ service: ServiceName) {
        self.init(identifier: service.identifier, type: .init(service.kind))
    }
}
