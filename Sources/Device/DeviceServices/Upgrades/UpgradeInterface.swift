package import AssociatedDomains
package import DeviceProtocol

/// Where a person sees the view of an extension, under the system's navigation bar with its Cancel button.
package protocol UpgradeInterface: Sendable {
    /// Shows the view and returns. What the person does with it counts until `dismiss`.
    func present(_ view: UpgradeView, hands: UpgradeHands)
    /// The extension shows this in its view from now on. Called in order, after `present` and before `dismiss`.
    func show(_ screen: ShownScreen, in view: UpgradeView)
    func dismiss(_ view: UpgradeView)
}

/// What a person can do with the view of an extension. May be called from any thread, and waits for nobody.
package struct UpgradeHands: Sendable {
    /// Presses Cancel in the system's bar.
    package let cancel: @Sendable () -> Void
    /// Does something to the extension's screen.
    package let send: @Sendable (ViewEvent) -> Void

    package init(cancel: @escaping @Sendable () -> Void, send: @escaping @Sendable (ViewEvent) -> Void) {
        self.cancel = cancel
        self.send = send
    }
}

/// The view of an extension that a person sees.
package struct UpgradeView: Hashable, Sendable {
    /// Counts the views of a device, from 1.
    package let number: UInt64
    /// Whose extension it is.
    package let app: AppIdentifier
    /// The account that it is about; both are empty where the person chooses one.
    package let user: String
    package let site: String

    package init(number: UInt64, app: AppIdentifier, user: String, site: String) {
        self.number = number
        self.app = app
        self.user = user
        self.site = site
    }
}
