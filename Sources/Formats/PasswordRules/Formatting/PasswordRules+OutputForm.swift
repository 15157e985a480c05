extension PasswordRules {
    /// Where the text of rules is to stand.
    public enum OutputForm: Hashable, Sendable, CaseIterable {
        /// The bare text, for `UITextInputPasswordRules(descriptor:)` and for files.
        case text

        /// The inside of a quoted HTML attribute, with `&`, `<`, `>` and both quotation marks as character references.
        case htmlAttribute

        /// A Swift string literal with its quotation marks.
        case swiftLiteral

        /// An Objective-C string literal with its at-sign and quotation marks.
        case objectiveCLiteral
    }
}
