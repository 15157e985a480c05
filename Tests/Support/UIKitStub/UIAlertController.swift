// UIKit's names, which Apple documents.

import DeviceScreens

/// An alert.
public final class UIAlertController: UIViewController {
    public enum Style: Sendable {
        case actionSheet, alert
    }

    private let message: String?
    private var actions: [UIAlertAction] = []

    public init(title: String?, message: String?, preferredStyle: Style) {
        self.message = message
        super.init()
        self.title = title
    }

    public func addAction(_ action: UIAlertAction) {
        actions.append(action)
    }

    var alert: AppAlert {
        AppAlert(title: title ?? "", message: message ?? "", buttons: actions.map { $0.title ?? "" })
    }

    func answer(_ button: Int) {
        guard actions.indices.contains(button) else { return }
        dismiss(animated: false) { self.actions[button].handler?(self.actions[button]) }
    }
}

/// A button of an alert.
@preconcurrency @MainActor
public final class UIAlertAction {
    public enum Style: Sendable {
        case `default`, cancel, destructive
    }

    let title: String?
    let handler: ((UIAlertAction) -> Void)?

    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)?) {
        self.title = title
        self.handler = handler
    }
}
