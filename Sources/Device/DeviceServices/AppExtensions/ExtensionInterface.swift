package import AssociatedDomains
package import DeviceProtocol
import Synchronization

/// Where a person sees the view of an extension, under the system's navigation bar with its Cancel button.
package protocol ExtensionInterface: Sendable {
    /// Shows the view and returns. What the person does with it counts until `dismiss`.
    func present(_ view: ExtensionPresentation, controls: ExtensionControls)
    /// The extension shows this in its view from now on. Called in order, after `present` and before `dismiss`.
    func show(_ screen: ShownScreen, in view: ExtensionPresentation)
    func dismiss(_ view: ExtensionPresentation)
}

/// What a person can do with the view of an extension. May be called from any thread, and waits for nobody.
package struct ExtensionControls: Sendable {
    /// Presses Cancel in the system's bar.
    package let cancel: @Sendable () -> Void
    /// Does something to the extension's screen.
    package let send: @Sendable (ViewEvent) -> Void
}

/// The view of an extension that a person sees.
package struct ExtensionPresentation: Hashable, Sendable {
    /// Counts the views of a device, from 1.
    package let number: UInt64
    /// Whose extension it is.
    package let app: AppIdentifier
    /// The account that it is about; both are empty where the person chooses one.
    package let user: String
    package let site: String
}

/// Brings what an extension shows to whoever shows its view, in order. What it showed before there was a view is shown when there is one, the last alone.
final class ExtensionStage: Sendable {
    private struct State {
        var screen: ShownScreen?
        var standing: (view: ExtensionPresentation, interface: any ExtensionInterface)?
    }

    private let state = Mutex(State())

    /// The interface is called under the lock, so that no older screen follows a newer one; nothing that it does comes back here.
    func show(_ screen: ShownScreen) {
        state.withLock { state in
            state.screen = screen
            if let (view, interface) = state.standing { interface.show(screen, in: view) }
        }
    }

    func present(_ view: ExtensionPresentation, on interface: any ExtensionInterface, _ controls: ExtensionControls) {
        state.withLock { state in
            interface.present(view, controls: controls)
            if let screen = state.screen { interface.show(screen, in: view) }
            state.standing = (view, interface)
        }
    }

    func dismiss() {
        state.withLock { state in
            if let (view, interface) = state.standing { interface.dismiss(view) }
            state.standing = nil
        }
    }
}

/// The screen on which the views of extensions appear, where a person sees one.
final class ExtensionScreen: Sendable {
    private struct State {
        var interface: (any ExtensionInterface)?
        var lastView: UInt64
    }

    private let canPresent: @Sendable () -> Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - lastView: the number before that of the first view.
    ///   - canPresent: whether a person sees the screen now.
    init(lastView: UInt64 = 0, canPresent: @escaping @Sendable () -> Bool) {
        self.canPresent = canPresent
        state = Mutex(State(lastView: lastView))
    }

    /// From now on views appear there. Nil: no extension is shown.
    func attach(_ interface: (any ExtensionInterface)?) {
        state.withLock { $0.interface = interface }
    }

    /// Whether a view can be shown now.
    var isUsable: Bool { canPresent() && state.withLock { $0.interface != nil } }

    /// Shows what the stage has in a new view. Returns false where none can be shown now.
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
