/// Rules converted from an HTML `pattern`, as far as rules can express it.
///
/// The conversion supports the common form: lookaheads, then one class or dot with its quantifiers. A lookahead may require one
/// character, exclude characters, exclude a run of one character, or limit the whole. Anchors are optional.
///
/// Rules cannot express two required characters of one class, several consecutive classes, or alternatives. Alternatives of
/// lookaheads that each require one character are supported. A class that lists only some letters or digits is not supported.
///
/// Characters that the body permits in addition to the required ones become `allowed`. A dot adds nothing, unless a lookahead
/// excludes characters. If there is no lookahead and the body is one named class, that class is required.
///
/// Every password that satisfies the rules matches the pattern, as a browser evaluates it for a non-empty field. The reverse is not
/// true. The rules keep only printable ASCII. A dash between two special characters with letters or digits between them is literal
/// (`[!-?]`). If a lookahead shares only some characters with the body, the rules require only these. The conversion follows common
/// usage instead of the standard in two cases: a body without quantifier (`[A-Z!]`) has any length, and quantifiers may follow one
/// another (`.+{12,128}`).
public struct ConvertedPattern: Hashable, Sendable {
    /// The rules in the order of the pattern, classes joined by a comma and a space.
    public let text: String

    /// The rules as a value.
    public let rules: PasswordRules

    /// The maximum length of a pattern in UTF-8 bytes.
    public static let inputLimit = 4_096

    /// Converts a pattern. Returns nil if rules cannot express it.
    ///
    /// - Throws: ``PasswordRulesError/Code/malformedPattern`` with its position if the pattern is not a regular expression;
    ///   ``PasswordRulesError/Code/inputTooLong`` if it is longer than ``inputLimit``.
    public init?(_ pattern: String) throws(PasswordRulesError) {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= Self.inputLimit else {
            throw PasswordRulesError(
                .inputTooLong, "The pattern has \(bytes.count) bytes; at most \(Self.inputLimit) are supported.",
                position: Self.inputLimit)
        }
        try PatternSyntax.check(bytes)
        var reader = PatternReader(pattern)
        guard let text = reader.readWhole()?.text, !text.isEmpty, let parsed = try? PasswordRules.parse(text) else { return nil }
        self.text = text
        rules = parsed.rules
    }
}

/// The minimum that every regular expression satisfies: closed brackets and parentheses, and no single backslash at the end.
enum PatternSyntax {
    static func check(_ pattern: [UInt8]) throws(PasswordRulesError) {
        var openGroups: [Int] = []
        var openClass: Int?
        var index = 0
        while index < pattern.count {
            switch pattern[index] {
            case UInt8(ascii: "\\"):
                index += 1
                guard index < pattern.count else { throw malformed("The pattern ends with a backslash.", index - 1) }
            case ASCIIByte.openingBracket where openClass == nil: openClass = index
            case ASCIIByte.closingBracket: openClass = nil
            case UInt8(ascii: "(") where openClass == nil: openGroups.append(index)
            case UInt8(ascii: ")") where openClass == nil:
                guard openGroups.popLast() != nil else { throw malformed("This parenthesis has no opening parenthesis.", index) }
            default: break
            }
            index += 1
        }
        if let openClass { throw malformed("This bracket is not closed.", openClass) }
        if let open = openGroups.last { throw malformed("This parenthesis is not closed.", open) }
    }

    private static func malformed(_ reason: String, _ position: Int) -> PasswordRulesError {
        PasswordRulesError(.malformedPattern, reason, position: position)
    }
}
