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
