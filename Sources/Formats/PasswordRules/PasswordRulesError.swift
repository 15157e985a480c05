/// An error of this library.
///
/// Compare ``code``. The reason may change between versions.
public struct PasswordRulesError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case inputTooLong = "input-too-long"
            case notStrict = "not-strict"
            case unsatisfiable
            case tooComplex = "too-complex"
            case styleUnavailable = "style-unavailable"
            case malformedPattern = "malformed-pattern"
        }
        private let kind: Kind

        /// The text is longer than the limit.
        public static let inputTooLong = Code(kind: .inputTooLong)
        /// Strict parsing found something that lenient parsing would repair. ``PasswordRulesError/diagnostics`` lists it.
        public static let notStrict = Code(kind: .notStrict)
        /// No password satisfies the rules.
        public static let unsatisfiable = Code(kind: .unsatisfiable)
        /// The generator would need more than 12 distinct required lists, 1,024 characters or the maximum table size.
        public static let tooComplex = Code(kind: .tooComplex)
        /// The rules can be satisfied, but not in the requested style.
        public static let styleUnavailable = Code(kind: .styleUnavailable)
        /// The text is not a regular expression: a bracket or parenthesis is not closed, or a backslash is at its end.
        public static let malformedPattern = Code(kind: .malformedPattern)

        /// The code as words with hyphens, such as `input-too-long`.
        public var description: String { kind.rawValue }
    }

    /// The kind of error.
    public let code: Code

    /// The reason, as one English sentence. It never contains a password.
    public let reason: String

    /// The position in the UTF-8 bytes of the input. Nil if the error has no single position.
    public let position: Int?

    /// The findings of strict parsing. Empty for other codes.
    public let diagnostics: [PasswordRules.Diagnostic]

    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }

    init(_ code: Code, _ reason: String, position: Int? = nil, diagnostics: [PasswordRules.Diagnostic] = []) {
        self.code = code
        self.reason = reason
        self.position = position
        self.diagnostics = diagnostics
    }
}
