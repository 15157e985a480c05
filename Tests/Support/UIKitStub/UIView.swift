// UIKit's names, which Apple documents.

import Foundation
public import OpenAuthenticationServices

/// An object with subviews.
@preconcurrency @MainActor
open class UIView: UIResponder {
    public internal(set) weak var window: UIWindow?
    /// Objects, not only views, because `ASAuthorizationAppleIDButton` is a value here.
    private var subviews: [NSObject] = []

    public func addSubview(_ view: NSObject) {
        subviews.append(view)
        UIApplication.shared?.screenChanged()
    }

    /// Its visible parts, in order and recursively.
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

/// The window over which the sheets of AuthenticationServices appear.
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

/// A method of an object, which `#selector` names in Objective-C.
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

/// The action of a button. It is kept for the life of the process, because there are few screens.
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
