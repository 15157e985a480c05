internal import FuzzInput
internal import PasswordRules

/// Parses rules: every format survives a round trip; strict parsing rejects what lenient parsing repairs; checking and linting end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasswordRules(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(start, count).text
    guard let parsed = try? PasswordRules.parse(text) else {
        promise(text.utf8.count > PasswordRules.defaultInputLimit, "only length is an error of lenient reading")
        return 0
    }
    for diagnostic in parsed.diagnostics {
        promise(diagnostic.range.map { $0.upperBound <= text.utf8.count } ?? true, "a diagnostic lies within the text")
    }

    let formatted = parsed.rules.formatted()
    // Not strictly: a number that is not exact as a double was rounded, and is still too large for a text without a warning.
    let again = try? PasswordRules.parse(formatted, limit: .max)
    promise(again?.rules.formatted() == formatted, "canonical text reads back as the same rules")
    for form in PasswordRules.OutputForm.allCases {
        _ = parsed.rules.formatted(as: form)
        _ = parsed.rules.formatted(as: form, compatibility: .appleCompatible)
    }
    if let strict = try? PasswordRules(strict: text) {
        promise(strict == parsed.rules, "strict and lenient reading agree on what strict reading takes")
    }
    _ = parsed.rules.lint()
    _ = parsed.rules.violations(in: String(text.prefix(64)))
    return 0
}
