import Markup

/// What becomes of a link, and how the file comes to say so.
package struct LinkReport: Sendable, Hashable {
    package let tone: DomainTone
    /// A stable code, given to tools as `data-code`: `matched`, `blocked` or `none`.
    package let code: String
    /// The link as it was understood.
    package let link: String
    /// A short sentence without a full stop.
    package let headline: String
    /// Why, in one or two sentences.
    package let reason: String
    /// What was compared, in its order.
    package let steps: [LinkStep]
    /// How many components more were compared than are told.
    package let untoldSteps: Int

    package init(
        _ tone: DomainTone, code: String, link: String, headline: String, reason: String, steps: [LinkStep] = [],
        untoldSteps: Int = 0
    ) {
        self.tone = tone
        self.code = code
        self.link = link
        self.headline = headline
        self.reason = reason
        self.steps = steps
        self.untoldSteps = untoldSteps
    }
}

/// One thing that was compared, or a remark on an entry of the file.
package struct LinkStep: Sendable, Hashable {
    /// What came of it.
    package enum Outcome: String, Sendable, Hashable {
        /// It matches: the app opens.
        case matches
        /// It matches, and keeps the link out of the app.
        case excludes
        /// It does not match.
        case fails
        /// The entry was not compared at all.
        case passed
    }

    package let outcome: Outcome
    /// Which entry and component, such as `Details 1, component 2`.
    package let name: String
    /// The line of the file where it begins, counted from 1.
    package let line: Int
    /// What the component says, or which apps the entry names.
    package let text: String
    /// Why, as a sentence.
    package let reason: String

    package init(_ outcome: Outcome, name: String, line: Int, text: String, reason: String) {
        self.outcome = outcome
        self.name = name
        self.line = line
        self.text = text
        self.reason = reason
    }
}

/// What becomes of the link, and the way through the file, folded away.
struct LinkReportView {
    let link: LinkReport
    /// Where the lines of the steps are to be seen.
    let listing: FileReport?

    var html: HTML {
        section(.class("link"), .aria(.labelledby, "link-verdict")) {
            div(.class("note", link.tone.rawValue), .data("code", link.code)) {
                h2(.id("link-verdict")) { link.headline }
                p { bdi { code { link.link } } }
                p { link.reason }
            }
            if !link.steps.isEmpty {
                details {
                    summary { "What was compared" }
                    ol(.class("rows", "compared"), .role(.list)) {
                        for step in link.steps { html(of: step) }
                    }
                    if link.untoldSteps > 0 {
                        p(.class("detail")) { "\(link.untoldSteps) more that do not match came less far." }
                    }
                }
            }
        }
    }

    private func html(of step: LinkStep) -> HTML {
        li(.class("is-\(step.outcome.rawValue)")) {
            p(.class("name")) {
                step.name
                ", "
                FileReportView.lineLink(step.line, in: listing)
            }
            p(.class("text")) { bdi { code { step.text } } }
            p(.class("detail")) { step.reason }
        }
    }
}
