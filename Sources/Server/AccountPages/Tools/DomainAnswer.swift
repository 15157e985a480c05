import Markup

/// Everything that follows from a question about associated domains, ready to show: the answer first, then what it rests on.
package struct DomainAnswer: Sendable, Hashable {
    /// The answer in short.
    package let verdict: DomainVerdict

    /// What holds for each service that was asked about.
    package let services: [ServiceAnswer]

    /// What becomes of the link; nil where none was given, or there is no file.
    package let link: LinkReport?

    /// Each way that a file was come by, in the order of trust: what was met, and what is wrong.
    package let files: [FileReport]

    /// How the network's copy differs from the site's own file, a sentence each; nil where there are not two files to compare.
    package let differences: [String]?

    package init(
        verdict: DomainVerdict, services: [ServiceAnswer] = [], link: LinkReport? = nil, files: [FileReport] = [],
        differences: [String]? = nil
    ) {
        self.verdict = verdict
        self.services = services
        self.link = link
        self.files = files
        self.differences = differences
    }
}

/// How good an outcome is.
package enum DomainTone: String, Sendable, Hashable {
    case good, odd, bad
}

/// An answer in short.
package struct DomainVerdict: Sendable, Hashable {
    package let tone: DomainTone
    /// A stable code, given to tools as `data-code`.
    package let code: String
    /// A short sentence without a full stop.
    package let headline: String
    /// Why, in one or two sentences.
    package let reason: String
    /// What to do or to look at next, a sentence each.
    package let steps: [String]

    package init(_ tone: DomainTone, code: String, headline: String, reason: String, steps: [String] = []) {
        self.tone = tone
        self.code = code
        self.headline = headline
        self.reason = reason
        self.steps = steps
    }
}

/// Whether a file names the app, or any app, for a service.
package struct ServiceAnswer: Sendable, Hashable {
    package let service: DomainService
    package let isAssociated: Bool
    /// Why, as a sentence.
    package let reason: String

    package init(_ service: DomainService, isAssociated: Bool, reason: String) {
        self.service = service
        self.isAssociated = isAssociated
        self.reason = reason
    }
}

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
