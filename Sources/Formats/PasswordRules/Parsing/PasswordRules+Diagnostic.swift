extension PasswordRules {
    /// A diagnostic for the author of rules: a part that parsing skipped or changed, or a flaw that lint found.
    public struct Diagnostic: Hashable, Sendable {
        /// The severity of a diagnostic.
        public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
            /// The rules mean what their text says, but contain something redundant.
            case info
            /// The rules mean something other than their text suggests.
            case warning
            /// One property or all properties were dropped, or no password can satisfy the rules.
            case error

            /// Orders severities from info to error.
            public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

            private var weight: Int {
                switch self {
                case .info: 0
                case .warning: 1
                case .error: 2
                }
            }
        }

        /// The kind of diagnostic.
        public let code: Code

        /// The position as a range of UTF-8 bytes of the parsed text. Nil for diagnostics of `lint()`.
        public let range: Range<Int>?

        /// The property that the diagnostic concerns, if any.
        public let property: PasswordRule.Name?

        /// The severity, which depends on the code.
        public var severity: Severity { code.severity }

        /// A sentence that describes the flaw.
        public var message: String { code.message }

        /// A sentence that says what to write instead.
        public var remedy: String { code.remedy }

        init(_ code: Code, _ range: Range<Int>? = nil, property: PasswordRule.Name? = nil) {
            self.code = code
            self.range = range
            self.property = property
        }
    }
}

extension PasswordRules.Diagnostic {
    /// The kinds of diagnostics. The raw values are stable identifiers for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The severity of a diagnostic with this code.
        public let severity: Severity

        /// A sentence that describes the flaw.
        public let message: String

        /// A sentence that says what to write instead.
        public let remedy: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String, _ severity: Severity, _ message: String, remedy: String) {
            self.rawValue = rawValue
            self.severity = severity
            self.message = message
            self.remedy = remedy
        }
    }
}

extension PasswordRules.Diagnostic.Code {
    // From the parser.

    /// The name is not one of the five properties.
    public static let unknownProperty = Self(
        "unknown-property", .error, "Unknown property name.",
        remedy: "Use required, allowed, max-consecutive, minlength or maxlength, in lower case.")
    /// The name is not directly followed by a colon.
    public static let missingColon = Self(
        "missing-colon", .error, "A colon must directly follow the name of a property.",
        remedy: "Write the colon directly after the name.")
    /// The value after the colon is missing.
    public static let emptyValue = Self(
        "empty-value", .warning, "A property without a value is ignored.", remedy: "Give it a value, or remove it.")
    /// The word is not one of the six classes.
    public static let unknownClass = Self(
        "unknown-class", .error, "Unknown character class.",
        remedy: "Use upper, lower, digit, special, ascii-printable or unicode, or list characters in square brackets.")
    /// A class was expected, but neither a name nor an opening bracket follows.
    public static let expectedClass = Self(
        "expected-class", .error, "A character class is expected here.",
        remedy: "Write the name of a class, or list characters in square brackets.")
    /// A class is followed by neither a comma nor a semicolon.
    public static let expectedSeparator = Self(
        "expected-separator", .error, "A comma or a semicolon is expected here.",
        remedy: "Separate classes with commas and end the property with a semicolon.")
    /// The list ends with a comma.
    public static let trailingComma = Self(
        "trailing-comma", .error, "The property is ignored, because its list ends with a comma.", remedy: "Remove the comma.")
    /// A custom class contains a closing bracket that is not at its end.
    public static let bracketNotLast = Self(
        "bracket-not-last", .error, "A closing bracket ends the class unless another one follows.",
        remedy: "To include the bracket, write it last: [abc]].")
    /// A custom class is not closed.
    public static let unterminatedClass = Self(
        "unterminated-class", .error, "The characters are ignored, because the class is not closed.",
        remedy: "Close the class with a square bracket.")
    /// A custom class names no character.
    public static let emptyClass = Self(
        "empty-class", .warning, "The class is ignored, because it contains no printable ASCII character.",
        remedy: "Add printable ASCII characters, or remove the class.")
    /// A custom class contains a dash that is not at its start.
    public static let misplacedDash = Self(
        "misplaced-dash", .warning, "The dash is ignored, because it does not directly follow the opening bracket.",
        remedy: "Move the dash to the start of the class; ranges are not supported.")
    /// A custom class contains characters other than printable ASCII.
    public static let ignoredCharacter = Self(
        "ignored-character", .warning, "Characters other than printable ASCII are ignored in a class.",
        remedy: "Remove them, or use unicode to permit every character.")
    /// The value is not a whole number directly followed by a semicolon or the end.
    public static let notANumber = Self(
        "not-a-number", .error, "The value must be digits, directly followed by a semicolon or the end.",
        remedy: "Write a whole number, without spaces after it.")
    /// The number is zero.
    public static let zeroIgnored = Self(
        "zero-ignored", .warning, "Zero is ignored.", remedy: "Write 1 or more, or remove the property.")
    /// The number is too large to be represented exactly.
    public static let numberRounded = Self(
        "number-rounded", .warning, "The number is too large to be exact.", remedy: "Write at most 9007199254740992.")
    /// A property does not begin with a letter. The rest of the text was not parsed.
    public static let stoppedReading = Self(
        "stopped-reading", .error, "The rest is ignored, because a property must begin with a letter.",
        remedy: "Write exactly one semicolon after each property.")
    /// A malformed property is not followed by a semicolon, so all properties were dropped.
    public static let rulesDiscarded = Self(
        "rules-discarded", .error, "All rules are ignored, because no semicolon follows the error.",
        remedy: "Correct the error, or end the property with a semicolon.")
    /// A class or list names only characters that are already named.
    public static let addsNothing = Self(
        "adds-nothing", .info, "These characters are already named.", remedy: "Remove the repetition.")
    /// `unicode` and `ascii-printable` are both named.
    public static let wideClassByOrder = Self(
        "wide-class-by-order", .warning, "Only the first of unicode and ascii-printable has an effect.",
        remedy: "Use only one of them.")
    /// A numeric property occurs more than once.
    public static let combinedLimits = Self(
        "combined-limits", .info, "The property occurs more than once. The strictest value applies.",
        remedy: "Write the property once.")

    // From lint.

    /// `minlength` is larger than `maxlength`, so no password satisfies the rules.
    public static let minLengthOverMaxLength = Self(
        "minlength-over-maxlength", .error, "No password satisfies the rules, because minlength is larger than maxlength.",
        remedy: "Lower minlength or raise maxlength.")
    /// The required lists need more characters than `maxlength` permits.
    public static let requiredOverMaxLength = Self(
        "required-over-maxlength", .error, "The required lists need more characters than maxlength permits.",
        remedy: "Raise maxlength, or remove required lists.")
    /// Only one character is permitted, and `max-consecutive` is smaller than `minlength`.
    public static let runsTooShort = Self(
        "runs-too-short", .error, "Only one character is permitted, and max-consecutive is smaller than minlength.",
        remedy: "Allow more characters, or raise max-consecutive.")
    /// No permitted password has 12 characters or more.
    public static let iOSIgnoresShort = Self(
        "ios-ignores-short", .warning, "iOS ignores rules that do not permit passwords of 12 characters.",
        remedy: "Raise maxlength to 12 or more.")
    /// Fewer than two of upper, lower and digit are permitted.
    public static let iOSIgnoresFewClasses = Self(
        "ios-ignores-few-classes", .warning, "iOS ignores rules that permit fewer than two of upper, lower and digit.",
        remedy: "Allow upper-case letters, lower-case letters or digits.")
    /// The rules have more distinct required lists than the generator supports.
    public static let tooManyRequiredLists = Self(
        "too-many-required-lists", .warning, "The generator supports at most 12 distinct required lists.",
        remedy: "Merge lists, or remove lists that others imply.")
    /// A required list names no character.
    public static let emptyRequired = Self(
        "empty-required", .warning, "A required list without characters has no effect.",
        remedy: "Add characters to the list, or remove it.")
    /// The same required list occurs twice.
    public static let duplicateRequired = Self(
        "duplicate-required", .info, "The same list is required twice. One character satisfies both.", remedy: "Remove one of them."
    )
    /// Every password that satisfies another required list also satisfies this one.
    public static let impliedRequired = Self(
        "implied-required", .info, "A password that satisfies another required list also satisfies this one.",
        remedy: "Remove this list.")
    /// A required list contains all permitted characters.
    public static let requiredMeansAnything = Self(
        "required-means-anything", .info, "Every permitted password satisfies this list.",
        remedy: "Use allowed instead, or list fewer characters.")
    /// A required list already contains a class of `allowed`.
    public static let allowedRepeatsRequired = Self(
        "allowed-repeats-required", .info, "Required characters are always allowed.", remedy: "Remove them from allowed.")
    /// `max-consecutive` is not smaller than `maxlength`.
    public static let maxConsecutiveWithoutEffect = Self(
        "max-consecutive-without-effect", .info, "max-consecutive has no effect, because it is not smaller than maxlength.",
        remedy: "Lower max-consecutive, or remove it.")
    /// `maxlength` is too small for the default style of the generator.
    public static let shortMaxLength = Self(
        "short-maxlength", .info, "maxlength is too small for a suggested password of 20 characters.",
        remedy: "Raise maxlength to 20 or more.")
}
