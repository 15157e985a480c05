import Markup

/// The input fields, each with its verdict below.
struct RulesForm {
    let page: PasswordRulesPage

    /// The identifier of the form, for buttons elsewhere on the page.
    static let id = "rules-form"

    var html: HTML {
        form(.id(Self.id), .class("fields"), .method(.post), .action(PagePath.passwordRules), .novalidate) {
            rulesField
            SubmitButton("Check").html
            passwordField
            patternField
        }
    }

    private var rulesField: HTML {
        div(.class("field")) {
            label(.for("rules")) { "Rules" }
            p(.id("rules-hint"), .class("hint")) {
                "The syntax of "
                code { "passwordrules" }
                " and "
                code { "UITextInputPasswordRules" }
                "."
            }
            div(.class("editor")) {
                textarea(
                    .id("rules"), .name(PasswordRulesField.rules.rawValue), .rows(5), .spellcheckOff, .autocapitalizeNone,
                    .autocorrectOff, .autocomplete(.off),
                    .aria(.describedby, "rules-hint \(PasswordRulesPart.rulesOutcome.rawValue)"),
                    page.reading.worst == .error ? .aria(.invalid, "true") : nil, text: page.rules)
                div(.id(PasswordRulesPart.marked.rawValue), .class("marked"), .aria(.hidden, "true")) {
                    for piece in page.reading.marked { piece.html }
                }
            }
            line(.rulesOutcome, page.reading.outcome)
            if !page.examples.isEmpty {
                ul(.class("examples"), .role(.list), .aria(.label, "Examples")) {
                    for example in page.examples {
                        li {
                            a(.href(.local(PagePath.passwordRules(example.rules))), .data("rules", example.rules)) { example.name }
                        }
                    }
                }
            }
        }
    }

    /// A text field and not of type `password`: it is for invented passwords whose positions the user wants to see, and password
    /// managers should not offer to save them. It never has a value.
    private var passwordField: HTML {
        div(.class("field")) {
            label(.for("password")) { "Try a password" }
            p(.id("password-hint"), .class("hint")) { "Do not enter one of your own. It is checked and not stored." }
            input(
                .type(.text), .id("password"), .name(PasswordRulesField.password.rawValue), .autocomplete(.off), .spellcheckOff,
                .autocapitalizeNone, .autocorrectOff, .enterkeyhint(.go),
                .aria(.describedby, "password-hint \(PasswordRulesPart.passwordOutcome.rawValue)"))
            line(.passwordOutcome, page.passwordVerdict?.outcome)
            div(.id(PasswordRulesPart.passwordDetail.rawValue), .class("verdict")) { page.passwordVerdict?.detail }
        }
    }

    private var patternField: HTML {
        div(.class("field")) {
            label(.for("pattern")) { "Convert a pattern" }
            p(.id("pattern-hint"), .class("hint")) {
                "The value of an HTML "
                code { "pattern" }
                " attribute."
            }
            input(
                .type(.text), .id("pattern"), .name(PasswordRulesField.pattern.rawValue),
                page.pattern.isEmpty ? nil : .value(page.pattern),
                .class("code"), .autocomplete(.off), .spellcheckOff, .autocapitalizeNone, .autocorrectOff, .enterkeyhint(.go),
                .aria(.describedby, "pattern-hint \(PasswordRulesPart.patternOutcome.rawValue)"))
            line(.patternOutcome, page.patternVerdict?.outcome)
            div(.id(PasswordRulesPart.patternDetail.rawValue), .class("verdict")) { page.patternVerdict?.detail }
        }
    }

    /// Returns the line below a field. It exists even if it is empty, so that screen readers announce later changes.
    private func line(_ part: PasswordRulesPart, _ outcome: Outcome?) -> HTML {
        p(.id(part.rawValue), .class("outcome", outcome?.tone.rawValue ?? "none"), .role(.status)) { outcome?.text ?? "" }
    }
}

extension RulesReading {
    fileprivate var worst: FindingSeverity? {
        let severities = findings.map(\.severity)
        return [.error, .warning, .info].first(where: severities.contains)
    }

    fileprivate var outcome: Outcome {
        if let rejection { return Outcome(rejection, .bad) }
        let count = found.isEmpty ? "Valid." : found.joined(separator: ", ") + "."
        switch honored {
        case .yes where worst == .error: return Outcome(count + " iOS uses the remaining rules.", .bad)
        case .yes: return Outcome(count + " iOS uses these rules.", worst == .warning ? .odd : .good)
        case .no: return Outcome(count + " iOS ignores these rules.", worst == .error ? .bad : .odd)
        case .nothingToHonor:
            return found.isEmpty ? Outcome("No rules.", .good) : Outcome(count + " No rules remain.", worst == .error ? .bad : .odd)
        }
    }

    /// The numbers of findings, such as `1 error` and `2 notes`.
    private var found: [String] {
        FindingSeverity.allCases.reversed().compactMap { severity in
            let count = findings.count { $0.severity == severity } + (severity == .info ? hiddenFindings : 0)
            return count == 0 ? nil : "\(count) \(severity.label.lowercased())" + (count == 1 ? "" : "s")
        }
    }
}
