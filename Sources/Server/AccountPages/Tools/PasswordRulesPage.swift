package import Markup

/// The tool for password rules: what was typed, and everything that follows from it.
///
/// The page works by sending its form. With its script it asks the same address by the same form while one types, and takes those parts of
/// the answer that have an ``PasswordRulesPart`` for an id.
package struct PasswordRulesPage: Page, Hashable {
    /// The rules as typed.
    package let rules: String

    /// What they were understood to mean.
    package let reading: RulesReading

    /// What was said about a password that was tried; nil where none was. The password itself never comes here.
    package let passwordVerdict: PasswordVerdict?

    /// The HTML `pattern` expression as typed.
    package let pattern: String

    /// What the pattern amounts to; nil where none was given.
    package let patternVerdict: PatternVerdict?

    /// Rules to begin with.
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

    /// The form and, beneath it or beside it, what was understood.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Password rules", site: site, width: .broad, script: PagePath.passwordRulesScript).document {
            p(.class("lead")) {
                "What a password field tells iOS, Safari and password managers about the passwords it takes. Type rules, and see what "
                    + "they make of them."
            }
            div(.class("tool")) {
                RulesForm(page: self).html
                RulesResult(reading: reading).html
                RulesLanguage().html
            }
        }
    }
}

/// The parts of the page that the script exchanges for those of a new answer, by their ids.
package enum PasswordRulesPart: String, Sendable, CaseIterable {
    /// The text of the rules behind the field, with what was found underlined.
    case marked = "rules-marked"
    /// The outcome of each field in a sentence, read out when it changes.
    case rulesOutcome = "rules-outcome"
    case passwordOutcome = "password-outcome"
    case patternOutcome = "pattern-outcome"
    /// What else there is to say about each field.
    case passwordDetail = "password-detail"
    case patternDetail = "pattern-detail"
    /// What follows from the rules.
    case result = "rules-result"
}

/// The fields of the form, by their names on the wire.
package enum PasswordRulesField: String, Sendable, CaseIterable {
    case rules
    /// A password to try, which travels by POST only.
    case password
    case pattern
}

/// Rules to begin with, and what they show.
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
    /// The tool with these rules in it: GET. Rules are no secret, so they may stand in an address; passwords may not.
    package static func passwordRules(_ rules: String) -> LocalPath {
        passwordRules.appending(query: PasswordRulesField.rules.rawValue, rules)
    }
}

/// The language in short, for those who meet it here.
struct RulesLanguage {
    var html: HTML {
        section(.class("language"), .aria(.labelledby, "language")) {
            h2(.id("language")) { "The language in short" }
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
                ": a dash comes first, a closing bracket last, and there are no ranges. A list has commas between its classes, and a "
                    + "semicolon ends each property."
            }
        }
    }

    private static let properties = [
        ("minlength: 12", "at least so many characters"),
        ("maxlength: 64", "at most so many; under 12, iOS ignores the rules"),
        ("required: upper", "one of these at least; write it once for each kind"),
        ("allowed: lower, digit", "these may occur too"),
        ("max-consecutive: 2", "the longest run of one character"),
    ]

    private static let classes = "upper, lower, digit, special, ascii-printable, unicode"
}
