package import DeviceProtocol
public import Foundation

/// What an extension for modifying accounts is: the system makes one for each request, and calls the method of the request's kind.
///
/// On Apple's systems it is a view controller. Here a subclass has a view by being a `ScreenController` of `DeviceScreens` too: the system shows its screen under
/// a bar with a Cancel button, and tells it what the person does. One that is none has an empty view. Each method returns at once and
/// later calls ``extensionContext``. Those that a subclass leaves out give up with ``ASExtensionError/failed``.
@preconcurrency @MainActor
open class ASAccountAuthenticationModificationViewController: NSObject {
    /// The way to answer the system.
    nonisolated public let extensionContext = ASAccountAuthenticationModificationExtensionContext()

    /// Called by the system, once for each request.
    nonisolated public required override init() {
        super.init()
    }

    /// Change the password to a strong one without a word to the person; where that is not possible, give up with
    /// ``ASExtensionError/userInteractionRequired``.
    ///
    /// - Parameters:
    ///   - existingCredential: What is saved. The password is empty where the app asks.
    ///   - newPassword: A proposal by the rules that the extension declares. Another may be taken.
    ///   - userInfo: What the app says that asks.
    open func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepare a view for the same. The system shows it when the method has returned, with a Cancel button above.
    open func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Give the account Sign in with Apple in the place of its password, without a view of the extension; see
    /// ``ASAccountAuthenticationModificationExtensionContext/getSignInWithAppleUpgradeAuthorization(state:nonce:completionHandler:)``.
    open func convertAccountToSignInWithAppleWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// Prepare a view for the same.
    open func prepareInterfaceToConvertAccountToSignInWithApple(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]? = nil
    ) {
        extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }

    /// The person cancelled, and the view is gone. A subclass that cleans up calls this last.
    open func cancelRequest() {
        extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
    }
}

extension ASAccountAuthenticationModificationViewController {
    /// Runs the extension in this process, for the system that started it: write `@main` before the principal class. Ends with the system.
    ///
    /// What the extension prints goes to standard error: standard output belongs to the system. In a process that no system started it says so there, and
    /// ends with status 64.
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
