/// What a button of Sign in with Apple says, as `ASAuthorizationAppleIDButton.ButtonType` has it.
package enum AppleButtonKind: String, Hashable, Sendable, CaseIterable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case `continue` = "continue"
}
