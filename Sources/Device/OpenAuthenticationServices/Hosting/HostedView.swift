import DeviceProtocol
import DeviceScreens

/// The view of an extension whose view controller shows screens. Sends screens to the system and receives events of the user.
@MainActor
package final class HostedView {
    private let controller: (any ScreenController)?
    private let report: @Sendable (ShownScreen) -> Void
    private var handled: UInt32 = 0

    init(of controller: AnyObject, report: @escaping @Sendable (ShownScreen) -> Void) {
        self.controller = controller as? any ScreenController
        self.report = report
    }

    /// Reports all further changes of the view.
    func open() {
        controller?.screenChanged = { [weak self] in self?.show() }
        show()
    }

    /// Processes an event. An event that cannot be decoded is ignored but counted.
    func receive(_ event: ViewEvent) {
        handled &+= 1
        if let event = try? AppLine.message(AppEvent.self, event.bytes) { controller?.take(event) }
        show()
    }

    /// Shows the screen. If it is too large, the previous one remains.
    private func show() {
        guard let controller, let bytes = try? AppLine.bytes(controller.screen),
            let screen = ShownScreen(bytes, handled: handled)
        else { return }
        report(screen)
    }
}
