package import DeviceProtocol
public import Foundation

/// The principal class of an account modification extension. The system creates an instance for each request and calls the method
/// for its kind.
///
/// On Apple's systems this class is a view controller. Here a subclass has a view if it also conforms to `ScreenController` of
/// `DeviceScreens`. The system shows its screen under a bar with a Cancel button, and sends it the user's events. Otherwise the
/// view is empty. Each method returns immediately and responds later through ``extensionContext``. The default implementations
/// cancel with ``ASExtensionError/failed``.
@preconcurrency @MainActor
open class ASAccountAuthenticationModificationViewController: NSObject {
    /// The context for responding to the system.
    nonisolated public let extensionContext = ASAccountAuthenticationModificationExtensionContext()

    /// Called by the system, once for each request.
    nonisolated public required override init() {
        super.init()
    }

    /// Changes the password to a strong one without user interaction. If that is not possible, cancel with
    /// ``ASExtensionError/userInteractionRequired``.
    ///
    /// - Parameters:
    ///   - existingCredential: The saved credential. Its password is empty if an app requested the change.
    ///   - newPassword: A proposal that satisfies the rules in the extension's Info.plist. The extension may use another
    ///     password.
    ///   - userInfo: Data from a requesting app.
    open func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view for changing the password. The system shows it after the method returns, under a bar with a Cancel button.
    open func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Converts the account to Sign in with Apple without a view of the extension; see
    /// ``ASAccountAuthenticationModificationExtensionContext/getSignInWithAppleUpgradeAuthorization(state:nonce:completionHandler:)``.
    open func convertAccountToSignInWithAppleWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepares a view for converting the account to Sign in with Apple.
    open func prepareInterfaceToConvertAccountToSignInWithApple(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Called after the user cancelled and the view was closed. A subclass that overrides it calls this implementation last.
    open func cancelRequest() {
        extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
    }
}

extension ASAccountAuthenticationModificationViewController {
    /// Runs the extension in this process for the system that started it, and ends with the system. Write `@main` before the
    /// principal class.
    ///
    /// Output of the extension goes to standard error, because the system uses standard output. In a process that the system did
    /// not start, prints a message and exits with status 64.
    public static func main() {
        ExtensionStreams.run(
            self as ASAccountAuthenticationModificationViewController.Type, when: "it upgrades an account")
    }
}

extension ASAccountAuthenticationModificationViewController: ExtensionPrincipal {
    nonisolated package static func shows(_ screen: ShownScreen) -> ModificationReport { .shows(screen) }

    package func receive(
        _ order: ModificationOrder, _ device: any DeviceLink, _ view: HostedView,
        _ report: @escaping @Sendable (ModificationReport) -> Void
    ) {
        switch order {
        case .modify(let task):
            extensionContext.begin(task.key, on: device, report: report)
            modify(task)
        case .prepare(let task):
            extensionContext.begin(task.key, on: device, report: report)
            prepare(task)
            view.open()
            report(.isPrepared)
        case .credential(let credential): extensionContext.receive(credential)
        case .noted(let isNoted): extensionContext.receive(isNoted: isNoted)
        case .cancel: cancelRequest()
        case .event(let event): view.receive(event)
        }
    }

    private func modify(_ task: ModificationTask) {
        switch task.modification {
        case .strongPassword:
            changePasswordWithoutUserInteraction(
                for: task.serviceIdentifier, existingCredential: task.existingCredential, newPassword: task.newPassword ?? "",
                userInfo: task.userInfo?.dictionary)
        case .signInWithApple:
            convertAccountToSignInWithAppleWithoutUserInteraction(
                for: task.serviceIdentifier, existingCredential: task.existingCredential, userInfo: task.userInfo?.dictionary)
        }
    }

    private func prepare(_ task: ModificationTask) {
        switch task.modification {
        case .strongPassword:
            prepareInterfaceToChangePassword(
                for: task.serviceIdentifier, existingCredential: task.existingCredential, newPassword: task.newPassword ?? "",
                userInfo: task.userInfo?.dictionary)
        case .signInWithApple:
            prepareInterfaceToConvertAccountToSignInWithApple(
                for: task.serviceIdentifier, existingCredential: task.existingCredential, userInfo: task.userInfo?.dictionary)
        }
    }
}

extension ModificationTask {
    fileprivate var serviceIdentifier: ASCredentialServiceIdentifier {
        ASCredentialServiceIdentifier(identifier: service, type: .init(serviceKind))
    }

    fileprivate var existingCredential: ASPasswordCredential { ASPasswordCredential(user: user, password: password) }
}
