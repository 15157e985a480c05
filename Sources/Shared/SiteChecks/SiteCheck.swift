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
