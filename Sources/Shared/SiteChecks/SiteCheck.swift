package import AssociatedDomains
import HTTPTypes
package import WebClient

/// What one route gave, and what it means.
package struct SiteCheck: Sendable {
    package let route: SiteRoute
    /// Every visit, the last one being that which counts; never empty.
    package let visits: [FetchReport]
    /// What is wrong with how the file was served and, if it was, with the file itself.
    package let findings: [Finding]
    /// The file that was served with 200; nil where there is none, or none that can be read.
    package let file: AssociationFile?

    /// Reads what was met. It may take a moment: the file is linted.
    package init(route: SiteRoute, visits: [FetchReport]) {
        self.route = route
        self.visits = visits
        guard case .success(let response)? = visits.last?.outcome else {
            (findings, file) = ([], nil)
            return
        }
        // The paths of the network are its own, and nobody's mistake.
        let url = route == .origin ? visits.last.map { "\($0.url)" } : nil
        let headers = response.headers.map { (name: $0.name.rawName, value: $0.value) }
        findings = FetchedFile(url: url, status: response.status.code, headers: headers, body: response.body).lint()
        file = response.status.code == 200 ? try? AssociationFile(response.body) : nil
    }

    /// The bytes that were served with 200, whether or not they are a file.
    package var body: [UInt8]? {
        guard case .success(let response)? = visits.last?.outcome, response.status.code == 200 else { return nil }
        return response.body
    }

    /// The status of the answer that counts; nil where there was none.
    package var status: Int? {
        if case .success(let response)? = visits.last?.outcome { response.status.code } else { nil }
    }

    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Why there was no answer; nil where there was one.
    package var failure: WebClientError? { if case .failure(let error)? = visits.last?.outcome { error } else { nil } }
}

/// How the network's copy of a file differs from the site's own.
package struct SiteDifference: Sendable {
    /// One clause for each difference; empty where the bytes are the same, or there are none on either side. They hold what the files say,
    /// so whoever shows them takes care of what a terminal or page would obey.
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
    /// The fields that say how a file came about, each under its usual name: what it is, how old it is, and what Apple's network says of
    /// its own failures.
    package var tellingHeaders: [(name: String, value: String)] {
        Self.telling.flatMap { name in
            headers.filter { $0.name.rawName.lowercased() == name.lowercased() }.map { (name, $0.value) }
        }
    }

    private static let telling = [
        "Content-Type", "Content-Length", "Location", "Cache-Control", "Age", "Last-Modified", "ETag", "Server",
        "Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Try-Direct",
    ]
}

extension FetchTimings {
    /// When each part was done, in whole milliseconds from the beginning of the visit; what it did not come to is left out.
    package var milliseconds: [(name: String, value: Int64)] {
        let named = [("resolved", resolved), ("connected", connected), ("answered", answered), ("finished", finished)]
        return named.compactMap { name, time in
            time.map { (name, $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) }
        }
    }
}
