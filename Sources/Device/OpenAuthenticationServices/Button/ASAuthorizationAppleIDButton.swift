import AppleButtons
public import DeviceScreens
public import Foundation

/// The button that begins Sign in with Apple, as a value: `AppButton.init(_:_:language:)` puts it on a screen.
@preconcurrency @MainActor
open class ASAuthorizationAppleIDButton: NSObject {
    /// What the button says.
    public enum ButtonType: Int, Sendable {
        /// Sign in with Apple.
        case signIn = 0
        /// Continue with Apple.
        case `continue` = 1
        /// Sign up with Apple.
        case signUp = 2

        /// The one that says Sign in with Apple.
        public static var `default`: ButtonType { .signIn }
    }

    /// How the button looks.
    public enum Style: Int, Sendable {
        /// White, for dark surroundings.
        case white = 0
        /// White with an outline, for light surroundings.
        case whiteOutline = 1
        /// Black, for light surroundings.
        case black = 2
    }

    /// What it says. Apple's class keeps it to itself; here a screen has to be told.
    public let type: ButtonType
    /// How it looks. Apple's class keeps it to itself; here a screen has to be told.
    public let style: Style
    /// How round its corners are, in points.
    open var cornerRadius: CGFloat = 6

    /// A button.
    public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {
        self.type = type
        self.style = style
        super.init()
    }

    /// A button.
    public convenience init(type: ButtonType, style: Style) {
        self.init(authorizationButtonType: type, authorizationButtonStyle: style)
    }

    /// The usual button: Sign in with Apple, black.
    public override convenience init() {
        self.init(authorizationButtonType: .default, authorizationButtonStyle: .black)
    }
}

extension AppButton {
    /// Apple's button on a screen, with Apple's title in the app's language; in English where Apple's wording is not known in it.
    ///
    /// - Parameters:
    ///   - id: Names it on its screen.
    ///   - language: A tag (RFC 5646) such as `pt-BR`; what the app's process runs in, if it is not said.
    @MainActor @preconcurrency
    public init(_ id: String, _ button: ASAuthorizationAppleIDButton, language: String? = nil) {
        let tag = language ?? Locale.preferredLanguages.first ?? ""
        self.init(
            id, title: (AppleButtonLanguage(tag: tag) ?? .english).title(of: button.type.kind), style: button.style.look,
            cornerRadius: button.cornerRadius)
    }
}

extension ASAuthorizationAppleIDButton.ButtonType {
    fileprivate var kind: AppleButtonKind {
        switch self {
        case .signIn: .signIn
        case .signUp: .signUp
        case .continue: .continue
        }
    }
}

extension ASAuthorizationAppleIDButton.Style {
    fileprivate var look: AppButton.Style {
        switch self {
        case .white: .appleWhite
        case .whiteOutline: .appleWhiteOutline
        case .black: .appleBlack
        }
    }
}
