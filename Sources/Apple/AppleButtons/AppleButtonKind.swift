/// The title of a Sign in with Apple button, as in `ASAuthorizationAppleIDButton.ButtonType`.
package enum AppleButtonKind: String, Hashable, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case `continue` = "continue"
}
