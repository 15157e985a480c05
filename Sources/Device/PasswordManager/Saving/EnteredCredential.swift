/// A user name and password that somebody entered with success.
package struct EnteredCredential: Hashable, Sendable {
    package let place: InputPlace
    /// Nil where neither the screen nor the one before it had one.
    package let user: String?
    package let password: PrivateText
    /// The password that was given for changing it.
    package let oldPassword: PrivateText?
    /// Whether all fields for the new password had the same.
    package let isConfirmed: Bool
    /// Whether it is the strong password that was filled in, untouched.
    package let isGenerated: Bool
}
