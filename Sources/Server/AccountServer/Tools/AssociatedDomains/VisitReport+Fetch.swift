import AccountPages
import AssociatedDomains
import FoundationEssentials
import HTTPTypes
import InternetAddresses
import SiteChecks
import WebClient

extension VisitReport {
    /// One visit, and what a device makes of it.
    ///
    /// - Parameter isRead: whether the answer is a file that can be read.
    init(_ report: FetchReport, at location: SiteFetch.Location, isRead: Bool, access: ToolsConfiguration.SiteAccess) {
        let url = "\(report.url)"
        switch report.outcome {
        case .success(let response):
            let meaning = Self.meaning(of: response.status.code, at: location, isRead: isRead)
            self.init(
                meaning.tone, url: url, outcome: "\(response.status.code), \(response.body.count) bytes", meaning: meaning.text,
                facts: response.facts + report.facts)
        case .failure(let error):
            let words = FetchFailureWords(error, access: access)
            self.init(.bad, url: url, outcome: words.outcome, meaning: words.meaning, facts: report.facts)
        }
    }

    /// Where a device goes from here.
    private static func meaning(
        of status: Int, at location: SiteFetch.Location, isRead: Bool
    ) -> (tone: DomainTone, text: String) {
        switch (status, location) {
        case (200, _):
            isRead ? (.good, "A device takes this file.") : (.bad, "A device takes this, and cannot read it: the site says no.")
        case (300..<400, _): (.bad, "Devices follow no redirect: to them the site says no.")
        case (400..<500, .wellKnown): (.odd, "There is no file here. A device looks at the root next.")
        case (400..<500, .root): (.bad, "There is no file here either: to a device the site says no.")
        case (400..<500, .network): (.bad, "The network has no file of the site: to a device the site says no.")
        case (500..<600, _): (.bad, "The server failed. A device tries again after three hours, eight times at most.")
        default: (.bad, "Only 200 counts: to a device the site says no.")
        }
    }
}

extension FetchReport {
    fileprivate var facts: [VisitFact] {
        [address.map { VisitFact("Address", "\($0)") }].compactMap(\.self) + (certificate?.facts ?? []) + timings.facts
    }
}

extension WebResponse {
    /// A few of each name: a site may send as many as it likes.
    fileprivate var facts: [VisitFact] {
        Dictionary(grouping: tellingHeaders.enumerated(), by: \.element.name).values
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
        let told = milliseconds.map { "\($0.name) \($0.value) ms" }
        return told.isEmpty ? [] : [VisitFact("Time", told.joined(separator: ", "))]
    }
}
