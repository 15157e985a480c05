import Markup

/// What is said about a password that was tried. It holds no character of it.
package enum PasswordVerdict: Sendable, Hashable {
    /// Every rule with whether the password keeps it; `length` in Unicode scalars after composition.
    case judged([JudgedRule], length: Int)
    /// Why it was not judged.
    case refused(String)
}

/// One rule, and whether a password keeps it.
package struct JudgedRule: Sendable, Hashable {
    /// The rule as it is written, such as `required: digit`.
    package let rule: String
    /// How the password breaks it, as a sentence with the place; nil where it keeps it.
    package let breach: String?
    /// The stable code of the breach, given to tools as `data-code`.
    package let code: String?

    package init(rule: String, breach: String? = nil, code: String? = nil) {
        self.rule = rule
        self.breach = breach
        self.code = code
    }
}

/// What an HTML `pattern` expression amounts to.
package enum PatternVerdict: Sendable, Hashable {
    case rules(String)
    /// It is a regular expression of another form than the customary ones.
    case nothingFollows
    /// It is none, and why.
    case malformed(reason: String)
}

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

/// What is said about a field in a sentence or two.
struct Outcome {
    let text: String
    let tone: Tone

    init(_ text: String, _ tone: Tone) {
        self.text = text
        self.tone = tone
    }

    /// The class that colours it.
    enum Tone: String {
        case good, odd, bad
    }
}
