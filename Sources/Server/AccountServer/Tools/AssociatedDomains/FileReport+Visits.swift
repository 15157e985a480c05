import AccountPages
import AssociatedDomains
import FoundationEssentials
import HTTPTypes
import InternetAddresses
import SiteChecks
import WebClient

extension EvaluatedFile {
    /// The maximum number of findings that are shown.
    static let mostFindings = 60

    /// Returns the report for the page.
    ///
    /// - Parameter interest: the numbers of lines that are always shown.
    func report(interest: some Sequence<Int>, access: ToolsConfiguration.SiteAccess) -> FileReport {
        let listed = gravest
        return FileReport(
            origin, visits: visits(access), findings: listed.map(FileFinding.init), hiddenFindings: findings.count - listed.count,
            listing: listing(listed, interest))
    }

    private var gravest: [Finding] {
        guard findings.count > Self.mostFindings else { return findings }
        let order = findings.indices.sorted { (findings[$1].severity, $0) < (findings[$0].severity, $1) }
        return order.prefix(Self.mostFindings).sorted().map { findings[$0] }
    }

    private func listing(_ listed: [Finding], _ interest: some Sequence<Int>) -> FileListing? {
        guard let (text, remark) = shownText, !text.isEmpty else { return nil }
        let marks = listed.filter(\.isInText).map { TextMark(bytes: $0.place.bytes, severity: FindingSeverity($0.severity)) }
        return FileListing(of: text, marks: marks, interest: interest, remark: remark)
    }

    /// The text that the positions of findings refer to; nil if the response is not text.
    private var shownText: (text: [UInt8], remark: String?)? {
        if let file {
            let remark: String? =
                switch file.wrapping {
                case .none: nil
                case .byteOrderMark: "Without the leading byte order mark."
                case .signature: "The content of the signature, which was not verified."
                }
            return (file.text, remark)
        }
        guard let bytes, !findings.contains(where: { $0.code == .signatureUnreadable }) else { return nil }
        return (bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes, nil)
    }

    private func visits(_ access: ToolsConfiguration.SiteAccess) -> [VisitReport] {
        guard let check else { return [] }
        return zip(check.route.locations, check.visits).enumerated().map { index, visit in
            VisitReport(visit.1, at: visit.0, isRead: file != nil && index == check.visits.count - 1, access: access)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Finding {
    /// Whether the finding concerns a position, rather than the whole file or its delivery.
    var isInText: Bool { !place.bytes.isEmpty || place.bytes.lowerBound > 0 }
}

extension FileFinding {
    fileprivate init(_ finding: Finding) {
        self.init(
            severity: FindingSeverity(finding.severity), code: finding.code.rawValue, message: finding.message.shortened(to: 500),
            remedy: finding.remedy,
            place: finding.isInText ? finding.position.map { FilePosition(line: $0.line, column: $0.column) } : nil)
    }
}

extension FindingSeverity {
    init(_ severity: Finding.Severity) {
        switch severity {
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}

extension VisitReport {
    /// Creates the report of one fetch and how a device interprets it.
    ///
    /// - Parameter isRead: whether the response is a valid file.
    init(_ report: FetchReport, at location: SiteFetch.Location, isRead: Bool, access: ToolsConfiguration.SiteAccess) {
        let url = "\(report.url)"
        switch report.outcome {
        case .success(let response):
            let meaning = Self.meaning(of: response.status.code, at: location, isRead: isRead)
            self.init(
                meaning.tone, url: url, outcome: "\(response.status.code), \(response.body.count) bytes", meaning: meaning.text,
                facts: response.facts + report.facts)
        case .failure(let error):
            let words = FetchFailureDescription(error, access: access)
            self.init(.bad, url: url, outcome: words.outcome, meaning: words.meaning, facts: report.facts)
        }
    }

    /// Returns how a device proceeds.
    private static func meaning(
        of status: Int, at location: SiteFetch.Location, isRead: Bool
    ) -> (tone: ToolTone, text: String) {
        switch (status, location) {
        case (200, _):
            isRead
                ? (.good, "Devices accept this file.")
                : (.bad, "Devices cannot parse this file and treat the site as not associated.")
        case (300..<400, _): (.bad, "Devices follow no redirects and treat the site as not associated.")
        case (400..<500, .wellKnown): (.odd, "No file here. Devices try the root next.")
        case (400..<500, .root): (.bad, "No file here either. Devices treat the site as not associated.")
        case (400..<500, .network): (.bad, "The network has no file for the site. Devices treat the site as not associated.")
        case (500..<600, _): (.bad, "The server failed. A device retries after three hours, at most eight times.")
        default: (.bad, "Devices accept only 200 and treat the site as not associated.")
        }
    }
}

extension FetchReport {
    fileprivate var facts: [VisitFact] {
        [address.map { VisitFact("Address", "\($0)") }].compactMap(\.self) + (certificate?.facts ?? []) + timings.facts
    }
}

extension WebResponse {
    /// A limited number of values for each name, because a site may send any number.
    fileprivate var facts: [VisitFact] {
        Dictionary(grouping: explanatoryHeaders.enumerated(), by: \.element.name).values
            .flatMap { $0.prefix(Self.mostOfOneName) }.sorted { $0.offset < $1.offset }
            .map { VisitFact($0.element.name, $0.element.value.shortened(to: 300)) }
    }

    private static let mostOfOneName = 4
}

extension ShownCertificate {
    fileprivate var facts: [VisitFact] {
        let others = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        return [
            VisitFact("Certificate of", subject.shortened(to: 300)), VisitFact("Issued by", issuer.shortened(to: 300)),
            VisitFact("For", names.prefix(Self.mostNames).map { $0.shortened(to: 253) }.joined(separator: ", ") + others),
            VisitFact("Valid", "\(Self.date(notBefore)) to \(Self.date(notAfter))"), VisitFact("SHA-256", fingerprint),
        ]
    }

    private static let mostNames = 8

    private static func date(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).formatted(.iso8601) }
}

extension FetchTimings {
    fileprivate var facts: [VisitFact] {
        let listed = milliseconds.map { "\($0.name) \($0.value) ms" }
        return listed.isEmpty ? [] : [VisitFact("Time", listed.joined(separator: ", "))]
    }
}
