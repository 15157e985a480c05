import AppleButtons
public import DeviceScreens

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

extension AppButton {
    /// SwiftUI's button on a screen, as the one of UIKit.
    @MainActor @preconcurrency
    public init(_ id: String, _ button: SignInWithAppleButton, language: String? = nil) {
        self.init(id, ASAuthorizationAppleIDButton(type: button.label.type, style: button.style.style), language: language)
    }
}
