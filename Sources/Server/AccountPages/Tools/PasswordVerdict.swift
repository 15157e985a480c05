import Markup

/// The verdict about a tried password. It contains no character of it.
package enum PasswordVerdict: Sendable, Hashable {
    /// Every rule, and whether the password satisfies it. `length` is in Unicode scalars after composition.
    case judged([EvaluatedRule], length: Int)
    /// The reason why the password was not checked.
    case rejected(String)
}

/// A rule, and whether a password satisfies it.
package struct EvaluatedRule: Sendable, Hashable {
    /// The rule as written, such as `required: digit`.
    package let rule: String
    /// The violation with its position, as a sentence; nil if the password satisfies the rule.
    package let breach: String?
    /// The stable code of the violation, exposed as `data-code`.
    package let code: String?

    package init(rule: String, breach: String? = nil, code: String? = nil) {
        self.rule = rule
        self.breach = breach
        self.code = code
    }
}

/// The result of converting an HTML `pattern` expression.
package enum PatternVerdict: Sendable, Hashable {
    case rules(String)
    /// A regular expression that has no equivalent rules.
    case nothingFollows
    /// The pattern is malformed.
    case malformed(reason: String)
}

extension PasswordVerdict {
    var outcome: Outcome {
        switch self {
        case .rejected(let reason): return Outcome(reason, .bad)
        case .judged(let rules, let length):
            let characters = length == 1 ? "1 character" : "\(length) characters"
            let broken = rules.count { $0.breach != nil }
            switch broken {
            case 0: return Outcome("\(characters), all rules satisfied.", .good)
            case 1: return Outcome("\(characters), one rule violated.", .bad)
            default: return Outcome("\(characters), \(broken) rules violated.", .bad)
            }
        }
    }

    /// Each rule, and how it is violated.
    var detail: HTML? {
        guard case .judged(let rules, _) = self, !rules.isEmpty else { return nil }
        return ul(.class("judged"), .role(.list)) {
            for rule in rules { rule.html }
        }
    }
}

extension EvaluatedRule {
    fileprivate var html: HTML {
        li(.class(breach == nil ? "kept" : "broken"), code.map { .data("code", $0) }) {
            span(.class("visually-hidden")) { breach == nil ? "Satisfied: " : "Violated: " }
            Markup.code { rule }
            if let breach { p(.class("detail")) { breach } }
        }
    }
}

extension PatternVerdict {
    var outcome: Outcome {
        switch self {
        case .rules: Outcome("These rules are equivalent.", .good)
        case .nothingFollows: Outcome("There are no equivalent rules.", .odd)
        case .malformed(let reason): Outcome(reason, .bad)
        }
    }

    /// The rules, or which patterns can be converted.
    var detail: HTML? {
        switch self {
        case .rules(let rules):
            HTML {
                p(.class("text")) { code { rules } }
                p { a(.href(.local(PagePath.passwordRules(rules))), .data("rules", rules)) { "Use these rules" } }
            }
        case .nothingFollows:
            p(.class("detail")) {
                "Only a lookahead for each kind of character, one class or a dot for all, and lengths can be converted."
            }
        case .malformed: nil
        }
    }
}

/// A verdict about a field in one or two sentences.
struct Outcome {
    let text: String
    let tone: Tone

    init(_ text: String, _ tone: Tone) {
        self.text = text
        self.tone = tone
    }

    /// The CSS class of the verdict.
    enum Tone: String {
        case good, odd, bad
    }
}
