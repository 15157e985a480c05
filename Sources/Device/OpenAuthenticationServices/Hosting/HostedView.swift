import DeviceProtocol
import DeviceScreens

/// The view of an extension whose view controller shows screens: what it shows goes to the system, what the person does comes from there.
@MainActor
package final class HostedView {
    private let controller: (any ScreenController)?
    private let report: @Sendable (ShownScreen) -> Void
    private var handled: UInt32 = 0

    init(of controller: AnyObject, report: @escaping @Sendable (ShownScreen) -> Void) {
        self.controller = controller as? any ScreenController
        self.report = report
    }

    /// The view was made: from now on its changes are told.
    func open() {
        controller?.screenChanged = { [weak self] in self?.show() }
        show()
    }

    /// An event that cannot be decoded is ignored, and counted like the others.
    func receive(_ event: ViewEvent) {
        handled &+= 1
        if let event = try? AppLine.message(AppEvent.self, event.bytes) { controller?.take(event) }
        show()
    }

    /// A screen that is too long is not shown: the one before stays.
    private func show() {
        guard let controller, let bytes = try? AppLine.bytes(controller.screen),
            let screen = ShownScreen(bytes, handled: handled)
        else { return }
        report(screen)
    }
}
