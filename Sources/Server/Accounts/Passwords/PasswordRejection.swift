package import PasswordRules

/// The reason to reject a new password. The code is stable and appears in API responses.
package enum PasswordRejection: Hashable, Sendable {
    case tooShort(minimum: Int)
    case tooLong(maximum: Int)
    /// It contains U+0000, which no keyboard types and which ends a string in C libraries.
    case containsNull
    /// It violates a rule other than the length rules.
    case brokenRule(PasswordRules.Violation)
    case common
    case containsUserName
    /// It contains the name of the service, a label of its host, or a word on the operator's list.
    case containsContextWord
    case weak
    /// It appears in leaks of other services.
    case leaked
    /// The new password equals the current one.
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

    /// A sentence for the user who chose the password.
    package var message: String {
        switch self {
        case .tooShort(let minimum): "Choose a password of at least \(minimum) characters."
        case .tooLong(let maximum): "Choose a password of at most \(maximum) characters."
        case .containsNull: "The password contains a null character, which cannot be typed. Choose another one."
        case .brokenRule(let violation): violation.words
        case .common: "This password is too common. Choose another one."
        case .containsUserName: "The password contains your user name. Choose another one."
        case .containsContextWord:
            "The password contains the name of this service or a word related to it. Choose another one."
        case .weak: "This password is easy to guess. Make it longer or less predictable, or use a suggested strong password."
        case .leaked:
            "This password has appeared in a data leak. Choose another one, and change it everywhere you use it."
        case .unchanged: "This is your current password. Choose another one."
        }
    }
}

extension PasswordRules.Violation {
    /// Explains the violated rule to the user who chose the password, followed by the rule in parentheses.
    var words: String {
        "\(sentence) (\(rule.text))."
    }

    private var sentence: String {
        switch code.value {
        case .tooShort: "The password is too short"
        case .tooLong: "The password is too long"
        case .tooManyConsecutive: "The password repeats a character more than \(number) times in a row"
        case .missingRequired: "The password must contain \(Self.either(classes.map(\.oneOfThem)))"
        case .notAllowed:
            "The password contains a character that is not allowed at position \((position ?? 0) + 1). Use only "
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
        case .named(.upper): "an uppercase letter from A to Z"
        case .named(.lower): "a lowercase letter from a to z"
        case .named(.digit): "a digit from 0 to 9"
        case .named(.special): "a special character or a space"
        case .named(.asciiPrintable): "a letter, digit or symbol on a US keyboard"
        case .named(.unicode): "a character"
        case .custom(let characters): "one of \(Self.listed(characters))"
        }
    }

    fileprivate var all: String {
        switch self {
        case .named(.upper): "uppercase letters from A to Z"
        case .named(.lower): "lowercase letters from a to z"
        case .named(.digit): "digits from 0 to 9"
        case .named(.special): "special characters and spaces"
        case .named(.asciiPrintable): "letters, digits and symbols on a US keyboard"
        case .named(.unicode): "characters"
        case .custom(let characters): Self.listed(characters)
        }
    }

    private static func listed(_ characters: String) -> String {
        characters.map { $0 == " " ? "space" : String($0) }.joined(separator: " ")
    }
}
