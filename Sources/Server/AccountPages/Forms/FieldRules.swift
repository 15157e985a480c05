/// What browsers and password managers are told about a new password.
package struct PasswordFieldRules: Sendable, Hashable {
    /// The fewest characters taken.
    package let minLength: Int

    /// The most characters taken; nil leaves `maxlength` out.
    ///
    /// Browsers count UTF-16 units, never fewer than Unicode scalars, and some cut a pasted text at this length without a word.
    /// Give it only where it lies far above what people paste.
    package let maxLength: Int?

    /// The rules in Apple's `passwordrules` language.
    package let passwordRules: String

    /// Rules for a new password.
    package init(minLength: Int, maxLength: Int?, passwordRules: String) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.passwordRules = passwordRules
    }
}

/// What browsers are told about a new user name.
package struct UsernameFieldRules: Sendable, Hashable {
    /// The fewest characters taken.
    package let minLength: Int

    /// The most characters taken.
    package let maxLength: Int

    /// Rules for a new user name; by default 3 characters, and as many as an e-mail address has (RFC 5321, 254).
    package init(minLength: Int = 3, maxLength: Int = 254) {
        self.minLength = minLength
        self.maxLength = maxLength
    }
}
