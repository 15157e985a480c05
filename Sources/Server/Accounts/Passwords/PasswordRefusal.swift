package import PasswordRules

/// Why a new password is refused. The code is stable and appears in answers of the API.
package enum PasswordRefusal: Hashable, Sendable {
    case tooShort(minimum: Int)
    case tooLong(maximum: Int)
    /// It holds U+0000, which no keyboard types and C libraries take for the end.
    case containsNull
    /// It breaks a rule other than those of length.
    case brokenRule(PasswordRules.Violation)
    case common
    case containsUserName
    /// It contains the name of the service, a label of its host, or a word that the operator lists.
    case containsContextWord
    case weak
    /// It was seen in leaks of other services.
    case leaked
    /// The password in use, offered as the new one.
    case unchanged

    package var code: String {
        switch self {
        case .tooShort: "password-too-short"
        case .tooLong: "password-too-long"
        case .containsNull: "password-contains-null"
        case .brokenRule: "password-rules"
        case .common: "password-common"
        case .containsUserName: "password-contains-user-name"
        case .containsContextWord: "password-contains-context-word"
        case .weak: "password-weak"
        case .leaked: "password-leaked"
        case .unchanged: "password-unchanged"
        }
    }

    /// One sentence for the person who chose the password.
    package var message: String {
        switch self {
        case .tooShort(let minimum): "Choose a password of at least \(minimum) characters."
        case .tooLong(let maximum): "Choose a password of at most \(maximum) characters."
        case .containsNull: "The password has a null character, which cannot be typed. Choose another."
        case .brokenRule(let violation): violation.words
        case .common: "This password is among those that attackers try first. Choose another."
        case .containsUserName: "The password contains your user name. Choose another."
        case .containsContextWord:
            "The password contains the name of this service or a word that belongs to it. Choose another."
        case .weak: "This password is easy to guess. Make it longer or less regular, or let your device suggest one."
        case .leaked:
            "This password has leaked from another service, so attackers have it. Choose another, and change it wherever you use it."
        case .unchanged: "This is the password you use now. Choose another."
        }
    }
}

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
