/// How a field is filled in.
package enum FieldEntry: String, CaseIterable, Hashable, Sendable {
    /// One line of text.
    case text
    /// One line of text that is not shown: `type="password"`, `isSecureTextEntry`.
    case secure
    /// Text of which the keyboard, or the browser, knows that it is an e-mail address, a telephone number, a number, a link or a search.
    case email, telephone, number, link, search
    /// Several lines of text.
    case lines
    /// A choice among given values.
    case choice
    /// Something that is not typed: a button, a check box, a file, a date, a colour.
    case untyped
    /// Nothing that a person sees: `type="hidden"`.
    case none

    /// Whether a user name, a password or a code may be typed here at all.
    var isTyped: Bool {
        switch self {
        case .text, .secure, .email, .telephone, .number, .link, .search: true
        case .lines, .choice, .untyped, .none: false
        }
    }
}
