extension Page {
    /// `UITextInputPasswordRules`: no more than the server demands, and enough to be strong.
    var passwordRules: String {
        "minlength: 12; required: lower; required: upper; required: digit; allowed: [-]; max-consecutive: 2;"
    }
}
