// UIKit's names, which Apple documents.

public import DeviceScreens
@_exported public import Foundation
import OpenAuthenticationServices

/// The part of UIKit that the sample of the sign-in article uses, over the values of ``AppScreen``: `import UIKit` finds it when a
/// test compiles the article's listings. It draws nothing and is not a port of UIKit.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    nonisolated public override init() {
        super.init()
    }
}

/// The parts of the running app.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: UIResponder {
    var window: UIWindow? { get set }

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

/// The app, as a device launches it.
public final class UIApplication: UIResponder, ScreenApp {
    public struct LaunchOptionsKey: Hashable, Sendable {
        let rawValue: String
    }

    /// Creates the object of the class that the source marks with `@UIApplicationMain`.
    public static var makeDelegate: () -> (any UIApplicationDelegate)? = { nil }
    static private(set) weak var shared: UIApplication?

    public var screenChanged: @MainActor @Sendable () -> Void = {}
    private let window: UIWindow
    private let delegate: (any UIApplicationDelegate)?

    /// Launches the app in UIKit's order: the initial scene of the storyboard, the delegate, and then the view appears.
    public init(launch: AppLaunch) {
        window = UIWindow(rootViewController: UIStoryboard(name: "Main", bundle: nil).instantiateInitialViewController())
        delegate = Self.makeDelegate()
        super.init()
        Self.shared = self
        delegate?.window = window
        _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
        window.rootViewController?.appear(in: window)
    }

    private var visible: UIViewController? {
        var controller = window.rootViewController
        while let next = controller?.presentedViewController, !(next is UIAlertController) { controller = next }
        return controller
    }

    public var screen: AppScreen {
        guard let visible else { return AppScreen(title: "") }
        let elements = visible.view.leaves.enumerated().compactMap { index, leaf -> AppElement? in
            switch leaf {
            case let label as UILabel: label.text.flatMap { $0.isEmpty ? nil : .text(AppText($0)) }
            case let button as UIButton: .button(AppButton("\(index)", title: button.title))
            case let button as ASAuthorizationAppleIDButton: .button(AppButton("\(index)", button, language: "en"))
            default: nil
            }
        }
        return AppScreen(
            title: visible.title ?? "", elements: elements,
            alert: (visible.presentedViewController as? UIAlertController)?.alert)
    }

    public func receive(_ event: AppEvent) {
        switch event {
        case .pressed(let button):
            guard let leaves = visible?.view.leaves, let index = Int(button), leaves.indices.contains(index) else { return }
            TouchUpInside.perform(on: leaves[index])
        case .answeredAlert(let button):
            (visible?.presentedViewController as? UIAlertController)?.answer(button)
        default: break
        }
    }
}
