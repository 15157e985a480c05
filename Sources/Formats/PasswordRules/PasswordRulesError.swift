/// An error of this library.
///
/// Compare ``code``. The reason may change between versions.
public struct PasswordRulesError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors. The raw values are stable.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        /// The text is longer than the limit.
        public static let inputTooLong = Code("input-too-long")
        /// Strict parsing found something that lenient parsing would repair. ``PasswordRulesError/diagnostics`` lists it.
        public static let notStrict = Code("not-strict")
        /// No password satisfies the rules.
        public static let unsatisfiable = Code("unsatisfiable")
        /// Generating would need more than 12 distinct required sets, 1,024 characters or the permitted table size.
        public static let tooComplex = Code("too-complex")
        /// The rules can be satisfied, but not in the requested style.
        public static let styleUnavailable = Code("style-unavailable")
        /// The text is not a regular expression: brackets or parentheses are not closed, or a backslash ends it.
        public static let malformedPattern = Code("malformed-pattern")
    }

    /// The kind of error.
    public let code: Code

    /// The reason, as one English sentence. It never contains a password.
    public let reason: String

    /// The position in the UTF-8 bytes of the input. Nil if the error has no single position.
    public let position: Int?

    /// The diagnostics of strict parsing. Empty for other codes.
    public let diagnostics: [PasswordRules.Diagnostic]

    /// The reason.
    public var description: String { reason }

    init(_ code: Code, _ reason: String, position: Int? = nil, diagnostics: [PasswordRules.Diagnostic] = []) {
        self.code = code
        self.reason = reason
        self.position = position
        self.diagnostics = diagnostics
    }
}
