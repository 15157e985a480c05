package import AssociatedDomains
import HTTPTypes
package import WebClient

/// Requests association files from sites and from Apple's content delivery network.
package struct SiteVisitor: Sendable {
    private let fetcher: any SiteFetching
    private let port: Int
    private let network: String

    /// The origin of Apple's network, which devices use.
    package static let appleNetwork = "https://app-site-association.cdn-apple.com"

    /// - Parameters:
    ///   - port: The port of sites, for tests. Systems use only 443.
    ///   - network: The origin of a replacement for Apple's network.
    package init(fetcher: any SiteFetching, port: Int = 443, network: String = appleNetwork) {
        self.fetcher = fetcher
        self.port = port
        self.network = network
    }

    /// Fetches the file as systems do: at the next location of the route while the status is 4xx. Returns at least one report, and the
    /// last one decides.
    ///
    /// - Throws: ``WebURLError`` if the network is not an origin.
    package func visits(to domain: DomainName, by route: SiteRoute) async throws(WebURLError) -> [FetchReport] {
        var visits: [FetchReport] = []
        for location in route.locations {
            let visit = try await visit(domain, at: location)
            visits.append(visit)
            guard case .success(let response) = visit.outcome, (400..<500).contains(response.status.code) else { break }
        }
        return visits
    }

    /// Requests a domain's file at one location. Throws if the network is not an origin.
    package func visit(_ domain: DomainName, at location: SiteFetch.Location) async throws(WebURLError) -> FetchReport {
        await fetcher.fetch(try url(of: domain, at: location))
    }

    private func url(of domain: DomainName, at location: SiteFetch.Location) throws(WebURLError) -> WebURL {
        switch location {
        case .network: try WebURL("\(network)/a/v1/\(domain)")
        case .wellKnown: try WebURL("https://\(domain):\(port)/.well-known/apple-app-site-association")
        case .root: try WebURL("https://\(domain):\(port)/apple-app-site-association")
        }
    }
}

/// Performs requests to untrusted URLs: `SiteFetcher`, `InsecureSiteFetcher`, or a test double.
package protocol SiteFetching: Sendable {
    /// Sends a GET request to `url` and reports the result.
    func fetch(_ url: WebURL) async -> FetchReport
}

extension SiteFetcher: SiteFetching {
    package func fetch(_ url: WebURL) async -> FetchReport { await fetch(url, headers: [:]) }
}

extension InsecureSiteFetcher: SiteFetching {
    package func fetch(_ url: WebURL) async -> FetchReport { await fetch(url, headers: [:]) }
}

/// The route by which a file is fetched.
package enum SiteRoute: String, CaseIterable, Sendable {
    /// From the site itself.
    case origin
    /// From Apple's content delivery network, which most devices use.
    case cdn

    /// The locations of the file, tried in this order while the status is 4xx.
    package var locations: [SiteFetch.Location] {
        switch self {
        case .origin: [.wellKnown, .root]
        case .cdn: [.network]
        }
    }
}
