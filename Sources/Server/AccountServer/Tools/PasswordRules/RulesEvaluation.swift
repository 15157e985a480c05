import AccountPages
import PasswordRules
import Secrets

/// Makes what the page shows of what was typed.
struct RulesEvaluation: Sendable {
    let random: any RandomBytes
    /// The address of the page with these rules in it.
    let address: @Sendable (String) -> String
    /// What the time for samples is measured by.
    var time: @Sendable () -> ContinuousClock.Instant = { .now }

    /// The longest rules that are read, in UTF-8 bytes. The longest published ones have 300; twenty findings to the line would still make
    /// a page of reasonable size.
    static let rulesLimit = 8_192

    /// The longest password that is judged, in UTF-8 bytes: 1,024 scalars of any kind.
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
            refusal: "The rules have \(text.utf8.count) bytes. At most \(Self.rulesLimit) are read here.",
            marked: [MarkedPiece(text)])
    }

    private func reading(of text: String, as parsed: ParsedRules) -> RulesReading {
        let rules = parsed.rules
        let lint = rules.lint()
        let findings = FindingList(text, parsed.diagnostics + lint.filter { !$0.code.isAboutIOS })
        return RulesReading(
            marked: findings.marked, findings: findings.told, untoldFindings: findings.untold,
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
    /// Told in a part of the page of its own.
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
    /// What the rules say of the password; nil for an empty one, which is a field left alone.
    init?(of password: String, by rules: PasswordRules) {
        guard !password.isEmpty else { return nil }
        guard password.utf8.count <= RulesEvaluation.passwordLimit else {
            self = .refused("The password is longer than what is judged here.")
            return
        }
        let composed = ComposedText(password)
        let violations = rules.violations(in: composed)
        self = .judged(Self.judged(rules, violations), length: composed.scalars.count)
    }

    private static func judged(_ rules: PasswordRules, _ violations: [PasswordRules.Violation]) -> [JudgedRule] {
        var requiredIndex = -1
        var judged = rules.list().map { rule in
            if rule.name == .required { requiredIndex += 1 }
            let violation = violations.first {
                $0.rule.name == rule.name && ($0.requiredIndex == nil || $0.requiredIndex == requiredIndex)
            }
            return JudgedRule(rule, violation)
        }
        // Where the rules name no permitted characters, the language does.
        if rules.allowed == nil, let violation = violations.first(where: { $0.code == .notAllowed }) {
            judged.append(JudgedRule(violation.rule, violation))
        }
        let broken = judged.filter { $0.breach != nil }
        return judged.count <= longestList ? judged : Array((broken + judged.filter { $0.breach == nil }).prefix(longestList))
    }

    private static let longestList = 40
}

extension JudgedRule {
    fileprivate init(_ rule: PasswordRule, _ violation: PasswordRules.Violation?) {
        self.init(rule: violation?.rule.text ?? rule.text, breach: violation?.breach, code: violation?.code.rawValue)
    }
}

extension PasswordRules.Violation {
    /// How the rule is broken, with the place, and no word on what stands there.
    fileprivate var breach: String {
        let place = "character \((position ?? 0) + 1)"
        switch code {
        case .tooShort: return "\(occurrences) too few."
        case .tooLong: return "\(occurrences) too many, from \(place) on."
        case .tooManyConsecutive:
            return "The run at \(place) is too long" + (occurrences > 1 ? ", and \(occurrences - 1) more." : ".")
        case .missingRequired: return "None of these is in it."
        case .notAllowed: return "Not \(place)" + (occurrences > 1 ? ", nor \(occurrences - 1) more." : ".")
        }
    }
}

extension PatternVerdict {
    /// What an HTML `pattern` amounts to; nil for an empty one.
    init?(of pattern: String) {
        guard !pattern.isEmpty else { return nil }
        do {
            self = try ConvertedPattern(pattern).map { .rules($0.text) } ?? .nothingFollows
        } catch {
            let place = error.code == .malformedPattern ? error.position.map { " It is at byte \($0 + 1)." } : nil
            self = .malformed(reason: error.reason + (place ?? ""))
        }
    }
}
