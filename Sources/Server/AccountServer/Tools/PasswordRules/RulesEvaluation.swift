import AccountPages
import PasswordRules
import Secrets

/// Converts the input to the content of the page.
struct RulesEvaluation: Sendable {
    let random: any RandomBytes
    /// The function that returns the URL of the page with the given rules.
    let address: @Sendable (String) -> String
    /// The clock that limits the generation of samples.
    var time: @Sendable () -> ContinuousClock.Instant = { .now }

    /// The maximum length of rules in UTF-8 bytes. The longest published rules have about 300 bytes. The limit keeps the page
    /// small even with twenty findings a line.
    static let rulesLimit = 8_192

    /// The maximum length of a password in UTF-8 bytes: 1,024 scalars of any kind.
    static let passwordLimit = 4_096

    func page(for input: RulesInput, examples: [RulesExample]) -> PasswordRulesPage {
        let parsed = try? PasswordRules.parse(input.rules, limit: Self.rulesLimit)
        return PasswordRulesPage(
            rules: input.rules, reading: parsed.map { reading(of: input.rules, as: $0) } ?? tooLong(input.rules),
            passwordVerdict: parsed.flatMap { PasswordVerdict(of: input.password, by: $0.rules) }, pattern: input.pattern,
            patternVerdict: PatternVerdict(of: input.pattern), examples: examples)
    }

    private func tooLong(_ text: String) -> RulesReading {
        RulesReading(
            rejection: "The rules have \(text.utf8.count) bytes. The maximum is \(Self.rulesLimit) bytes.",
            marked: [MarkedPiece(text)])
    }

    private func reading(of text: String, as parsed: ParsedRules) -> RulesReading {
        let rules = parsed.rules
        let lint = rules.lint()
        let findings = FindingList(text, parsed.diagnostics + lint.filter { !$0.code.isAboutIOS })
        return RulesReading(
            marked: findings.marked, findings: findings.listed, hiddenFindings: findings.hidden,
            properties: UnderstoodRule.all(of: rules),
            honored: HonoredByIOS(rules, lint: lint),
            samples: SampleOutcome(of: rules, contradiction: lint.first { $0.severity == .error }, random: random, time: time),
            outputs: outputs(of: rules), appleFormat: AppleFormat(of: rules))
    }

    private func outputs(of rules: PasswordRules) -> [RulesOutput] {
        let text = rules.formatted()
        guard !text.isEmpty else { return [] }
        return [
            RulesOutput(name: "Text", text: text),
            RulesOutput(name: "HTML", text: "passwordrules=\"\(rules.formatted(as: .htmlAttribute))\""),
            RulesOutput(name: "Swift", text: "UITextInputPasswordRules(descriptor: \(rules.formatted(as: .swiftLiteral)))"),
            RulesOutput(
                name: "Objective-C",
                text: "[UITextInputPasswordRules passwordRulesWithDescriptor:\(rules.formatted(as: .objectiveCLiteral))]"),
            RulesOutput(name: "Link to this page", text: address(text)),
        ]
    }
}

extension PasswordRules.Diagnostic.Code {
    /// Whether a separate part of the page shows the finding.
    fileprivate var isAboutIOS: Bool { self == .iOSIgnoresShort || self == .iOSIgnoresFewClasses }
}

extension HonoredByIOS {
    fileprivate init(_ rules: PasswordRules, lint: [PasswordRules.Diagnostic]) {
        let reasons = lint.filter(\.code.isAboutIOS).map { RulesFinding($0) }
        if rules.withoutEmptyLists == PasswordRules() {
            self = .nothingToHonor
        } else {
            self = reasons.isEmpty ? .yes : .no(reasons)
        }
    }
}

extension AppleFormat {
    fileprivate init(of rules: PasswordRules) {
        let text = rules.formatted(compatibility: .appleCompatible)
        if text == rules.formatted() {
            self = .same
        } else if (try? PasswordRules.parse(text))?.rules.withoutEmptyLists == rules.withoutEmptyLists {
            self = .other(text)
        } else {
            self = .lossy(text)
        }
    }
}

extension PasswordVerdict {
    /// Creates the verdict on the password; nil for an empty password.
    init?(of password: String, by rules: PasswordRules) {
        guard !password.isEmpty else { return nil }
        guard password.utf8.count <= RulesEvaluation.passwordLimit else {
            self = .rejected("The password is too long to check.")
            return
        }
        let composed = ComposedText(password)
        let violations = rules.violations(in: composed)
        self = .judged(Self.judged(rules, violations), length: composed.scalars.count)
    }

    private static func judged(_ rules: PasswordRules, _ violations: [PasswordRules.Violation]) -> [EvaluatedRule] {
        var requiredIndex = -1
        var judged = rules.list().map { rule in
            if rule.name == .required { requiredIndex += 1 }
            let violation = violations.first {
                $0.rule.name == rule.name && ($0.requiredIndex == nil || $0.requiredIndex == requiredIndex)
            }
            return EvaluatedRule(rule, violation)
        }
        // Without allowed characters in the rules, the default of the language applies.
        if rules.allowed == nil, let violation = violations.first(where: { $0.code == .notAllowed }) {
            judged.append(EvaluatedRule(violation.rule, violation))
        }
        let broken = judged.filter { $0.breach != nil }
        return judged.count <= longestList ? judged : Array((broken + judged.filter { $0.breach == nil }).prefix(longestList))
    }

    private static let longestList = 40
}

extension EvaluatedRule {
    fileprivate init(_ rule: PasswordRule, _ violation: PasswordRules.Violation?) {
        self.init(rule: violation?.rule.text ?? rule.text, breach: violation?.breach, code: violation?.code.rawValue)
    }
}

extension PasswordRules.Violation {
    /// The violation with its position, as a sentence. It never contains the character at that position.
    fileprivate var breach: String {
        let place = "character \((position ?? 0) + 1)"
        switch code.value {
        case .tooShort: return "\(occurrences) too few."
        case .tooLong: return "\(occurrences) too many, starting at \(place)."
        case .tooManyConsecutive:
            return "The run at \(place) is too long" + (occurrences > 1 ? ", and \(occurrences - 1) more." : ".")
        case .missingRequired: return "The password has none of these."
        case .notAllowed: return "Not allowed: \(place)" + (occurrences > 1 ? " and \(occurrences - 1) more." : ".")
        }
    }
}

extension PatternVerdict {
    /// Creates the verdict on an HTML `pattern`; nil for an empty pattern.
    init?(of pattern: String) {
        guard !pattern.isEmpty else { return nil }
        do {
            self = try ConvertedPattern(pattern).map { .rules($0.text) } ?? .nothingFollows
        } catch {
            let place = error.code == .malformedPattern ? error.position.map { " The error is at byte \($0 + 1)." } : nil
            self = .malformed(reason: error.reason + (place ?? ""))
        }
    }
}
