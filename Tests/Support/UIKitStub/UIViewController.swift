// UIKit's names, which Apple documents.

import Foundation

/// A screen of the app.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    public enum ModalPresentationStyle: Sendable {
        case automatic, formSheet
    }

    public var title: String?
    public var modalPresentationStyle = ModalPresentationStyle.automatic
    public var isModalInPresentation = false
    public lazy var view = UIView()
    public private(set) weak var presentingViewController: UIViewController?
    public private(set) var presentedViewController: UIViewController?
    private var isLoaded = false

    open func viewDidLoad() {}
    open func viewDidAppear(_ animated: Bool) {}

    /// Shows another controller over this one; does nothing if one is already shown, as in UIKit.
    public func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {
        guard presentedViewController == nil, let window = view.window else { return }
        presentedViewController = controller
        controller.presentingViewController = self
        controller.appear(in: window)
        completion?()
    }

    /// Dismisses the controller over this one, or this one if there is no other.
    public func dismiss(animated: Bool, completion: (() -> Void)?) {
        let presenting = presentedViewController == nil ? presentingViewController : self
        presenting?.presentedViewController = nil
        UIApplication.shared?.screenChanged()
        completion?()
    }

    /// The view is loaded immediately, and appears in a separate turn of the main queue.
    func appear(in window: UIWindow) {
        view.window = window
        if !isLoaded {
            isLoaded = true
            viewDidLoad()
        }
        UIApplication.shared?.screenChanged()
        DispatchQueue.main.async { self.viewDidAppear(false) }
    }
}

/// The scenes of the app. A file of the test replaces Interface Builder's.
@preconcurrency @MainActor
public final class UIStoryboard {
    /// Creates the controller of each identifier, with its outlets and actions connected.
    public static var scenes: [String: () -> UIViewController] = [:]
    /// The initial scene of the app.
    public static var initialScene: () -> UIViewController = { UIViewController() }

    public init(name: String, bundle: Bundle?) {}

    public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
        Self.scenes[identifier]?() ?? UIViewController()
    }

    public func instantiateInitialViewController() -> UIViewController? {
        Self.initialScene()
    }
}
