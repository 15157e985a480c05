package import PasswordManager

/// What a person says of an account whose upgrade broke off: what they found when they tried to sign in.
package enum AccountWord: Hashable, Sendable {
    /// This password signs in.
    case signsIn(with: PrivateText)
    /// The account signs in with Apple, and with no password.
    case usesApple
    /// Nothing signs in that this device knows.
    case nothing
}
