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
