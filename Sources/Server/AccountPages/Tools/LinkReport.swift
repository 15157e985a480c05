import Markup

/// The result for a link, and how the file leads to it.
package struct LinkReport: Sendable, Hashable {
    package let tone: ToolTone
    /// A stable code, exposed as `data-code`: `matched`, `blocked` or `none`.
    package let code: String
    /// The link as parsed.
    package let link: String
    /// A short sentence without a period.
    package let headline: String
    /// The reason, in one or two sentences.
    package let reason: String
    /// The comparisons in order.
    package let steps: [LinkStep]
    /// The number of compared components that are not shown.
    package let hiddenSteps: Int

    package init(
        _ tone: ToolTone, code: String, link: String, headline: String, reason: String, steps: [LinkStep] = [],
        hiddenSteps: Int = 0
    ) {
        self.tone = tone
        self.code = code
        self.link = link
        self.headline = headline
        self.reason = reason
        self.steps = steps
        self.hiddenSteps = hiddenSteps
    }
}

/// A comparison, or a remark about an entry of the file.
package struct LinkStep: Sendable, Hashable {
    /// The outcome of a comparison.
    package enum Outcome: String, Sendable, Hashable {
        /// The component matches, and the app opens.
        case matches
        /// The component matches and excludes the link.
        case excludes
        /// The component does not match.
        case fails
        /// The entry was skipped.
        case passed
    }

    package let outcome: Outcome
    /// The entry and component, such as `Details 1, component 2`.
    package let name: String
    /// The line of the file where it starts, counted from 1.
    package let line: Int
    /// The content of the component, or the apps of the entry.
    package let text: String
    /// The reason as a sentence.
    package let reason: String

    package init(_ outcome: Outcome, name: String, line: Int, text: String, reason: String) {
        self.outcome = outcome
        self.name = name
        self.line = line
        self.text = text
        self.reason = reason
    }
}

/// The result for the link, and the collapsed comparisons.
struct LinkReportView {
    let link: LinkReport
    /// The report that shows the lines of the steps.
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
                    summary { "Compared components" }
                    ol(.class("rows", "compared"), .role(.list)) {
                        for step in link.steps { html(of: step) }
                    }
                    if link.hiddenSteps > 0 {
                        p(.class("detail")) { "\(link.hiddenSteps) more components do not match." }
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
