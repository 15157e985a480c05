import DeviceScreens
import Foundation

/// As much of a view controller of UIKit's as the sample needs.
@MainActor
class ViewController: NSObject {
    /// What the controller's view is in.
    class View {
        fileprivate(set) weak var window: Window?
    }

    let view = View()
    fileprivate(set) weak var presentingViewController: ViewController?
    fileprivate(set) var presentedViewController: ViewController?

    /// In the way of everything until it is answered.
    var alert: AppAlert? { didSet { changed() } }

    /// What it shows.
    var screen: AppScreen { AppScreen(title: "") }

    func viewDidLoad() {}
    func viewDidAppear(_ animated: Bool) {}
    func pressed(_ button: String) {}
    /// What else the person does, and what they pressed.
    func received(_ event: AppEvent) {}
    /// A button of an alert was pressed, which is gone by then.
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
        // As on a phone: one at a time.
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

    /// The view is loaded and seen; that it was seen is heard in a turn of its own.
    fileprivate func appear(in window: Window) {
        view.window = window
        viewDidLoad()
        window.changed()
        window.perform { self.viewDidAppear(false) }
    }
}

extension Window {
    /// The first that is seen.
    func show(_ controller: ViewController?) {
        controller?.appear(in: self)
    }
}
