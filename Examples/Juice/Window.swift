import AuthenticationServices
import Foundation

/// What the sample shows, as values: UIKit's part of it.
class Window: ASPresentationAnchor {
    enum Screen {
        case login(LoginViewController)
        case result
        case alert(title: String, message: String)
    }

    /// Told of every change of screen, and of every error.
    var changed: () -> Void = {}

    /// Beneath the login screen from the beginning, as in the sample.
    lazy var resultViewController = ResultViewController(window: self)

    var screen = Screen.result {
        didSet { changed() }
    }

    var lastError: Error? {
        didSet { changed() }
    }

    func showLoginViewController() {
        screen = .login(LoginViewController(window: self))
    }
}
