/// The look of generated passwords.
public enum PasswordStyle: String, Hashable, Sendable, CaseIterable {
    /// Typeable where the rules admit it, else classic.
    case automatic = "auto"

    /// Three groups of six characters, joined by dashes where a dash is permitted: syllables in lower case, one letter of them in
    /// upper case, one digit. Such as `dumhys-5xavfo-vYtgyw`.
    case typeable

    /// Single characters: twelve in groups of three joined by dashes where that fits the rules, else ungrouped, with the length
    /// nearest to twelve that `minlength` and `maxlength` leave. Without required lists one character each of upper, lower and
    /// digit, as far as they are permitted.
    case classic
}
