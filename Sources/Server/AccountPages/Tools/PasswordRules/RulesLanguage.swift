import Markup

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
