import AccountPages
import PasswordRules

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
