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
