import AppTexts
import DeviceScreens
import Foundation

/// The parts of UIKit's view controller that the sample uses.
@MainActor
class ViewController: NSObject {
    /// A view that knows its window.
    class View {
        fileprivate(set) weak var window: Window?
    }

    let view = View()
    fileprivate(set) weak var presentingViewController: ViewController?
    fileprivate(set) var presentedViewController: ViewController?

    /// The alert above the screen. It blocks all other input until the user answers it.
    var alert: AppAlert? { didSet { changed() } }

    /// The texts in the language of the device.
    var texts: AppTexts { view.window?.texts ?? .juice() }

    /// The content of the screen.
    var screen: AppScreen { AppScreen(title: "") }

    func viewDidLoad() {}
    func viewDidAppear(_ animated: Bool) {}
    func pressed(_ button: String) {}
    /// Receives every other event, and every press.
    func received(_ event: AppEvent) {}
    /// Called after the user pressed a button of an alert, which is already dismissed.
    func answered(_ alert: AppAlert, button: Int) {}

    var shownScreen: AppScreen {
        var screen = screen
        screen.alert = alert
        return screen
    }

    func changed() {
        view.window?.changed()
    }

    func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)?) {
        // As in UIKit, one at a time.
        guard presentedViewController == nil, let window = view.window else { return }
        presentedViewController = controller
        controller.presentingViewController = self
        controller.appear(in: window)
        completion?()
    }

    func dismiss(animated: Bool, completion: (() -> Void)?) {
        presentingViewController?.presentedViewController = nil
        changed()
        completion?()
    }

    /// Loads the view and shows it. `viewDidAppear` follows in a later turn.
    fileprivate func appear(in window: Window) {
        view.window = window
        viewDidLoad()
        window.changed()
        window.perform { self.viewDidAppear(false) }
    }
}

extension Window {
    /// Shows the first view controller.
    func show(_ controller: ViewController?) {
        controller?.appear(in: self)
    }
}
