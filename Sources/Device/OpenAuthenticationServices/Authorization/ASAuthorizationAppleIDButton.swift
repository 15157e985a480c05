import AppleButtons
public import DeviceScreens
public import Foundation

/// The Sign in with Apple button, as a value. `AppButton.init(_:_:language:)` adds it to a screen.
@preconcurrency @MainActor
open class ASAuthorizationAppleIDButton: NSObject {
    /// The title of the button.
    public enum ButtonType: Int, Sendable {
        /// Sign in with Apple.
        case signIn = 0
        /// Continue with Apple.
        case `continue` = 1
        /// Sign up with Apple.
        case signUp = 2

        /// The default title: Sign in with Apple.
        public static var `default`: ButtonType { .signIn }
    }

    /// The style of the button.
    public enum Style: Int, Sendable {
        /// White, for dark backgrounds.
        case white = 0
        /// White with an outline, for light backgrounds.
        case whiteOutline = 1
        /// Black, for light backgrounds.
        case black = 2
    }

    /// The title of the button. Not public in Apple's class; a simulated screen needs it.
    public let type: ButtonType
    /// The style of the button. Not public in Apple's class; a simulated screen needs it.
    public let style: Style
    /// The corner radius in points.
    open var cornerRadius: CGFloat = 6

    /// Creates a button.
    public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {
        self.type = type
        self.style = style
        super.init()
    }

    /// Creates a button.
    public convenience init(type: ButtonType, style: Style) {
        self.init(authorizationButtonType: type, authorizationButtonStyle: style)
    }

    /// Creates the default button: Sign in with Apple, black.
    public override convenience init() {
        self.init(authorizationButtonType: .default, authorizationButtonStyle: .black)
    }
}

extension AppButton {
    /// Creates Apple's button for a screen, with Apple's title in the app's language, or in English if Apple's wording is
    /// unknown.
    ///
    /// - Parameters:
    ///   - id: The identifier on the screen.
    ///   - language: A tag (RFC 5646) such as `pt-BR`. By default, the language of the device, or else of the process.
    @MainActor @preconcurrency
    public init(_ id: String, _ button: ASAuthorizationAppleIDButton, language: String? = nil) {
        let tag = language ?? ScreenDevice.language ?? Locale.preferredLanguages.first ?? ""
        self.init(
            id, title: (AppleButtonLanguage(tag: tag) ?? .english).title(of: button.type.kind), style: button.style.look,
            cornerRadius: button.cornerRadius)
    }

    /// Creates SwiftUI's button for a screen, in the same way as UIKit's.
    @MainActor @preconcurrency
    public init(_ id: String, _ button: SignInWithAppleButton, language: String? = nil) {
        self.init(id, ASAuthorizationAppleIDButton(type: button.label.type, style: button.style.style), language: language)
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

/// SwiftUI's Sign in with Apple button, as a value: its title, its style and its action.
@MainActor @preconcurrency
public struct SignInWithAppleButton {
    /// The title of the button.
    public struct Label: Hashable, Sendable {
        let type: ASAuthorizationAppleIDButton.ButtonType

        /// Sign in with Apple.
        public static let signIn = Label(type: .signIn)
        /// Continue with Apple.
        public static let `continue` = Label(type: .continue)
        /// Sign up with Apple.
        public static let signUp = Label(type: .signUp)
    }

    /// The style of the button.
    public struct Style: Hashable, Sendable {
        let style: ASAuthorizationAppleIDButton.Style

        /// Black, for light backgrounds.
        public static let black = Style(style: .black)
        /// White, for dark backgrounds.
        public static let white = Style(style: .white)
        /// White with an outline, for light backgrounds.
        public static let whiteOutline = Style(style: .whiteOutline)
    }

    /// The title of the button. Not public in Apple's view; a simulated screen needs it.
    public let label: Label
    /// The style of the button.
    public private(set) var style = Style.black
    private let onRequest: (ASAuthorizationAppleIDRequest) -> Void
    private let onCompletion: (Result<ASAuthorization, any Error>) -> Void

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - onRequest: Configures the request before it is performed.
    ///   - onCompletion: Receives the credential or an ``ASAuthorizationError``.
    public init(
        _ label: Label = .signIn, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
        onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
    ) {
        self.label = label
        self.onRequest = onRequest
        self.onCompletion = onCompletion
    }

    /// Returns the button with another style.
    public func signInWithAppleButtonStyle(_ style: Style) -> SignInWithAppleButton {
        var button = self
        button.style = style
        return button
    }

    /// Performs the action of the button on the device of the current task. Returns immediately; the task ends after
    /// `onCompletion`. Cancelling the task cancels the request.
    @discardableResult
    public func press() -> Task<Void, Never> {
        let provider = ASAuthorizationAppleIDProvider()
        let request = provider.createRequest()
        onRequest(request)
        return Task { @MainActor in
            do {
                switch try await AuthorizationController().performRequest(request) {
                case .appleID(let credential): onCompletion(.success(ASAuthorization(provider: provider, credential: credential)))
                default: onCompletion(.failure(ASAuthorizationError(.invalidResponse)))
                }
            } catch {
                onCompletion(.failure(error))
            }
        }
    }
}
