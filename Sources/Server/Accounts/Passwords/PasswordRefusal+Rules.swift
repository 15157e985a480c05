import PasswordRules

extension PasswordRules.Violation {
    /// The broken rule for the person who chose the password: in words, with the rule itself in brackets.
    var words: String {
        "\(sentence) (\(rule.text))."
    }

    private var sentence: String {
        switch code {
        case .tooShort: "The password is too short"
        case .tooLong: "The password is too long"
        case .tooManyConsecutive: "The password repeats one character in a row more than \(number) times"
        case .missingRequired: "The password needs \(Self.either(classes.map(\.oneOfThem)))"
        case .notAllowed:
            "The password holds a character that is not allowed, at position \((position ?? 0) + 1). Use only "
                + "\(Self.either(classes.map(\.all)))"
        }
    }

    private var number: String {
        if case .number(let number) = rule.value { number.description } else { "" }
    }

    private var classes: [CharacterClass] {
        if case .classes(let classes) = rule.value { classes } else { [] }
    }

    private static func either(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return "\(parts.dropLast().joined(separator: ", ")) or \(last)"
    }
}

extension CharacterClass {
    fileprivate var oneOfThem: String {
        switch self {
        case .named(.upper): "a capital letter from A to Z"
        case .named(.lower): "a small letter from a to z"
        case .named(.digit): "a digit from 0 to 9"
        case .named(.special): "a punctuation mark or a space"
        case .named(.asciiPrintable): "a letter, a digit or a mark of an English keyboard"
        case .named(.unicode): "a character"
        case .custom(let characters): "one of \(Self.listed(characters))"
        }
    }

    fileprivate var all: String {
        switch self {
        case .named(.upper): "capital letters from A to Z"
        case .named(.lower): "small letters from a to z"
        case .named(.digit): "digits from 0 to 9"
        case .named(.special): "punctuation marks and spaces"
        case .named(.asciiPrintable): "letters, digits and marks of an English keyboard"
        case .named(.unicode): "characters"
        case .custom(let characters): Self.listed(characters)
        }
    }

    private static func listed(_ characters: String) -> String {
        characters.map { $0 == " " ? "space" : String($0) }.joined(separator: " ")
    }
}
