package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol

/// The way in which an extension gets a credential of Sign in with Apple.
package protocol UpgradeSignIn: Sendable {
    /// Blocks for as long as the person and Apple's service take.
    ///
    /// - Parameter withdrawal: the extension, or the app that asked, is gone.
    func credential(
        for app: AppIdentifier, state: String?, nonce: String?, until withdrawal: Withdrawal
    ) -> UpgradeCredential

    /// Whether the device's Apple account signs in to the app, as far as the device remembers.
    func usesApple(_ app: AppIdentifier) -> Bool
}
