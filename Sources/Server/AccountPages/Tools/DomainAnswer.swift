import Markup

/// The result of a check of associated domains: the verdict, then its evidence.
package struct DomainAnswer: Sendable, Hashable {
    /// The verdict.
    package let verdict: ToolVerdict

    /// The result for each checked service.
    package let services: [ServiceAnswer]

    /// The result for the link; nil without a link or without a file.
    package let link: LinkReport?

    /// The result of each source, the most authoritative first: the responses and the findings.
    package let files: [FileReport]

    /// The differences between the network's copy and the site's file, one sentence each; nil if there are not two files.
    package let differences: [String]?

    package init(
        verdict: ToolVerdict, services: [ServiceAnswer] = [], link: LinkReport? = nil, files: [FileReport] = [],
        differences: [String]? = nil
    ) {
        self.verdict = verdict
        self.services = services
        self.link = link
        self.files = files
        self.differences = differences
    }
}

/// Whether a file lists the app, or any app, for a service.
package struct ServiceAnswer: Sendable, Hashable {
    package let service: DomainService
    package let isAssociated: Bool
    /// The reason as a sentence.
    package let reason: String

    package init(_ service: DomainService, isAssociated: Bool, reason: String) {
        self.service = service
        self.isAssociated = isAssociated
        self.reason = reason
    }
}

/// The verdict, its reason, and what to do.
struct DomainVerdictView {
    let answer: DomainAnswer

    var html: HTML {
        section(.class("answer"), .aria(.labelledby, "verdict")) {
            answer.verdict.note
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

/// The differences between two files.
struct DomainDifferenceView {
    let differences: [String]?

    @HTMLBuilder var html: HTML {
        if let differences {
            section(.aria(.labelledby, "difference")) {
                h2(.id("difference")) { "Site and network compared" }
                if differences.isEmpty {
                    p(.class("note", "good")) { "Apple’s network has the same file as the site." }
                } else {
                    ul(.class("rows"), .role(.list), .data("code", "difference")) {
                        for difference in differences { li { difference } }
                    }
                }
            }
        }
    }
}
