extension PasswordRules {
    /// One rule that a password breaks. It holds positions and counts, never a character of the password.
    public struct Violation: Hashable, Sendable {
        /// The ways to break a rule. The raw value is stable and meant for programs.
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// Fewer scalars than `minlength`.
            case tooShort = "too-short"
            /// More scalars than `maxlength`.
            case tooLong = "too-long"
            /// A run of one character longer than `max-consecutive`.
            case tooManyConsecutive = "too-many-consecutive"
            /// No character of a required list.
            case missingRequired = "missing-required"
            /// A character that no list names.
            case notAllowed = "not-allowed"
        }

        /// What is wrong.
        public let code: Code

        /// The rule that is broken, as ``PasswordRules/list(order:)`` gives it. For ``Code/notAllowed`` the permitted characters, as
        /// an `allowed` property, even where the rules have none.
        public let rule: PasswordRule

        /// For ``Code/missingRequired`` the index in ``PasswordRules/required``; nil otherwise.
        public let requiredIndex: Int?

        /// Where the password first breaks the rule, counted in scalars of its composed form from 0: the first scalar past
        /// `maxlength`, the first scalar too many of a run, the first scalar not permitted. Nil where something is missing.
        public let position: Int?

        /// How often the rule is broken: missing scalars, excess scalars, runs that are too long, scalars not permitted; 1 for a
        /// missing class.
        public let occurrences: Int

        /// What is wrong, in one English sentence. It counts positions from 1.
        public var message: String {
            switch code {
            case .tooShort: "The password is too short: \(rule.text) asks for \(occurrences) more."
            case .tooLong: "The password is too long: \(rule.text) permits \(occurrences) fewer."
            case .tooManyConsecutive: "The character at position \((position ?? 0) + 1) is repeated too often: \(rule.text)."
            case .missingRequired: "The password lacks a required character: \(rule.text)."
            case .notAllowed: "The character at position \((position ?? 0) + 1) is not allowed: \(rule.text)."
            }
        }

        init(_ code: Code, _ rule: PasswordRule, requiredIndex: Int? = nil, position: Int? = nil, occurrences: Int = 1) {
            self.code = code
            self.rule = rule
            self.requiredIndex = requiredIndex
            self.position = position
            self.occurrences = occurrences
        }
    }
}
