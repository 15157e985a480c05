extension PasswordRules {
    /// A finding for the author of rules: a part that parsing skipped or changed, or a flaw that lint found.
    public struct Diagnostic: Hashable, Sendable {
        /// The severity of a finding.
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

        /// What was found.
        public let code: Code

        /// The position as a range of UTF-8 bytes of the parsed text. Nil for findings of lint.
        public let range: Range<Int>?

        /// The property that the finding concerns, if any.
        public let property: PasswordRule.Name?

        /// The severity, which depends on the code.
        public var severity: Severity { code.severity }

        /// A sentence that describes the finding.
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
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // From the parser.

        /// The name is not one of the five properties.
        case unknownProperty = "unknown-property"
        /// The name is not directly followed by a colon.
        case missingColon = "missing-colon"
        /// The value after the colon is missing.
        case emptyValue = "empty-value"
        /// The word is not one of the six classes.
        case unknownClass = "unknown-class"
        /// A class was expected, but neither a name nor an opening bracket follows.
        case expectedClass = "expected-class"
        /// A class is followed by neither a comma nor a semicolon.
        case expectedSeparator = "expected-separator"
        /// The list ends with a comma.
        case trailingComma = "trailing-comma"
        /// A custom class contains a closing bracket that is not at its end.
        case bracketNotLast = "bracket-not-last"
        /// A custom class is not closed.
        case unterminatedClass = "unterminated-class"
        /// A custom class names no character.
        case emptyClass = "empty-class"
        /// A custom class contains a dash that is not at its start.
        case misplacedDash = "misplaced-dash"
        /// A custom class contains characters other than printable ASCII.
        case ignoredCharacter = "ignored-character"
        /// The value is not a whole number directly followed by a semicolon or the end.
        case notANumber = "not-a-number"
        /// The number is zero.
        case zeroIgnored = "zero-ignored"
        /// The number is too large to be represented exactly.
        case numberRounded = "number-rounded"
        /// A property does not begin with a letter. The rest of the text was not parsed.
        case stoppedReading = "stopped-reading"
        /// A malformed property is not followed by a semicolon, so all properties were dropped.
        case rulesDiscarded = "rules-discarded"
        /// A class or list names only characters that are already named.
        case addsNothing = "adds-nothing"
        /// `unicode` and `ascii-printable` are both named.
        case wideClassByOrder = "wide-class-by-order"
        /// A numeric property occurs more than once.
        case combinedLimits = "combined-limits"

        // From lint.

        /// `minlength` is larger than `maxlength`, so no password satisfies the rules.
        case minLengthOverMaxLength = "minlength-over-maxlength"
        /// The required lists need more characters than `maxlength` permits.
        case requiredOverMaxLength = "required-over-maxlength"
        /// Only one character is permitted, and `max-consecutive` is smaller than `minlength`.
        case runsTooShort = "runs-too-short"
        /// No permitted password has 12 characters or more.
        case iOSIgnoresShort = "ios-ignores-short"
        /// Fewer than two of upper, lower and digit are permitted.
        case iOSIgnoresFewClasses = "ios-ignores-few-classes"
        /// The rules have more distinct required lists than the generator supports.
        case tooManyRequiredLists = "too-many-required-lists"
        /// A required list names no character.
        case emptyRequired = "empty-required"
        /// The same required list occurs twice.
        case duplicateRequired = "duplicate-required"
        /// Every password that satisfies another required list also satisfies this one.
        case impliedRequired = "implied-required"
        /// A required list contains all permitted characters.
        case requiredMeansAnything = "required-means-anything"
        /// A required list already contains a class of `allowed`.
        case allowedRepeatsRequired = "allowed-repeats-required"
        /// `max-consecutive` is not smaller than `maxlength`.
        case maxConsecutiveWithoutEffect = "max-consecutive-without-effect"
        /// `maxlength` is too small for the default style of the generator.
        case shortMaxLength = "short-maxlength"
    }
}

extension PasswordRules.Diagnostic.Code {
    /// The severity of the finding.
    public var severity: PasswordRules.Diagnostic.Severity {
        switch self {
        case .unknownProperty, .missingColon, .unknownClass, .expectedClass, .expectedSeparator, .trailingComma, .bracketNotLast,
            .unterminatedClass, .notANumber, .stoppedReading, .rulesDiscarded, .minLengthOverMaxLength, .requiredOverMaxLength,
            .runsTooShort:
            .error
        case .emptyValue, .emptyClass, .misplacedDash, .ignoredCharacter, .zeroIgnored, .numberRounded, .wideClassByOrder,
            .iOSIgnoresShort, .iOSIgnoresFewClasses, .tooManyRequiredLists, .emptyRequired:
            .warning
        case .addsNothing, .combinedLimits, .duplicateRequired, .impliedRequired, .requiredMeansAnything, .allowedRepeatsRequired,
            .maxConsecutiveWithoutEffect, .shortMaxLength:
            .info
        }
    }

    /// A sentence that describes the finding.
    public var message: String { words.message }

    /// A sentence that says what to write instead.
    public var remedy: String { words.remedy }

    private var words: (message: String, remedy: String) {
        switch self {
        case .unknownProperty:
            (
                "Unknown property name.",
                "Use required, allowed, max-consecutive, minlength or maxlength, in lower case."
            )
        case .missingColon:
            ("A colon must directly follow the name of a property.", "Write the colon directly after the name.")
        case .emptyValue:
            ("A property without a value is ignored.", "Give it a value, or remove it.")
        case .unknownClass:
            (
                "Unknown character class.",
                "Use upper, lower, digit, special, ascii-printable or unicode, or list characters in square brackets."
            )
        case .expectedClass:
            ("A character class is expected here.", "Write the name of a class, or list characters in square brackets.")
        case .expectedSeparator:
            ("A comma or a semicolon is expected here.", "Separate classes with commas and end the property with a semicolon.")
        case .trailingComma:
            ("The property is ignored, because its list ends with a comma.", "Remove the comma.")
        case .bracketNotLast:
            ("A closing bracket ends the class unless another one follows.", "To include the bracket, write it last: [abc]].")
        case .unterminatedClass:
            ("The characters are ignored, because the class is not closed.", "Close the class with a square bracket.")
        case .emptyClass:
            (
                "The class is ignored, because it contains no printable ASCII character.",
                "Add printable ASCII characters, or remove the class."
            )
        case .misplacedDash:
            (
                "The dash is ignored, because it does not directly follow the opening bracket.",
                "Move the dash to the start of the class; ranges are not supported."
            )
        case .ignoredCharacter:
            (
                "Characters other than printable ASCII are ignored in a class.",
                "Remove them, or use unicode to permit every character."
            )
        case .notANumber:
            (
                "The value must be digits, directly followed by a semicolon or the end.",
                "Write a whole number, without spaces after it."
            )
        case .zeroIgnored:
            ("Zero is ignored.", "Write 1 or more, or remove the property.")
        case .numberRounded:
            ("The number is too large to be exact.", "Write at most 9007199254740992.")
        case .stoppedReading:
            (
                "The rest is ignored, because a property must begin with a letter.",
                "Write exactly one semicolon after each property."
            )
        case .rulesDiscarded:
            (
                "All rules are ignored, because no semicolon follows the error.",
                "Correct the error, or end the property with a semicolon."
            )
        case .addsNothing:
            ("These characters are already named.", "Remove the repetition.")
        case .wideClassByOrder:
            ("Only the first of unicode and ascii-printable has an effect.", "Use only one of them.")
        case .combinedLimits:
            ("The property occurs more than once. The strictest value applies.", "Write the property once.")
        case .minLengthOverMaxLength:
            ("No password satisfies the rules, because minlength is larger than maxlength.", "Lower minlength or raise maxlength.")
        case .requiredOverMaxLength:
            ("The required lists need more characters than maxlength permits.", "Raise maxlength, or remove required lists.")
        case .runsTooShort:
            (
                "Only one character is permitted, and max-consecutive is smaller than minlength.",
                "Allow more characters, or raise max-consecutive."
            )
        case .iOSIgnoresShort:
            ("iOS ignores rules that do not permit passwords of 12 characters.", "Raise maxlength to 12 or more.")
        case .iOSIgnoresFewClasses:
            (
                "iOS ignores rules that permit fewer than two of upper, lower and digit.",
                "Allow upper-case letters, lower-case letters or digits."
            )
        case .tooManyRequiredLists:
            ("The generator supports at most 12 distinct required lists.", "Merge lists, or remove lists that others imply.")
        case .emptyRequired:
            ("A required list without characters has no effect.", "Add characters to the list, or remove it.")
        case .duplicateRequired:
            ("The same list is required twice. One character satisfies both.", "Remove one of them.")
        case .impliedRequired:
            ("A password that satisfies another required list also satisfies this one.", "Remove this list.")
        case .requiredMeansAnything:
            ("Every permitted password satisfies this list.", "Use allowed instead, or list fewer characters.")
        case .allowedRepeatsRequired:
            ("Required characters are always allowed.", "Remove them from allowed.")
        case .maxConsecutiveWithoutEffect:
            ("max-consecutive has no effect, because it is not smaller than maxlength.", "Lower max-consecutive, or remove it.")
        case .shortMaxLength:
            ("maxlength is too small for a suggested password of 20 characters.", "Raise maxlength to 20 or more.")
        }
    }
}
