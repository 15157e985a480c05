package import Markup

/// The tool for password rules: the input, and everything that follows from it.
///
/// The page works by submitting its form. With its script it sends the same form while the user types, and replaces the parts of
/// the page that have a ``PasswordRulesPart`` as identifier.
package struct PasswordRulesPage: Page, Hashable {
    /// The rules as typed.
    package let rules: String

    /// The interpretation of the rules.
    package let reading: RulesReading

    /// The verdict about the tried password; nil without one. The page never receives the password itself.
    package let passwordVerdict: PasswordVerdict?

    /// The HTML `pattern` expression as typed.
    package let pattern: String

    /// The result for the pattern; nil without one.
    package let patternVerdict: PatternVerdict?

    /// Example rules.
    package let examples: [RulesExample]

    package init(
        rules: String, reading: RulesReading, passwordVerdict: PasswordVerdict? = nil, pattern: String = "",
        patternVerdict: PatternVerdict? = nil, examples: [RulesExample] = []
    ) {
        self.rules = rules
        self.reading = reading
        self.passwordVerdict = passwordVerdict
        self.pattern = pattern
        self.patternVerdict = patternVerdict
        self.examples = examples
    }

    /// Returns the form, and next to it or below it the interpretation.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Password rules", site: site, width: .broad, script: PagePath.passwordRulesScript).document {
            p(.class("lead")) {
                "Password rules describe to iOS, Safari and password managers which passwords a field accepts. Enter rules to see how "
                    + "they are interpreted."
            }
            div(.class("tool")) {
                RulesForm(page: self).html
                RulesResult(reading: reading).html
                RulesLanguage().html
            }
        }
    }
}

/// The parts of the page that the script replaces, by their identifiers.
package enum PasswordRulesPart: String, Sendable, CaseIterable {
    /// The text of the rules behind the field, with the findings underlined.
    case marked = "rules-marked"
    /// The outcome of each field in a sentence, announced by screen readers when it changes.
    case rulesOutcome = "rules-outcome"
    case passwordOutcome = "password-outcome"
    case patternOutcome = "pattern-outcome"
    /// The details for each field.
    case passwordDetail = "password-detail"
    case patternDetail = "pattern-detail"
    /// The result of the rules.
    case result = "rules-result"
}

/// The fields of the form, by their names on the wire.
package enum PasswordRulesField: String, Sendable, CaseIterable {
    case rules
    /// A password to try. It is only sent by POST.
    case password
    case pattern
}

/// Example rules.
package struct RulesExample: Sendable, Hashable {
    /// Two or three words.
    package let name: String
    package let rules: String

    package init(name: String, rules: String) {
        self.name = name
        self.rules = rules
    }
}

extension PagePath {
    /// Returns the path of the tool with these rules: GET. Rules are not secret, so they may be part of a URL; passwords may not.
    package static func passwordRules(_ rules: String) -> LocalPath {
        passwordRules.appending(query: PasswordRulesField.rules.rawValue, rules)
    }
}

/// A short description of the language.
struct RulesLanguage {
    var html: HTML {
        section(.class("language"), .aria(.labelledby, "language")) {
            h2(.id("language")) { "Syntax" }
            dl {
                for (term, meaning) in Self.properties {
                    div {
                        dt { code { term } }
                        dd { meaning }
                    }
                }
            }
            p(.class("detail")) {
                "Classes: "
                code { Self.classes }
                ", or characters in brackets such as "
                code { "[-!?]" }
                ": a dash must come first and a closing bracket last; there are no ranges. Separate classes by commas, and put a "
                    + "semicolon after each property."
            }
        }
    }

    private static let properties = [
        ("minlength: 12", "the minimum length"),
        ("maxlength: 64", "the maximum length; iOS ignores rules with less than 12"),
        ("required: upper", "at least one of these; repeat it for each required class"),
        ("allowed: lower, digit", "also permitted"),
        ("max-consecutive: 2", "how often one character may repeat in a row"),
    ]

    private static let classes = "upper, lower, digit, special, ascii-printable, unicode"
}
