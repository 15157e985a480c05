import AccountPages
import PasswordRules

extension UnderstoodRule {
    /// Returns the properties in words, in reading order, with the lengths first.
    static func all(of rules: PasswordRules) -> [UnderstoodRule] {
        var properties: [UnderstoodRule] = []
        for (name, bound) in [(PasswordRule.Name.minLength, "At least"), (.maxLength, "At most")] {
            guard let (text, number) = rules.number(of: name) else { continue }
            properties.append(UnderstoodRule(text: text, meaning: "\(bound) \(number) character\(number == "1" ? "" : "s")"))
        }
        let required = rules.required.filter { !$0.isEmpty }
        for list in required.prefix(longestList) {
            let classes = list.classes()
            properties.append(
                UnderstoodRule(
                    text: "required: " + classes.map(\.text).joined(separator: ","),
                    meaning: "At least one " + either(classes.map(\.one))))
        }
        if required.count > longestList {
            properties.append(UnderstoodRule(text: "", meaning: "And \(required.count - longestList) more required lists"))
        }
        properties.append(characters(of: rules))
        if let (text, number) = rules.number(of: .maxConsecutive) {
            let meaning = number == "1" ? "No repeated characters in a row" : "No character more than \(number) times in a row"
            properties.append(UnderstoodRule(text: text, meaning: meaning))
        }
        return properties
    }

    /// Returns all characters that may occur. Required characters are always allowed.
    private static func characters(of rules: PasswordRules) -> UnderstoodRule {
        let permitted = rules.permitted
        let text = rules.allowed.map { "allowed: " + $0.classes().map(\.text).joined(separator: ",") } ?? ""
        if permitted.isUnicode { return UnderstoodRule(text: text, meaning: "Any Unicode character") }
        let count = permitted.asciiCharacters.count
        if permitted == .asciiPrintable {
            return UnderstoodRule(text: text, meaning: "Any of the \(count) printable ASCII characters")
        }
        let list = either(permitted.classes().map(\.all), word: "and")
        return UnderstoodRule(text: text, meaning: "Only \(list), \(count) character\(count == 1 ? "" : "s") in total")
    }

    private static func either(_ parts: [String], word: String = "or") -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    private static let longestList = 40
}

extension PasswordRules {
    /// Returns the numeric property as written, and its number.
    fileprivate func number(of name: PasswordRule.Name) -> (text: String, number: String)? {
        for rule in list() where rule.name == name {
            if case .number(let number) = rule.value { return (rule.text, number.description) }
        }
        return nil
    }
}

extension CharacterClass {
    fileprivate var one: String {
        switch self {
        case .named(.upper): "upper-case letter"
        case .named(.lower): "lower-case letter"
        case .named(.digit): "digit"
        case .named(.special): "punctuation mark or space"
        case .named(.asciiPrintable): "printable ASCII character"
        case .named(.unicode): "character"
        case .custom(let characters): "of the characters \(Self.listed(characters))"
        }
    }

    fileprivate var all: String {
        switch self {
        case .named(.upper): "upper-case letters"
        case .named(.lower): "lower-case letters"
        case .named(.digit): "digits"
        case .named(.special): "punctuation marks and space"
        case .named(.asciiPrintable): "printable ASCII characters"
        case .named(.unicode): "Unicode characters"
        case .custom(let characters): "the characters \(Self.listed(characters))"
        }
    }

    private static func listed(_ characters: String) -> String {
        characters.map { $0 == " " ? "space" : String($0) }.joined(separator: " ")
    }
}
