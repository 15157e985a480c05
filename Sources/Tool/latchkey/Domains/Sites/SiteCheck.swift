import AssociatedDomains
import HTTPTypes
import WebClient

/// What one route gave, and what it means.
struct SiteCheck: Sendable {
    let route: SiteRoute
    /// Every visit, the last one being that which counts; never empty.
    let visits: [FetchReport]
    let findings: [Finding]
    /// The file that was served with 200; nil where there is none, or none that can be read.
    let file: AssociationFile?

    /// Looks for the file as systems do: at the next place while the answer is 4xx.
    init(of domain: DomainName, by route: SiteRoute, visitor: SiteVisitor) async throws {
        var visits: [FetchReport] = []
        for location in route.locations {
            let visit = try await visitor.visit(domain, at: location)
            visits.append(visit)
            guard visit.status.map({ (400..<500).contains($0) }) == true else { break }
        }
        self.init(route: route, visits: visits)
    }

    init(route: SiteRoute, visits: [FetchReport]) {
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

    /// The file's bytes as they were served.
    var body: [UInt8]? { if case .success(let response)? = visits.last?.outcome, file != nil { response.body } else { nil } }

    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Why there was no answer; nil where there was one.
    var failure: WebClientError? { if case .failure(let error)? = visits.last?.outcome { error } else { nil } }
}

extension FetchReport {
    /// The status of the answer.
    var status: Int? { if case .success(let response) = outcome { response.status.code } else { nil } }
}

extension WebClientError {
    /// A stable name for programs.
    var code: String {
        switch self {
        case .insecure: "insecure"
        case .unresolvable: "unresolvable"
        case .addressesRefused: "private-address"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted-certificate"
        case .timedOut: "timed-out"
        case .tooLarge: "too-large"
        case .malformed: "malformed-answer"
        case .cancelled: "cancelled"
        }
    }

    /// How a command ends that this stopped. What a device would take for a no is a no.
    var exitStatus: ExitStatus {
        switch self {
        case .untrusted, .tooLarge: .negative
        case .insecure, .addressesRefused: .usage
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: .failure
        }
    }
}
