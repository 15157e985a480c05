package import DeviceProtocol
public import Foundation

/// The principal class of a credential provider extension. The system creates an instance for each request, calls one of its
/// methods, and ends it after the response.
///
/// On Apple's systems this class is a view controller. Here a subclass has a view if it also conforms to `ScreenController` of
/// `DeviceScreens`. The system shows its screen under a bar with a Cancel button, and sends it the user's events. Each method
/// returns immediately and responds later through ``extensionContext``.
@preconcurrency @MainActor
open class ASCredentialProviderViewController: NSObject {
    /// The context for responding to the system.
    nonisolated public let extensionContext = ASCredentialProviderExtensionContext()

    /// Called by the system, once for each request.
    nonisolated public required override init() {
        super.init()
    }

    /// Prepares a view in which the user chooses a password. The services are those of the field, the most specific first. They
    /// are empty for an app without associated domains.
    open func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view in which the user chooses a password, or a passkey for the request of an app. Complete the latter with
    /// ``ASCredentialProviderExtensionContext/completeAssertionRequest(using:completionHandler:)``. Called in place of
    /// ``prepareCredentialList(for:)`` while the app requests passkeys, if the extension provides passkeys.
    ///
    /// The default implementation calls ``prepareCredentialList(for:)``.
    open func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        prepareCredentialList(for: serviceIdentifiers)
    }

    /// Prepares a view in which the user chooses a one-time code.
    open func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Provides a credential without user interaction, or cancels with ``ASExtensionError/userInteractionRequired``.
    ///
    /// The default implementation calls ``provideCredentialWithoutUserInteraction(for:)-(ASPasswordCredentialIdentity)`` for a
    /// password.
    open func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.credentialIdentity as? ASPasswordCredentialIdentity {
            provideCredentialWithoutUserInteraction(for: identity)
        } else {
            extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        }
    }

    /// Provides a password without user interaction: the method of iOS 12.
    open func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
    }

    /// Prepares a view for the user interaction that a credential requires.
    ///
    /// The default implementation calls ``prepareInterfaceToProvideCredential(for:)-(ASPasswordCredentialIdentity)`` for a
    /// password.
    open func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
        if let identity = credentialRequest.credentialIdentity as? ASPasswordCredentialIdentity {
            prepareInterfaceToProvideCredential(for: identity)
        } else {
            extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
    }

    /// Prepares a view for a password: the method of iOS 12.
    open func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view in which the user confirms a new passkey. Called after the user chose the provider on the system's sheet, and after
    /// the system verified the owner. The request is an ``ASPasskeyCredentialRequest``.
    open func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Creates a passkey for a conditional request without user interaction, or cancels. Called after the system filled in a password of
    /// the provider for this account, if the Info.plist contains the capability `SupportsConditionalPasskeyRegistration`. Create a passkey
    /// only if you have the password of the account and no passkey of it. The flags of its authenticator data need not report a present
    /// or verified user. The system shows a notification after success, and nothing after a failure.
    open func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view in which the user configures the provider after enabling it. Called if the Info.plist contains
    /// `ASCredentialProviderExtensionShowsConfigurationUI`, or the capability `ShowsConfigurationUI`.
    open func prepareInterfaceForExtensionConfiguration() {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view in which the user chooses text for a field of any kind (iOS 18). The system does not call it yet, because it does not
    /// support text to insert.
    open func prepareInterfaceForUserChoosingTextToInsert() {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Handles a report that the server of a relying party does not know a passkey. Delete it, or hide it from the user. Called
    /// without a view, if the Info.plist contains the capability `SupportsCredentialUpdate`.
    open func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {}

    /// Handles a report of all passkeys of a user. Delete or hide the user's other passkeys, and show those of the list again;
    /// see ``reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)``.
    open func reportAllAcceptedPublicKeyCredentials(
        forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) {}

    /// Handles a report of a user's current name; see ``reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)``.
    open func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {}

    /// Handles a report that a user no longer signs in with a password; see
    /// ``reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)``.
    open func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {}

    /// Runs the extension in this process for the system that started it, and ends with the system. Write `@main` before the
    /// principal class.
    ///
    /// Output of the extension goes to standard error, because the system uses standard output. In a process that the system did
    /// not start, prints a message and exits with status 64.
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
            guard let request = identity.request else {
                return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
            }
            provideCredentialWithoutUserInteraction(for: request)
        case .prepare(let identity): show(view, report, identity.request) { prepareInterfaceToProvideCredential(for: $0) }
        case .providePasskey(let order):
            extensionContext.begin(report)
            guard let request = ASPasskeyCredentialRequest(order) else {
                return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
            }
            provideCredentialWithoutUserInteraction(for: request)
        case .preparePasskey(let order):
            show(view, report, ASPasskeyCredentialRequest(order)) { prepareInterfaceToProvideCredential(for: $0) }
        case .createPasskey(let order):
            show(view, report, ASPasskeyCredentialRequest(order)) { prepareInterface(forPasskeyRegistration: $0) }
        case .createPasskeySilently(let order):
            extensionContext.begin(report)
            performWithoutUserInteractionIfPossible(passkeyRegistration: ASPasskeyCredentialRequest(order, isConditional: true))
        case .list(.passkey, _):
            // The system lists passkeys only for the request of an app.
            extensionContext.begin(report)
            extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        case .list(.password, let services):
            show(view, report) { prepareCredentialList(for: services.map { ASCredentialServiceIdentifier($0) }) }
        case .list(.oneTimeCode, let services):
            show(view, report) {
                prepareOneTimeCodeCredentialList(for: services.map { ASCredentialServiceIdentifier($0) })
            }
        case .listWithPasskeys(let services, let order):
            show(view, report) {
                prepareCredentialList(
                    for: services.map { ASCredentialServiceIdentifier($0) },
                    requestParameters: ASPasskeyCredentialRequestParameters(order))
            }
        case .configure: show(view, report) { prepareInterfaceForExtensionConfiguration() }
        case .event(let event): view.receive(event)
        case .report(let news):
            handle(news)
            report(.isUpdated)
        }
    }

    private func handle(_ news: CredentialReport) {
        switch news {
        case .unknownPasskey(let it):
            reportUnknownPublicKeyCredential(forRelyingParty: it.relyingParty, credentialID: Data(it.credentialID))
        case .acceptedPasskeys(let it):
            reportAllAcceptedPublicKeyCredentials(
                forRelyingParty: it.relyingParty, userHandle: Data(it.userHandle),
                acceptedCredentialIDs: it.credentialIDs.map { Data($0) })
        case .userName(let it):
            reportPublicKeyCredentialUpdate(
                forRelyingParty: it.relyingParty, userHandle: Data(it.userHandle), newName: it.userName)
        case .unusedPassword(let it): reportUnusedPasswordCredential(forDomain: it.domain, userName: it.userName)
        }
    }

    private func show(
        _ view: HostedView, _ report: @escaping @Sendable (ProviderReport) -> Void, _ request: (any ASCredentialRequest)?,
        _ prepare: (any ASCredentialRequest) -> Void
    ) {
        guard let request else {
            extensionContext.begin(report)
            return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
        show(view, report) { prepare(request) }
    }

    private func show(_ view: HostedView, _ report: @escaping @Sendable (ProviderReport) -> Void, _ prepare: () -> Void) {
        extensionContext.begin(report)
        prepare()
        view.open()
        report(.isPrepared)
    }
}

extension CredentialIdentity {
    /// Nil for a passkey, whose request has more than an identity.
    fileprivate var request: (any ASCredentialRequest)? {
        switch kind {
        case .password: ASPasswordCredentialRequest(credentialIdentity: ASPasswordCredentialIdentity(self))
        case .passkey: nil
        case .oneTimeCode: ASOneTimeCodeCredentialRequest(credentialIdentity: ASOneTimeCodeCredentialIdentity(self))
        }
    }
}

extension ASCredentialServiceIdentifier {
    convenience init(_ service: ServiceName) {
        self.init(identifier: service.identifier, type: .init(service.kind))
    }
}
