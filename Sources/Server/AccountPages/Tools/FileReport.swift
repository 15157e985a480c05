import Markup

/// One way that a file was come by: what was met on it, and what is wrong with the file.
package struct FileReport: Sendable, Hashable {
    /// Where a file is from.
    package enum Origin: String, Sendable, Hashable {
        case site, network, pasted
    }

    package let origin: Origin
    /// What was asked, in its order; the last one counts. Empty for a file that was pasted.
    package let visits: [VisitReport]
    /// What was found, in the order of the text; of very many the gravest.
    package let findings: [FileFinding]
    /// How many more findings there are than are told.
    package let untoldFindings: Int
    /// The text; nil where there is none that could be shown.
    package let listing: FileListing?

    package init(
        _ origin: Origin, visits: [VisitReport] = [], findings: [FileFinding] = [], untoldFindings: Int = 0,
        listing: FileListing? = nil
    ) {
        self.origin = origin
        self.visits = visits
        self.findings = findings
        self.untoldFindings = untoldFindings
        self.listing = listing
    }
}

/// Something that the author of a file should know.
package struct FileFinding: Sendable, Hashable {
    package let severity: FindingSeverity
    /// A stable code, given to tools as `data-code`.
    package let code: String
    /// What was found, as a sentence.
    package let message: String
    /// What to do about it, as a sentence.
    package let remedy: String
    /// Where it stands; nil where it is about the file as a whole, or about how it was served.
    package let place: FilePlace?

    package init(severity: FindingSeverity, code: String, message: String, remedy: String, place: FilePlace? = nil) {
        self.severity = severity
        self.code = code
        self.message = message
        self.remedy = remedy
        self.place = place
    }
}

/// A place in a file, as people name it: both counted from 1.
package struct FilePlace: Sendable, Hashable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// The text of a file, line by line, with what was found in it marked. Of long files, what lies around the findings.
package struct FileListing: Sendable, Hashable {
    /// A line, or a gap.
    package enum Row: Sendable, Hashable {
        /// A line by its number, counted from 1, in pieces.
        case line(Int, [MarkedPiece])
        /// So many lines are left out.
        case gap(Int)
    }

    package let rows: [Row]
    /// How the text came about where it is not what was sent byte for byte, as a sentence; nil otherwise.
    package let remark: String?

    package init(_ rows: [Row], remark: String? = nil) {
        self.rows = rows
        self.remark = remark
    }

    /// Whether the line is shown.
    func shows(_ number: Int) -> Bool {
        rows.contains { if case .line(number, _) = $0 { true } else { false } }
    }
}

/// One question to a server, and what a device makes of the answer.
package struct VisitReport: Sendable, Hashable {
    package let tone: DomainTone
    /// The address that was asked.
    package let url: String
    /// What came: `200, 1,234 bytes`, or why nothing did.
    package let outcome: String
    /// What a device does now, as a sentence.
    package let meaning: String
    /// What else is known of the answer, by name: header fields, address, certificate, timing.
    package let facts: [VisitFact]

    package init(_ tone: DomainTone, url: String, outcome: String, meaning: String, facts: [VisitFact] = []) {
        self.tone = tone
        self.url = url
        self.outcome = outcome
        self.meaning = meaning
        self.facts = facts
    }
}

/// Something known of an answer.
package struct VisitFact: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

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
