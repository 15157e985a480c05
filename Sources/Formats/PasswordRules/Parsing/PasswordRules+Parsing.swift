extension PasswordRules {
    /// The longest text that is read unless the caller sets another limit: 64 KiB. The longest published rules have 300 bytes.
    public static let defaultInputLimit = 65_536

    /// Reads rules as leniently as Apple's reference parser, and reports what was skipped or changed.
    ///
    /// The recoveries: a property whose value is broken is dropped where a semicolon or the end follows; where something else
    /// follows, everything is dropped; a property that does not begin with a letter or dash, such as the empty one in `;;`, ends the
    /// reading, and what came before it stays. Takes time linear in the length of the text.
    ///
    /// - Parameter limit: The largest number of UTF-8 bytes.
    /// - Throws: ``PasswordRulesError/Code/inputTooLong`` where the text is longer. Nothing else is an error here.
    public static func parse(_ text: String, limit: Int = defaultInputLimit) throws(PasswordRulesError) -> ParsedRules {
        var text = text
        let length = text.utf8.count
        guard length <= limit else {
            throw PasswordRulesError(
                .inputTooLong, "The rules have \(length) bytes; at most \(limit) are read.", position: limit)
        }
        return text.withUTF8 { buffer in
            var parser = RulesParser()
            parser.read(buffer.span)
            return parser.result
        }
    }

    /// Reads rules and refuses whatever lenient reading would repair.
    ///
    /// - Throws: ``PasswordRulesError/Code/notStrict`` with all diagnostics and the position of the first warning or error;
    ///   ``PasswordRulesError/Code/inputTooLong``. Superfluous parts (``Diagnostic/Severity/info``) are no reason to refuse.
    public init(strict text: String, limit: Int = defaultInputLimit) throws(PasswordRulesError) {
        let parsed = try Self.parse(text, limit: limit)
        if let first = parsed.diagnostics.first(where: { $0.severity > .info }) {
            throw PasswordRulesError(
                .notStrict, first.message, position: first.range?.lowerBound, diagnostics: parsed.diagnostics)
        }
        self = parsed.rules
    }
}

/// What lenient reading made of a text.
public struct ParsedRules: Hashable, Sendable {
    /// The rules, `required` and `allowed` apart as in the text. The reference parser calls this the minified form.
    public let rules: PasswordRules

    /// What was skipped, changed or superfluous, in the order of the text.
    public let diagnostics: [PasswordRules.Diagnostic]

    let allowedWithRequired: CharacterRepertoire

    /// The rules with every required character also under `allowed`, which is never absent: where the text names no character,
    /// it is `ascii-printable`. The reference parser gives this form when it is not minifying.
    ///
    /// Where the text names both `unicode` and `ascii-printable`, the first of them in the text counts here; in
    /// ``PasswordRules/permitted`` of ``rules`` it is the first in canonical order.
    public var merged: PasswordRules {
        var merged = rules
        merged.allowed = allowedWithRequired.isEmpty ? .asciiPrintable : allowedWithRequired
        return merged
    }

    /// The gravest severity found; nil where there is nothing to say.
    public var worst: PasswordRules.Diagnostic.Severity? { diagnostics.map(\.severity).max() }
}
