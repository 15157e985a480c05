package import AssociatedDomains
package import DeviceProtocol
import Synchronization

/// Shows the views of extensions to the user, under the system's navigation bar with its Cancel button.
package protocol ExtensionInterface: Sendable {
    /// Shows a view and returns. The user's actions count until `dismiss`.
    func present(_ view: ExtensionPresentation, controls: ExtensionControls)
    /// Replaces the screen in the view. Called in order, after `present` and before `dismiss`.
    func show(_ screen: ShownScreen, in view: ExtensionPresentation)
    func dismiss(_ view: ExtensionPresentation)
}

/// The user's actions on the view of an extension. Can be called from any thread; does not block.
package struct ExtensionControls: Sendable {
    /// The function that taps Cancel in the system's bar.
    package let cancel: @Sendable () -> Void
    /// The function that sends an event to the extension's screen.
    package let send: @Sendable (ViewEvent) -> Void
}

/// A view of an extension.
package struct ExtensionPresentation: Hashable, Sendable {
    /// The number of the view on this device, from 1.
    package let number: UInt64
    /// The app of the extension.
    package let app: AppIdentifier
    /// The account of the view; both are empty if the user chooses one.
    package let user: String
    package let site: String
}

/// Passes the screens of an extension to the interface, in order. If a screen arrives before there is a view, the last one is shown
/// when the view appears.
final class ExtensionStage: Sendable {
    private struct State {
        var screen: ShownScreen?
        var presented: (view: ExtensionPresentation, interface: any ExtensionInterface)?
    }

    private let state = Mutex(State())

    /// Calls the interface under the lock, so that screens stay in order. The interface must not call back.
    func show(_ screen: ShownScreen) {
        state.withLock { state in
            state.screen = screen
            if let (view, interface) = state.presented { interface.show(screen, in: view) }
        }
    }

    func present(_ view: ExtensionPresentation, on interface: any ExtensionInterface, _ controls: ExtensionControls) {
        state.withLock { state in
            interface.present(view, controls: controls)
            if let screen = state.screen { interface.show(screen, in: view) }
            state.presented = (view, interface)
        }
    }

    func dismiss() {
        state.withLock { state in
            if let (view, interface) = state.presented { interface.dismiss(view) }
            state.presented = nil
        }
    }
}

/// Presents the views of extensions on the device's screen.
final class ExtensionScreen: Sendable {
    private struct State {
        var interface: (any ExtensionInterface)?
        var lastView: UInt64
    }

    private let canPresent: @Sendable () -> Bool
    private let state: Mutex<State>

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - lastView: the number before that of the first view.
    ///   - canPresent: whether the user currently sees the screen.
    init(lastView: UInt64 = 0, canPresent: @escaping @Sendable () -> Bool) {
        self.canPresent = canPresent
        state = Mutex(State(lastView: lastView))
    }

    /// Shows views on this interface from now on. With nil, views cannot be shown.
    func attach(_ interface: (any ExtensionInterface)?) {
        state.withLock { $0.interface = interface }
    }

    /// Whether a view can be shown.
    var isUsable: Bool { canPresent() && state.withLock { $0.interface != nil } }

    /// Shows the stage in a new view. Returns false if no view can be shown.
    func present(_ stage: ExtensionStage, of app: AppIdentifier, user: String, site: String, _ controls: ExtensionControls) -> Bool
    {
        guard canPresent() else { return false }
        let (interface, number) = state.withLock { state in
            state.lastView += 1
            return (state.interface, state.lastView)
        }
        guard let interface else { return false }
        stage.present(ExtensionPresentation(number: number, app: app, user: user, site: site), on: interface, controls)
        return true
    }
}
