package import DeviceProtocol
import Synchronization

/// An extension for modifying accounts in this process, as its system sees it: orders go in, reports come out.
///
/// Its view controller is made with the first order, lives on the main actor, and is gone after ``stop()``.
package final class HostedModificationExtension: Sendable {
    /// What an extension is made of: its principal class.
    package typealias Principal = ASAccountAuthenticationModificationViewController.Type

    private let orders: AsyncStream<ModificationOrder>.Continuation
    private let isStopped = Mutex(false)

    /// - Parameters:
    ///   - device: the current device of everything that the extension does.
    ///   - report: called from any thread.
    package init(
        _ principal: Principal, device: any DeviceLink, report: @escaping @Sendable (ModificationReport) -> Void
    ) {
        let (stream, continuation) = AsyncStream<ModificationOrder>.makeStream()
        orders = continuation
        Task { @MainActor in
            await CurrentDevice.$link.withValue(device) {
                let controller = principal.init()
                let view = HostedView(of: controller, report: report)
                for await order in stream { controller.receive(order, device, view, report) }
            }
        }
    }

    /// Returns false after ``stop()``.
    package func tell(_ order: ModificationOrder) -> Bool {
        guard !isStopped.withLock({ $0 }) else { return false }
        orders.yield(order)
        return true
    }

    /// What was ordered before is not carried out any more, unless it was begun.
    package func stop() {
        isStopped.withLock { $0 = true }
        orders.finish()
    }
}

extension ASAccountAuthenticationModificationViewController {
    fileprivate func receive(
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
