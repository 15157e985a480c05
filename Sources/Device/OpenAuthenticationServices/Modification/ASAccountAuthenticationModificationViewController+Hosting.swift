package import DeviceProtocol

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
