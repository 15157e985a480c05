/// Rules that say what an HTML `pattern` expression says, as far as rules can.
///
/// Understood is the customary form: lookaheads that each ask for one character, refuse characters, refuse a run of one character
/// or bound the whole, then one class or dot with its quantifiers. Anchors may be left out. Two of a class, a class with single
/// letters or digits that no whole range covers, several classes one after the other, and alternatives have no counterpart in
/// rules.
///
/// What the body admits beyond the required characters becomes `allowed`; a dot adds nothing unless a lookahead takes something
/// from it. Where there is no lookahead and the body is one named class, that class is required.
///
/// Every password that satisfies the rules matches the pattern, as a browser reads it for a field that is not empty. The reverse
/// does not hold: of a pattern the rules keep printable ASCII only, a dash between two marks with letters or digits between them
/// means itself (`[!-?]`), and where a lookahead shares only some characters with the body, those are required. Usage counts for
/// more than the standard in two places: a body without quantifier (`[A-Z!]`) leaves the length open, and quantifiers may follow
/// one another (`.+{12,128}`).
public struct ConvertedPattern: Hashable, Sendable {
    /// The rules in the order of the pattern, classes joined by a comma and a space.
    public let text: String

    /// The rules as a value.
    public let rules: PasswordRules

    /// The longest pattern that is read, in UTF-8 bytes.
    public static let inputLimit = 4_096

    /// Converts the pattern; nil where no rules follow from it.
    ///
    /// - Throws: ``PasswordRulesError/Code/malformedPattern`` with its position where the pattern is no regular expression;
    ///   ``PasswordRulesError/Code/inputTooLong``.
    public init?(_ pattern: String) throws(PasswordRulesError) {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= Self.inputLimit else {
            throw PasswordRulesError(
                .inputTooLong, "The pattern has \(bytes.count) bytes; at most \(Self.inputLimit) are read.",
                position: Self.inputLimit)
        }
        try PatternSyntax.check(bytes)
        var reader = PatternReader(pattern)
        guard let text = reader.readWhole()?.text, !text.isEmpty, let parsed = try? PasswordRules.parse(text) else { return nil }
        self.text = text
        rules = parsed.rules
    }
}

/// The least that every regular expression keeps: closed brackets and parentheses, no lone backslash at the end.
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
                guard openGroups.popLast() != nil else { throw malformed("This parenthesis closes nothing.", index) }
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
