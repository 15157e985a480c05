extension PasswordRules {
    /// Something that the author of rules should know: a part that was skipped or changed on reading, or a flaw that lint found.
    public struct Diagnostic: Hashable, Sendable {
        /// How bad it is.
        public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
            /// The rules stay as meant, but say something twice or without need.
            case info
            /// The rules mean something else than the text seems to say.
            case warning
            /// A property or all of them were dropped, or no password can satisfy the rules.
            case error

            /// By weight.
            public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

            private var weight: Int {
                switch self {
                case .info: 0
                case .warning: 1
                case .error: 2
                }
            }
        }

        /// What was found.
        public let code: Code

        /// The place as a range of UTF-8 bytes of the text that was read; nil for what lint finds in a value.
        public let range: Range<Int>?

        /// The property that it is about, where it is about one.
        public let property: PasswordRule.Name?

        /// How bad it is; the code decides.
        public var severity: Severity { code.severity }

        /// What was found, as a sentence.
        public var message: String { code.message }

        /// What to write instead, as a sentence.
        public var remedy: String { code.remedy }

        init(_ code: Code, _ range: Range<Int>? = nil, property: PasswordRule.Name? = nil) {
            self.code = code
            self.range = range
            self.property = property
        }
    }
}
