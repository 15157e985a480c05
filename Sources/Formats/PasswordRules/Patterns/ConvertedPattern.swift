/// Rules that say what an HTML `pattern` expression says, as far as rules can.
///
/// Understood is the customary form: lookaheads `(?=.*[…])` that each ask for one character, then one class or dot with its
/// quantifiers. Anchors may be left out. Ranges count only as `a-z`, `A-Z`, `0-9` and `!-~` or space to `~`; a dash between other
/// characters is taken for itself, as most authors mean it. Classes with single letters or digits that no such range covers, negated
/// classes, groups and alternatives have no counterpart in rules.
///
/// What the body admits beyond the required characters becomes `allowed`; a dot adds nothing. Where there is no lookahead and the body is one
/// named class, that class is required.
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
        var reader = PatternReader(bytes)
        guard let shape = reader.readWhole() else { return nil }
        let text = shape.text
        guard !text.isEmpty, let parsed = try? PasswordRules.parse(text) else { return nil }
        self.text = text
        rules = parsed.rules
    }
}
