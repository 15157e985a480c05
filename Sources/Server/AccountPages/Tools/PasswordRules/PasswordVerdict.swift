/// What is said about a password that was tried. It holds no character of it.
package enum PasswordVerdict: Sendable, Hashable {
    /// Every rule with whether the password keeps it; `length` in Unicode scalars after composition.
    case judged([JudgedRule], length: Int)
    /// Why it was not judged.
    case refused(String)
}

/// One rule, and whether a password keeps it.
package struct JudgedRule: Sendable, Hashable {
    /// The rule as it is written, such as `required: digit`.
    package let rule: String
    /// How the password breaks it, as a sentence with the place; nil where it keeps it.
    package let breach: String?
    /// The stable code of the breach, given to tools as `data-code`.
    package let code: String?

    /// A rule.
    package init(rule: String, breach: String? = nil, code: String? = nil) {
        self.rule = rule
        self.breach = breach
        self.code = code
    }
}

/// What an HTML `pattern` expression amounts to.
package enum PatternVerdict: Sendable, Hashable {
    case rules(String)
    /// It is a regular expression of another form than the customary ones.
    case nothingFollows
    /// It is none, and why.
    case malformed(reason: String)
}
