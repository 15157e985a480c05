import Markup

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
