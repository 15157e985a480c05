extension PasswordRules: CustomStringConvertible {
    /// The lossless text.
    public var description: String { formatted() }

    /// The rules in canonical form: properties in a fixed order, joined by one space; classes joined by a comma.
    ///
    /// The lossless text reads back as the same rules, empty lists apart. Rules that say nothing give the empty text.
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
    /// The property as it is written, without its semicolon.
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
    /// The class as it is written: the name, or the characters between brackets.
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

    /// Canonical text is printable ASCII, so the quotation mark and the backslash are all that a literal must escape. Two question
    /// marks, which would begin a trigraph in Objective-C, never stand together, as a class holds each character once.
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
    /// Where the text of rules is to stand.
    public enum OutputForm: Hashable, Sendable, CaseIterable {
        /// The bare text, for `UITextInputPasswordRules(descriptor:)` and for files.
        case text

        /// The inside of a quoted HTML attribute, with `&`, `<`, `>` and both quotation marks as character references.
        case htmlAttribute

        /// A Swift string literal with its quotation marks.
        case swiftLiteral

        /// An Objective-C string literal with its at-sign and quotation marks.
        case objectiveCLiteral
    }
}

/// Whose text to write.
public enum FormatCompatibility: Hashable, Sendable, CaseIterable {
    /// Text that reads back as the same rules, empty lists apart, which are left out.
    case lossless

    /// Byte for byte what the reference formatter writes for the same rules, its faults included: a dash that reading loses, a
    /// `required: ;` for an empty list, exponents for numbers from 10^21.
    case appleCompatible
}
