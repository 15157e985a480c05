extension Page {
    /// The `UITextInputPasswordRules` of the app: what the server requires, and enough for a strong password.
    var passwordRules: String {
        "minlength: 12; required: lower; required: upper; required: digit; allowed: [-]; max-consecutive: 2;"
    }
}
