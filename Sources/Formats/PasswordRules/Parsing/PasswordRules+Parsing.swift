extension PasswordRules {
    /// The default limit for the length of a text: 64 KiB. The longest published rules have 300 bytes.
    public static let defaultInputLimit = 65_536

    /// Parses rules as leniently as Apple's reference parser, and reports what was skipped or changed.
    ///
    /// The parser recovers from errors as follows:
    /// - It drops a malformed property that is followed by a semicolon or the end of the text.
    /// - It drops all properties if anything else follows a malformed property.
    /// - It stops at a property that does not begin with a letter or dash, such as the empty one in `;;`, and keeps the
    ///   properties before it.
    ///
    /// Takes time linear in the length of the text.
    ///
    /// - Parameter limit: The maximum number of UTF-8 bytes.
    /// - Throws: ``PasswordRulesError/Code/inputTooLong`` if the text is longer. No other input is an error.
    public static func parse(_ text: String, limit: Int = defaultInputLimit) throws(PasswordRulesError) -> ParsedRules {
        var text = text
        let length = text.utf8.count
        guard length <= limit else {
            throw PasswordRulesError(
                .inputTooLong, "The rules have \(length) bytes; at most \(limit) are supported.", position: limit)
        }
        return text.withUTF8 { buffer in
            var parser = RulesParser()
            parser.read(buffer.span)
            return parser.result
        }
    }

    /// Parses rules and rejects everything that lenient parsing would repair.
    ///
    /// Accepts redundant parts (``Diagnostic/Severity/info``).
    ///
    /// - Throws: ``PasswordRulesError/Code/notStrict`` with all diagnostics and the position of the first warning or error;
    ///   ``PasswordRulesError/Code/inputTooLong`` if the text is longer than the limit.
    public init(strict text: String, limit: Int = defaultInputLimit) throws(PasswordRulesError) {
        let parsed = try Self.parse(text, limit: limit)
        if let first = parsed.diagnostics.first(where: { $0.severity > .info }) {
            throw PasswordRulesError(
                .notStrict, first.message, position: first.range?.lowerBound, diagnostics: parsed.diagnostics)
        }
        self = parsed.rules
    }
}

/// The result of lenient parsing.
public struct ParsedRules: Hashable, Sendable {
    /// The rules with separate `required` and `allowed`, as in the text. The reference parser calls this the minified form.
    public let rules: PasswordRules

    /// The parts that parsing skipped or changed, and the redundant ones, in the order of the text.
    public let diagnostics: [PasswordRules.Diagnostic]

    let allowedWithRequired: CharacterRepertoire

    /// The rules with every required character also in `allowed`. If the text names no character, `allowed` is `ascii-printable`.
    /// The reference parser returns this form when it does not minify.
    ///
    /// If the text names both `unicode` and `ascii-printable`, the first one in the text has an effect here. In
    /// ``PasswordRules/permitted`` of ``rules`` it is the first one in canonical order.
    public var merged: PasswordRules {
        var merged = rules
        merged.allowed = allowedWithRequired.isEmpty ? .asciiPrintable : allowedWithRequired
        return merged
    }

    /// The highest severity of the diagnostics. Nil if none exist.
    public var worst: PasswordRules.Diagnostic.Severity? { diagnostics.map(\.severity).max() }
}
