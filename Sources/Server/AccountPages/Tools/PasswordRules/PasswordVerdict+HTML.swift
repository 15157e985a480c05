import Markup

extension PasswordVerdict {
    var outcome: Outcome {
        switch self {
        case .refused(let reason): return Outcome(reason, .bad)
        case .judged(let rules, let length):
            let characters = length == 1 ? "1 character" : "\(length) characters"
            let broken = rules.count { $0.breach != nil }
            switch broken {
            case 0: return Outcome("\(characters), and every rule is kept.", .good)
            case 1: return Outcome("\(characters), and one rule is broken.", .bad)
            default: return Outcome("\(characters), and \(broken) rules are broken.", .bad)
            }
        }
    }

    /// Each rule, and how it is broken.
    var detail: HTML? {
        guard case .judged(let rules, _) = self, !rules.isEmpty else { return nil }
        return ul(.class("judged"), .role(.list)) {
            for rule in rules { rule.html }
        }
    }
}

extension JudgedRule {
    fileprivate var html: HTML {
        li(.class(breach == nil ? "kept" : "broken"), code.map { .data("code", $0) }) {
            span(.class("visually-hidden")) { breach == nil ? "Kept: " : "Broken: " }
            Markup.code { rule }
            if let breach { p(.class("detail")) { breach } }
        }
    }
}

extension PatternVerdict {
    var outcome: Outcome {
        switch self {
        case .rules: Outcome("These rules say the same.", .good)
        case .nothingFollows: Outcome("No rules say the same.", .odd)
        case .malformed(let reason): Outcome(reason, .bad)
        }
    }

    /// The rules, or what could have been converted.
    var detail: HTML? {
        switch self {
        case .rules(let rules):
            HTML {
                p(.class("text")) { code { rules } }
                p { a(.href(.local(PagePath.passwordRules(rules))), .data("rules", rules)) { "Use these rules" } }
            }
        case .nothingFollows:
            p(.class("detail")) {
                "What can be converted: a lookahead for each kind of character, one class or a dot for all, and lengths."
            }
        case .malformed: nil
        }
    }
}
