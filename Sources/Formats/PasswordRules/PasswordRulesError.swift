/// Why a function of this library could not do its work.
///
/// Compare ``code``; the words may change.
public struct PasswordRulesError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
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
        /// Strict reading met something that lenient reading would repair; ``PasswordRulesError/diagnostics`` tells what.
        public static let notStrict = Code(kind: .notStrict)
        /// No password satisfies the rules.
        public static let unsatisfiable = Code(kind: .unsatisfiable)
        /// Generating would need more than 12 distinct required sets, 1,024 characters or the permitted table size.
        public static let tooComplex = Code(kind: .tooComplex)
        /// The rules can be satisfied, but not in the style asked for.
        public static let styleUnavailable = Code(kind: .styleUnavailable)
        /// The text is not a regular expression: brackets or parentheses are not closed, or a backslash ends it.
        public static let malformedPattern = Code(kind: .malformedPattern)

        /// The code in words with hyphens, such as `input-too-long`.
        public var description: String { kind.rawValue }
    }

    /// The kind of failure, for programs.
    public let code: Code

    /// The reason in one English sentence. It never contains a password.
    public let reason: String

    /// Where in the UTF-8 bytes of the input the failure lies; nil where there is no one place.
    public let position: Int?

    /// What strict reading found; empty for the other codes.
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
