import Markup

/// The report on a file from one source: the responses and the findings.
package struct FileReport: Sendable, Hashable {
    /// The source of a file.
    package enum Origin: String, Sendable, Hashable {
        case site, network, pasted
    }

    package let origin: Origin
    /// The requests in order; the last one counts. Empty for a pasted file.
    package let visits: [VisitReport]
    /// The findings in the order of the text; of very many only the most severe.
    package let findings: [FileFinding]
    /// The number of findings that are not shown.
    package let hiddenFindings: Int
    /// The text; nil if it cannot be shown.
    package let listing: FileListing?

    package init(
        _ origin: Origin, visits: [VisitReport] = [], findings: [FileFinding] = [], hiddenFindings: Int = 0,
        listing: FileListing? = nil
    ) {
        self.origin = origin
        self.visits = visits
        self.findings = findings
        self.hiddenFindings = hiddenFindings
        self.listing = listing
    }
}

/// A finding about a file for its author.
package struct FileFinding: Sendable, Hashable {
    package let severity: FindingSeverity
    /// A stable code, exposed as `data-code`.
    package let code: String
    /// The finding, as a sentence.
    package let message: String
    /// The remedy, as a sentence.
    package let remedy: String
    /// The position; nil if the finding is about the whole file or about how it was served.
    package let place: FilePosition?

    package init(severity: FindingSeverity, code: String, message: String, remedy: String, place: FilePosition? = nil) {
        self.severity = severity
        self.code = code
        self.message = message
        self.remedy = remedy
        self.place = place
    }
}

/// A position in a file, with line and column counted from 1.
package struct FilePosition: Sendable, Hashable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// The text of a file by lines, with the findings marked. Of a long file only the lines around findings.
package struct FileListing: Sendable, Hashable {
    /// A line or a gap.
    package enum Row: Sendable, Hashable {
        /// A line with its number, counted from 1, in pieces.
        case line(Int, [MarkedPiece])
        /// The number of omitted lines.
        case gap(Int)
    }

    package let rows: [Row]
    /// A sentence about how the text was converted if it is not shown byte for byte; nil otherwise.
    package let remark: String?

    package init(_ rows: [Row], remark: String? = nil) {
        self.rows = rows
        self.remark = remark
    }

    /// Returns whether the line is shown.
    func shows(_ number: Int) -> Bool {
        rows.contains { if case .line(number, _) = $0 { true } else { false } }
    }
}

/// A request to a server, and how a device treats the response.
package struct VisitReport: Sendable, Hashable {
    package let tone: ToolTone
    /// The requested URL.
    package let url: String
    /// The outcome, such as `200, 1,234 bytes`, or the reason for a failure.
    package let outcome: String
    /// The next action of a device, as a sentence.
    package let meaning: String
    /// Further details of the response by name: header fields, address, certificate, timing.
    package let facts: [VisitFact]

    package init(_ tone: ToolTone, url: String, outcome: String, meaning: String, facts: [VisitFact] = []) {
        self.tone = tone
        self.url = url
        self.outcome = outcome
        self.meaning = meaning
        self.facts = facts
    }
}

/// A detail of a response.
package struct VisitFact: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A file with its findings, and the requests that fetched it.
struct FileReportView {
    let report: FileReport
    let isOneOfMany: Bool

    var html: HTML {
        HTML {
            if report.listing != nil || !report.findings.isEmpty {
                section(.class("file"), .aria(.labelledby, id("file"))) {
                    h2(.id(id("file"))) {
                        isOneOfMany ? "\(report.origin.title) and findings" : "File and findings"
                    }
                    div(.class(report.listing == nil ? "alone" : "beside")) {
                        findings
                        listing
                    }
                }
            }
            if !report.visits.isEmpty {
                section(.class("visits"), .aria(.labelledby, id("visits"))) {
                    h2(.id(id("visits"))) { report.origin == .network ? "Responses of Apple’s network" : "Responses of the site" }
                    ol(.class("rows"), .role(.list)) {
                        for visit in report.visits { visit.html }
                    }
                }
            }
        }
    }

    @HTMLBuilder private var findings: HTML {
        if report.findings.isEmpty {
            p(.class("note", "good")) { "No problems found." }
        } else {
            div(.class("found")) {
                ul(.class("rows", "findings"), .role(.list)) {
                    for finding in report.findings { html(of: finding) }
                }
                if report.hiddenFindings > 0 { p(.class("detail")) { "And \(report.hiddenFindings) more." } }
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
                span { count == 1 ? "1 line omitted" : "\(count) lines omitted" }
            }
        }
    }

    private func id(_ part: String) -> String { "\(report.origin.rawValue)-\(part)" }

    private static func lineID(_ number: Int, _ origin: FileReport.Origin) -> String { "\(origin.rawValue)-line-\(number)" }

    /// The number of a line, as a link if the line is shown.
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
                    summary { "Headers, address, certificate, timing" }
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
