/// What a field asks for, as far as signing in goes.
package enum FieldType: String, CaseIterable, Hashable, Sendable {
    /// A name that stands for an account. Where a form takes a user name or an e-mail address, it is this one.
    case username
    /// An e-mail address, whether or not it stands for an account.
    case email
    /// The password that an account has.
    case currentPassword = "current-password"
    /// A password that an account is to have, or its repetition.
    case newPassword = "new-password"
    /// A code that is good once, as a message brings it.
    case oneTimeCode = "one-time-code"
    /// Anything else.
    case other

    /// Whether this is one of the two kinds of password.
    package var isPassword: Bool { self == .currentPassword || self == .newPassword }
}
