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

    /// SwiftUI's button on a screen, as the one of UIKit.
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

/// SwiftUI's button of Sign in with Apple, as a value: what it says, how it looks, and what pressing it does.
@MainActor @preconcurrency
public struct SignInWithAppleButton {
    /// What the button says.
    public struct Label: Hashable, Sendable {
        let type: ASAuthorizationAppleIDButton.ButtonType

        /// Sign in with Apple.
        public static let signIn = Label(type: .signIn)
        /// Continue with Apple.
        public static let `continue` = Label(type: .continue)
        /// Sign up with Apple.
        public static let signUp = Label(type: .signUp)
    }

    /// How the button looks.
    public struct Style: Hashable, Sendable {
        let style: ASAuthorizationAppleIDButton.Style

        /// Black, for light surroundings.
        public static let black = Style(style: .black)
        /// White, for dark surroundings.
        public static let white = Style(style: .white)
        /// White with an outline, for light surroundings.
        public static let whiteOutline = Style(style: .whiteOutline)
    }

    /// What it says. Apple's view keeps it to itself; here a screen has to be told.
    public let label: Label
    /// How it looks.
    public private(set) var style = Style.black
    private let onRequest: (ASAuthorizationAppleIDRequest) -> Void
    private let onCompletion: (Result<ASAuthorization, any Error>) -> Void

    /// A button.
    ///
    /// - Parameters:
    ///   - onRequest: Says in the request what is asked for, before it is performed.
    ///   - onCompletion: Receives the credential, or an ``ASAuthorizationError``.
    public init(
        _ label: Label = .signIn, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
        onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
    ) {
        self.label = label
        self.onRequest = onRequest
        self.onCompletion = onCompletion
    }

    /// The same button with another look.
    public func signInWithAppleButtonStyle(_ style: Style) -> SignInWithAppleButton {
        var button = self
        button.style = style
        return button
    }

    /// Does what pressing the button does, on the device of the task. Returns at once; the task ends after `onCompletion`, and cancelling it takes
    /// the request back.
    @discardableResult
    public func press() -> Task<Void, Never> {
        let provider = ASAuthorizationAppleIDProvider()
        let request = provider.createRequest()
        onRequest(request)
        return Task { @MainActor in
            do {
                switch try await AuthorizationController().performRequest(request) {
                case .appleID(let credential): onCompletion(.success(ASAuthorization(provider: provider, credential: credential)))
                case .password: onCompletion(.failure(ASAuthorizationError(.invalidResponse)))
                }
            } catch {
                onCompletion(.failure(error))
            }
        }
    }
}
