import DeviceScreens

/// Signs every user in. A sign-up succeeds while the app is in the background.
@MainActor
final class SignInApp: ScreenApp {
    nonisolated static let identifier = "ABCDE12345.com.example.host"
    nonisolated static let site = "example.com"

    private(set) var screen = SignInApp.signIn("", "") {
        didSet { screenChanged() }
    }
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var texts: [String: String] = [:]
    private var isSigningUp = false

    init(launch: AppLaunch) {}

    func receive(_ event: AppEvent) {
        switch event {
        case .changed(let field, let text):
            texts[field] = text
            screen = isSigningUp ? Self.signUp(texts) : Self.signIn(texts["user"] ?? "", texts["password"] ?? "")
        case .pressed("new"):
            isSigningUp = true
            screen = Self.signUp(texts)
        case .didEnterBackground where isSigningUp && texts["chosen"] != nil:
            isSigningUp = false
            screen = AppScreen(title: "Welcome", elements: [.button(AppButton("out", title: "Sign Out"))])
        case .pressed("in"):
            screen = AppScreen(title: "Welcome", elements: [.button(AppButton("out", title: "Sign Out"))])
        case .pressed("out"):
            texts = [:]
            screen = Self.signIn("", "")
        default: break
        }
    }

    private static func signIn(_ user: String, _ password: String) -> AppScreen {
        AppScreen(
            title: "Sign In",
            elements: [
                .field(AppTextField("user", label: "User", text: user, textContentType: "username")),
                .field(AppTextField("password", label: "Password", text: password, isSecure: true, textContentType: "password")),
                .button(AppButton("in", title: "Sign In")), .button(AppButton("new", title: "New Here")),
            ])
    }

    private static func signUp(_ texts: [String: String]) -> AppScreen {
        AppScreen(
            title: "Sign Up",
            elements: [
                .field(AppTextField("user", label: "User", text: texts["user"] ?? "", textContentType: "username")),
                .field(
                    AppTextField(
                        "chosen", label: "Password", text: texts["chosen"] ?? "", isSecure: true, textContentType: "new-password")),
                .button(AppButton("create", title: "Create Account")),
            ])
    }
}
