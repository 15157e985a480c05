extension PasswordRules: CustomStringConvertible {
    /// The rules in lossless form.
    public var description: String { formatted() }

    /// Formats the rules canonically: properties in a fixed order, separated by a space; classes separated by a comma.
    ///
    /// Parsing the lossless text gives the same rules, except for empty lists. Rules without properties give an empty text.
    public func formatted(as form: PasswordRules.OutputForm = .text, compatibility: FormatCompatibility = .lossless) -> String {
        let rules = compatibility == .lossless ? withoutEmptyLists : self
        var text = ""
        for rule in rules.list(order: compatibility == .lossless ? .lossless : .appleCompatible) {
            if !text.isEmpty { text += " " }
            text += rule.text(compatibility) + ";"
        }
        return form.wrap(text)
    }
}

extension PasswordRule {
    /// The text of the property, without its semicolon.
    public var text: String { text(.lossless) }

    fileprivate func text(_ compatibility: FormatCompatibility) -> String {
        switch value {
        case .classes(let classes): "\(name.rawValue): " + classes.map(\.text).joined(separator: ",")
        case .number(let number):
            "\(name.rawValue): " + (compatibility == .lossless ? number.description : number.javaScriptText)
        }
    }
}

extension CharacterClass {
    /// The text of the class: its name, or its characters in brackets.
    public var text: String {
        switch self {
        case .named(let name): name.rawValue
        case .custom(let characters): "[\(characters)]"
        }
    }
}

extension PasswordRules.OutputForm {
    fileprivate func wrap(_ text: String) -> String {
        switch self {
        case .text: text
        case .htmlAttribute: Self.referenced(text)
        case .swiftLiteral: "\"\(Self.escaped(text))\""
        case .objectiveCLiteral: "@\"\(Self.escaped(text))\""
        }
    }

    /// Escapes quotation marks and backslashes. Canonical text is printable ASCII and needs no other escapes. It never contains
    /// `??`, the start of a trigraph in Objective-C, because a class contains each character once.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) }
    }

    private static func referenced(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#x27;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension PasswordRules {
    /// The context in which the text of rules is used.
    public enum OutputForm: Hashable, Sendable, CaseIterable {
        /// The bare text, for `UITextInputPasswordRules(descriptor:)` and for files.
        case text

        /// The value of a quoted HTML attribute, without its quotation marks. Escapes `&`, `<`, `>` and both quotation marks as
        /// character references.
        case htmlAttribute

        /// A Swift string literal with its quotation marks.
        case swiftLiteral

        /// An Objective-C string literal with its at-sign and quotation marks.
        case objectiveCLiteral
    }
}

/// The compatibility of formatted rules.
public enum FormatCompatibility: Hashable, Sendable, CaseIterable {
    /// Parsing the text gives the same rules, except for empty lists, which are omitted.
    case lossless

    /// The exact text of the reference formatter, including its faults: a dash that parsing drops, `required: ;` for an empty
    /// list, and exponents for numbers from 10^21.
    case appleCompatible
}
