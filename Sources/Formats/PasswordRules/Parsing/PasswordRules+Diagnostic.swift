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

extension PasswordRules.Diagnostic {
    /// What a diagnostic can say. The raw value is stable and meant for programs.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // From the parser.

        /// The name is none of the five properties.
        case unknownProperty = "unknown-property"
        /// No colon follows the name at once.
        case missingColon = "missing-colon"
        /// Nothing stands after the colon.
        case emptyValue = "empty-value"
        /// The word is none of the six classes.
        case unknownClass = "unknown-class"
        /// Neither a name nor an opening bracket stands where a class should begin.
        case expectedClass = "expected-class"
        /// Neither comma nor semicolon follows a class.
        case expectedSeparator = "expected-separator"
        /// The list ends with a comma.
        case trailingComma = "trailing-comma"
        /// A closing bracket stands inside a custom class.
        case bracketNotLast = "bracket-not-last"
        /// A custom class is not closed.
        case unterminatedClass = "unterminated-class"
        /// A custom class names no character.
        case emptyClass = "empty-class"
        /// A dash stands inside a custom class, not at its front.
        case misplacedDash = "misplaced-dash"
        /// A custom class holds something other than printable ASCII.
        case ignoredCharacter = "ignored-character"
        /// The value is not a whole number followed at once by a semicolon or the end.
        case notANumber = "not-a-number"
        /// The number is zero.
        case zeroIgnored = "zero-ignored"
        /// The number is too large to be kept exactly.
        case numberRounded = "number-rounded"
        /// A property does not begin with a letter; the rest of the text was not read.
        case stoppedReading = "stopped-reading"
        /// A broken property was followed by something other than a semicolon.
        case rulesDiscarded = "rules-discarded"
        /// A class or list names only characters that were named before it.
        case addsNothing = "adds-nothing"
        /// `unicode` and `ascii-printable` are both named.
        case wideClassByOrder = "wide-class-by-order"
        /// A numeric property occurs more than once.
        case combinedLimits = "combined-limits"

        // From lint.

        /// No password satisfies the rules, as `minlength` is larger than `maxlength`.
        case minLengthOverMaxLength = "minlength-over-maxlength"
        /// The required lists need more characters than `maxlength` permits.
        case requiredOverMaxLength = "required-over-maxlength"
        /// One character alone is permitted, and `max-consecutive` keeps it from reaching `minlength`.
        case runsTooShort = "runs-too-short"
        /// No password can reach 12 characters.
        case iOSIgnoresShort = "ios-ignores-short"
        /// Fewer than two of upper, lower and digit are permitted.
        case iOSIgnoresFewClasses = "ios-ignores-few-classes"
        /// More distinct required lists than the generator takes.
        case tooManyRequiredLists = "too-many-required-lists"
        /// A required list names no character.
        case emptyRequired = "empty-required"
        /// The same required list occurs twice.
        case duplicateRequired = "duplicate-required"
        /// A required list is met whenever another one is.
        case impliedRequired = "implied-required"
        /// A required list admits all that is permitted.
        case requiredMeansAnything = "required-means-anything"
        /// A class of `allowed` already stands in a required list.
        case allowedRepeatsRequired = "allowed-repeats-required"
        /// `max-consecutive` is not smaller than `maxlength`.
        case maxConsecutiveWithoutEffect = "max-consecutive-without-effect"
        /// `maxlength` is so small that the longer default style of the generator does not fit.
        case shortMaxLength = "short-maxlength"
    }
}

extension PasswordRules.Diagnostic.Code {
    /// How bad the finding is.
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

    /// What was found, as a sentence.
    public var message: String { words.message }

    /// What to write instead, as a sentence.
    public var remedy: String { words.remedy }

    private var words: (message: String, remedy: String) {
        switch self {
        case .unknownProperty:
            (
                "This is not the name of a property.",
                "Write required, allowed, max-consecutive, minlength or maxlength, in lower case."
            )
        case .missingColon:
            ("The name of a property must be followed by a colon at once.", "Put the colon right after the name.")
        case .emptyValue:
            ("A property without a value is ignored.", "Give it a value, or remove it.")
        case .unknownClass:
            (
                "This is not the name of a character class.",
                "Write upper, lower, digit, special, ascii-printable or unicode, or put characters between square brackets."
            )
        case .expectedClass:
            ("A character class should begin here.", "Write the name of a class, or characters between square brackets.")
        case .expectedSeparator:
            ("A comma or a semicolon should stand here.", "Put a comma between classes and a semicolon after the property.")
        case .trailingComma:
            ("A list must not end with a comma, so the property is ignored.", "Remove the comma.")
        case .bracketNotLast:
            ("A closing bracket ends the class unless another one follows.", "To mean the bracket itself, put it last: [abc]].")
        case .unterminatedClass:
            ("The class is not closed, so its characters are ignored.", "Close it with a square bracket.")
        case .emptyClass:
            ("The class names no character and is ignored.", "Name printable ASCII characters in it, or remove it.")
        case .misplacedDash:
            (
                "A dash counts only right after the opening bracket; here it is ignored.",
                "Move it to the front; ranges do not exist."
            )
        case .ignoredCharacter:
            ("Only printable ASCII characters count in a class; these are ignored.", "Remove them; unicode admits every character.")
        case .notANumber:
            (
                "The value must be digits with a semicolon or the end right after them.",
                "Write a whole number, without spaces after it."
            )
        case .zeroIgnored:
            ("Zero is ignored.", "Write a number from 1 upwards, or remove the property.")
        case .numberRounded:
            ("The number is too large to be kept exactly.", "Write a number up to 9007199254740992.")
        case .stoppedReading:
            ("A property must begin with a letter; from here on nothing was read.", "Write one semicolon after each property.")
        case .rulesDiscarded:
            (
                "After the error no semicolon follows, so all rules are ignored.",
                "Correct the error, or end the property with a semicolon."
            )
        case .addsNothing:
            ("Everything named here was already named.", "Remove it.")
        case .wideClassByOrder:
            ("Of unicode and ascii-printable only the first counts.", "Name only the one that is meant.")
        case .combinedLimits:
            ("The property occurs more than once; the strictest value counts.", "Write it once.")
        case .minLengthOverMaxLength:
            ("minlength is larger than maxlength, so no password satisfies the rules.", "Lower minlength or raise maxlength.")
        case .requiredOverMaxLength:
            ("The required lists need more characters than maxlength permits.", "Raise maxlength or require less.")
        case .runsTooShort:
            (
                "Only one character is permitted, and max-consecutive keeps it from reaching minlength.",
                "Allow more characters or raise max-consecutive."
            )
        case .iOSIgnoresShort:
            ("iOS ignores rules under which no password reaches 12 characters.", "Raise maxlength to 12 or more.")
        case .iOSIgnoresFewClasses:
            (
                "iOS ignores rules that permit fewer than two of upper, lower and digit.",
                "Allow upper-case letters, lower-case letters or digits."
            )
        case .tooManyRequiredLists:
            ("The generator takes at most 12 distinct required lists.", "Join lists, or remove those that others imply.")
        case .emptyRequired:
            ("A required list without characters demands nothing.", "Name characters in it, or remove it.")
        case .duplicateRequired:
            ("The same list is required twice; one character satisfies both.", "Remove one of them.")
        case .impliedRequired:
            ("Whoever satisfies another required list satisfies this one.", "Remove it.")
        case .requiredMeansAnything:
            ("Any password satisfies this list.", "Use allowed, or name fewer characters.")
        case .allowedRepeatsRequired:
            ("Required characters are allowed anyway.", "Remove them from allowed.")
        case .maxConsecutiveWithoutEffect:
            ("max-consecutive is not smaller than maxlength and so has no effect.", "Lower it, or remove it.")
        case .shortMaxLength:
            ("A suggested password of 20 characters in three groups does not fit.", "Raise maxlength to 20 or more.")
        }
    }
}
