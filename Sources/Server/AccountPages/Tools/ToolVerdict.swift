import Markup

/// The severity of an outcome.
package enum ToolTone: String, Sendable, Hashable {
    case good, odd, bad
}

/// A short verdict.
package struct ToolVerdict: Sendable, Hashable {
    package let tone: ToolTone
    /// A stable code, exposed as `data-code`.
    package let code: String
    /// A short sentence without a period.
    package let headline: String
    /// The reason, in one or two sentences.
    package let reason: String
    /// The next steps, one sentence each.
    package let steps: [String]

    package init(_ tone: ToolTone, code: String, headline: String, reason: String, steps: [String] = []) {
        self.tone = tone
        self.code = code
        self.headline = headline
        self.reason = reason
        self.steps = steps
    }
}

extension ToolVerdict {
    /// The verdict, its reason, and what to do. The heading has the identifier `verdict`.
    var note: HTML {
        div(.class("note", tone.rawValue, "verdict-note"), .data("code", code)) {
            h2(.id("verdict")) { headline }
            p { reason }
            if !steps.isEmpty {
                ul(.class("steps")) {
                    for step in steps { li { step } }
                }
            }
        }
    }
}
