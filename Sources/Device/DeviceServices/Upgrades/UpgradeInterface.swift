package import AssociatedDomains
package import DeviceProtocol
package import PasswordManager

/// Where a person sees the view of an extension, under the system's navigation bar with its Cancel button.
package protocol UpgradeInterface: Sendable {
    /// Shows the view and returns. `cancel` may be called from any thread; it counts until `dismiss`.
    func present(_ view: UpgradeView, cancel: @escaping @Sendable () -> Void)
    func dismiss(_ view: UpgradeView)
}

/// The view of an extension that a person sees.
package struct UpgradeView: Hashable, Sendable {
    /// Counts the views of a device, from 1.
    package let number: UInt64
    /// Whose extension it is.
    package let app: AppIdentifier
    package let credential: CredentialID
    package let modification: AccountModification

    package init(number: UInt64, app: AppIdentifier, credential: CredentialID, modification: AccountModification) {
        self.number = number
        self.app = app
        self.credential = credential
        self.modification = modification
    }
}
