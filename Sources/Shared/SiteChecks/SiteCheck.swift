package import AssociatedDomains
import HTTPTypes
package import WebClient

/// The result of fetching a file by one route, and its evaluation.
package struct SiteCheck: Sendable {
    package let route: SiteRoute
    /// All fetches. The last one decides. Never empty.
    package let visits: [FetchReport]
    /// The problems of the response and, after a success, of the file.
    package let findings: [Finding]
    /// The file of a response with status 200. Nil if it is missing or malformed.
    package let file: AssociationFile?

    /// Evaluates the fetches. Lints the file, which takes time for a large one.
    package init(route: SiteRoute, visits: [FetchReport]) {
        self.route = route
        self.visits = visits
        guard case .success(let response)? = visits.last?.outcome else {
            (findings, file) = ([], nil)
            return
        }
        // The paths of the content delivery network are not chosen by the site.
        let url = route == .origin ? visits.last.map { "\($0.url)" } : nil
        let headers = response.headers.map { (name: $0.name.rawName, value: $0.value) }
        findings = FetchedFile(url: url, status: response.status.code, headers: headers, body: response.body).lint()
        file = response.status.code == 200 ? try? AssociationFile(response.body) : nil
    }

    /// The body of a response with status 200, even if it is not a valid file.
    package var body: [UInt8]? {
        guard case .success(let response)? = visits.last?.outcome, response.status.code == 200 else { return nil }
        return response.body
    }

    /// The status of the last response. Nil if there was none.
    package var status: Int? {
        if case .success(let response)? = visits.last?.outcome { response.status.code } else { nil }
    }

    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// The reason why the last visit has no response. Nil if it has one.
    package var failure: WebClientError? { if case .failure(let error)? = visits.last?.outcome { error } else { nil } }
}

/// The differences between the network's copy of a file and that of the site.
package struct SiteDifference: Sendable {
    /// One clause for each difference. Empty if the bytes are equal or missing on either side. The clauses quote the files, so
    /// escape them for a terminal or page.
    package let lines: [String]

    package init(origin: SiteCheck, cdn: SiteCheck) {
        guard let own = origin.file, let copy = cdn.file else {
            let sides = [origin, cdn].map { "\($0.route.rawValue) \($0.file == nil ? "has no file that can be read" : "has one")" }
            lines = origin.file == nil && cdn.file == nil ? [] : [sides.joined(separator: ", ")]
            return
        }
        guard origin.body != cdn.body else {
            lines = []
            return
        }
        let apps = AssociatedService.allCases.flatMap { service in
            Self.compare(service.rawValue, own.appIDs(for: service), copy.appIDs(for: service))
        }
        let sizes = "the texts differ: \(own.text.count) bytes at the origin, \(copy.text.count) bytes at the CDN"
        lines = [sizes] + (apps.isEmpty ? ["the apps are the same"] : apps)
    }

    private static func compare(_ service: String, _ own: [String], _ copy: [String]) -> [String] {
        let (ownSet, copySet) = (Set(own), Set(copy))
        return ownSet.subtracting(copySet).sorted().map { "\(service): \($0) is at the origin alone" }
            + copySet.subtracting(ownSet).sorted().map { "\(service): \($0) is at the CDN alone" }
    }
}

extension WebResponse {
    /// The header fields that explain a response, with their usual names: the type and the age of the file, and errors reported by
    /// Apple's network.
    package var explanatoryHeaders: [(name: String, value: String)] {
        Self.explanatory.flatMap { name in
            headers.filter { $0.name.rawName.lowercased() == name.lowercased() }.map { (name, $0.value) }
        }
    }

    private static let explanatory = [
        "Content-Type", "Content-Length", "Location", "Cache-Control", "Age", "Last-Modified", "ETag", "Server",
        "Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Try-Direct",
    ]
}

extension FetchTimings {
    /// The time at which each phase ended, in whole milliseconds from the start of the fetch. Omits phases that were not reached.
    package var milliseconds: [(name: String, value: Int64)] {
        let named = [("resolved", resolved), ("connected", connected), ("answered", answered), ("finished", finished)]
        return named.compactMap { name, time in
            time.map { (name, $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) }
        }
    }
}
