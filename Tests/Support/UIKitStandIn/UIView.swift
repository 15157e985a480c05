// UIKit's names, which Apple documents.

import Foundation
public import OpenAuthenticationServices

/// What has views in it.
@preconcurrency @MainActor
open class UIView: UIResponder {
    public internal(set) weak var window: UIWindow?
    /// Objects and not views: `ASAuthorizationAppleIDButton` is a value here.
    private var subviews: [NSObject] = []

    public func addSubview(_ view: NSObject) {
        subviews.append(view)
        UIApplication.shared?.screenChanged()
    }

    /// What is in it, in order, down to what shows something.
    var leaves: [NSObject] {
        subviews.isEmpty ? [self] : subviews.flatMap { ($0 as? UIView)?.leaves ?? [$0] }
    }
}

/// A view that arranges others.
public final class UIStackView: UIView {
    public func addArrangedSubview(_ view: NSObject) {
        addSubview(view)
    }
}

/// A line of text.
public final class UILabel: UIView {
    public var text: String? {
        didSet { UIApplication.shared?.screenChanged() }
    }
}

/// A button with a title.
public final class UIButton: UIView {
    let title: String

    public init(title: String) {
        self.title = title
        super.init()
    }

    public func addTarget(_ target: Any?, action: Selector, for event: UIControl.Event) {
        TouchUpInside.connect(self, to: action)
    }
}

/// The window, which is what the sheets of AuthenticationServices appear over.
@preconcurrency @MainActor
public final class UIWindow: ASPresentationAnchor {
    public var rootViewController: UIViewController?

    init(rootViewController: UIViewController?) {
        self.rootViewController = rootViewController
        super.init()
    }
}

public enum UIControl {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let touchUpInside = Event(rawValue: 1 << 6)
    }
}

/// A method of an object, which `#selector` names where there is Objective-C.
@preconcurrency @MainActor
public struct Selector {
    let method: () -> Void

    public init(_ method: @escaping () -> Void) {
        self.method = method
    }
}

extension ASAuthorizationAppleIDButton {
    /// Apple's class is a `UIControl`.
    public func addTarget(_ target: Any?, action: Selector, for event: UIControl.Event) {
        TouchUpInside.connect(self, to: action)
    }
}

/// What is done when a button is pressed. For the life of the process, as the buttons of the few screens are.
@MainActor
enum TouchUpInside {
    private static var actions: [(button: NSObject, action: Selector)] = []

    static func connect(_ button: NSObject, to action: Selector) {
        actions.append((button, action))
    }

    static func perform(on button: NSObject) {
        for (other, action) in actions where other === button { action.method() }
    }
}
