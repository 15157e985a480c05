import Markup

/// One file: what is wrong with it beside its text, and how it was come by.
struct FileReportView {
    let report: FileReport
    let isOneOfMany: Bool

    var html: HTML {
        HTML {
            if report.listing != nil || !report.findings.isEmpty {
                section(.class("file"), .aria(.labelledby, id("file"))) {
                    h2(.id(id("file"))) {
                        isOneOfMany ? "\(report.origin.title), and what was found" : "The file, and what was found"
                    }
                    div(.class(report.listing == nil ? "alone" : "beside")) {
                        findings
                        listing
                    }
                }
            }
            if !report.visits.isEmpty {
                section(.class("visits"), .aria(.labelledby, id("visits"))) {
                    h2(.id(id("visits"))) { report.origin == .network ? "What Apple’s network answered" : "What the site answered" }
                    ol(.class("rows"), .role(.list)) {
                        for visit in report.visits { visit.html }
                    }
                }
            }
        }
    }

    @HTMLBuilder private var findings: HTML {
        if report.findings.isEmpty {
            p(.class("note", "good")) { "Nothing was found to be wrong with it." }
        } else {
            div(.class("found")) {
                ul(.class("rows", "findings"), .role(.list)) {
                    for finding in report.findings { html(of: finding) }
                }
                if report.untoldFindings > 0 { p(.class("detail")) { "And \(report.untoldFindings) more." } }
            }
        }
    }

    private func html(of finding: FileFinding) -> HTML {
        li(.class("is-\(finding.severity.rawValue)"), .data("code", finding.code)) {
            p(.class("name")) {
                span(.class("severity")) { finding.severity.label }
                " " + finding.message
            }
            p(.class("detail")) { finding.remedy }
            p(.class("where")) {
                if let place = finding.place {
                    Self.lineLink(place.line, in: report)
                    ", column \(place.column) · "
                }
                code { finding.code }
            }
        }
    }

    @HTMLBuilder private var listing: HTML {
        if let listing = report.listing {
            div(.class("listing-frame")) {
                ol(.class("listing"), .role(.list)) {
                    for row in listing.rows { html(of: row) }
                }
                if let remark = listing.remark { p(.class("detail")) { remark } }
            }
        }
    }

    private func html(of row: FileListing.Row) -> HTML {
        switch row {
        case .line(let number, let pieces):
            li(.id(Self.lineID(number, report.origin))) {
                span(.class("number")) { "\(number)" }
                code { for piece in pieces { piece.html } }
            }
        case .gap(let count):
            li(.class("gap")) {
                span(.class("number"), .aria(.hidden, "true")) { "⋮" }
                span { count == 1 ? "1 line left out" : "\(count) lines left out" }
            }
        }
    }

    private func id(_ part: String) -> String { "\(report.origin.rawValue)-\(part)" }

    private static func lineID(_ number: Int, _ origin: FileReport.Origin) -> String { "\(origin.rawValue)-line-\(number)" }

    /// The number of a line, as a link to it where the line is shown.
    @HTMLBuilder static func lineLink(_ number: Int, in report: FileReport?) -> HTML {
        if let report, report.listing?.shows(number) == true {
            a(.href(fragment: lineID(number, report.origin))) { "line \(number)" }
        } else {
            "line \(number)"
        }
    }
}

extension FileReport.Origin {
    fileprivate var title: String {
        switch self {
        case .site: "The site’s file"
        case .network: "The network’s file"
        case .pasted: "The pasted file"
        }
    }
}

extension VisitReport {
    fileprivate var html: HTML {
        li(.class("visit", tone.rawValue)) {
            p(.class("name")) { code { url } }
            p(.class("outcome", tone.rawValue)) { outcome }
            p { meaning }
            if !facts.isEmpty {
                details {
                    summary { "Header, address, certificate, timing" }
                    dl(.class("facts")) {
                        for fact in facts {
                            div {
                                dt { fact.name }
                                dd { bdi { fact.value } }
                            }
                        }
                    }
                }
            }
        }
    }
}
