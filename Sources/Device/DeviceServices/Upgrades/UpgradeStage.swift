import DeviceProtocol
import Synchronization

/// Brings what an extension shows to whoever shows its view, in order. What it showed before there was a view is shown when there is one, the last alone.
final class UpgradeStage: Sendable {
    private struct State {
        var screen: ShownScreen?
        var standing: (view: UpgradeView, interface: any UpgradeInterface)?
    }

    private let state = Mutex(State())

    /// The interface is called under the lock, so that no older screen follows a newer one; nothing that it does comes back here.
    func show(_ screen: ShownScreen) {
        state.withLock { state in
            state.screen = screen
            if let (view, interface) = state.standing { interface.show(screen, in: view) }
        }
    }

    func present(_ view: UpgradeView, on interface: any UpgradeInterface, _ hands: UpgradeHands) {
        state.withLock { state in
            interface.present(view, hands: hands)
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
