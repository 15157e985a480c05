package import DeviceProtocol
package import PasswordRules

/// What the Info.plist of an extension for modifying accounts declares (`NSExtension`, `NSExtensionAttributes`).
package struct ExtensionAttributes: Hashable, Sendable {
    /// The point that such an extension extends.
    package static let pointIdentifier = "com.apple.authentication-services-account-authentication-modification-ui"

    package var supportsStrongPassword: Bool
    package var supportsSignInWithApple: Bool
    /// What the passwords must be that the system proposes; nil: the system's own rules.
    package var passwordRules: PasswordRules?
    /// Whether the system keeps silent when the person signs in with a weak password.
    package var declinesPromptsAtSignIn: Bool

    package init(
        supportsStrongPassword: Bool = false, supportsSignInWithApple: Bool = false, passwordRules: PasswordRules? = nil,
        declinesPromptsAtSignIn: Bool = false
    ) {
        self.supportsStrongPassword = supportsStrongPassword
        self.supportsSignInWithApple = supportsSignInWithApple
        self.passwordRules = passwordRules
        self.declinesPromptsAtSignIn = declinesPromptsAtSignIn
    }

    package func supports(_ modification: AccountModification) -> Bool {
        switch modification {
        case .strongPassword: supportsStrongPassword
        case .signInWithApple: supportsSignInWithApple
        }
    }
}
