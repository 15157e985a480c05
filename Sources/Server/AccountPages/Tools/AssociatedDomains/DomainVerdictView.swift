import Markup

/// The answer in short: whether it holds, why, and what to do.
struct DomainVerdictView {
    let answer: DomainAnswer

    var html: HTML {
        section(.class("answer"), .aria(.labelledby, "verdict")) {
            div(.class("note", answer.verdict.tone.rawValue, "verdict-note"), .data("code", answer.verdict.code)) {
                h2(.id("verdict")) { answer.verdict.headline }
                p { answer.verdict.reason }
                if !answer.verdict.steps.isEmpty {
                    ul(.class("steps")) {
                        for step in answer.verdict.steps { li { step } }
                    }
                }
            }
            if !answer.services.isEmpty {
                ul(.class("rows", "judged", "services"), .role(.list)) {
                    for service in answer.services { service.html }
                }
            }
            if let link = answer.link { LinkReportView(link: link, listing: answer.files.first).html }
        }
    }
}

extension ServiceAnswer {
    fileprivate var html: HTML {
        li(
            .class(isAssociated ? "kept" : "broken"), .data("service", service.rawValue),
            .data("associated", isAssociated ? "true" : "false")
        ) {
            p(.class("name")) {
                span(.class("visually-hidden")) { isAssociated ? "Yes: " : "No: " }
                service.label
                " "
                code { service.rawValue }
            }
            p(.class("detail")) { reason }
        }
    }
}

/// How two files differ.
struct DomainDifferenceView {
    let differences: [String]?

    @HTMLBuilder var html: HTML {
        if let differences {
            section(.aria(.labelledby, "difference")) {
                h2(.id("difference")) { "Site and network compared" }
                if differences.isEmpty {
                    p(.class("note", "good")) { "Apple’s network has the very file of the site." }
                } else {
                    ul(.class("rows"), .role(.list), .data("code", "difference")) {
                        for difference in differences { li { difference } }
                    }
                }
            }
        }
    }
}
