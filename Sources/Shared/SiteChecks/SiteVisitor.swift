package import AssociatedDomains
import HTTPTypes
package import WebClient

/// Asks sites for their association files, and Apple's network about them.
package struct SiteVisitor: Sendable {
    private let fetcher: any SiteFetching
    private let port: Int
    private let network: String

    /// What devices ask, as an origin.
    package static let appleNetwork = "https://app-site-association.cdn-apple.com"

    /// - Parameters:
    ///   - port: where sites listen, for trying; systems ask at 443 alone.
    ///   - network: what answers in place of Apple's network, as an origin.
    package init(fetcher: any SiteFetching, port: Int = 443, network: String = appleNetwork) {
        self.fetcher = fetcher
        self.port = port
        self.network = network
    }

    /// Looks for the file as systems do: at the next place of the route while the answer is 4xx. The last visit is the one that counts;
    /// there is always one.
    ///
    /// - Throws: where the network is no origin.
    package func visits(to domain: DomainName, by route: SiteRoute) async throws(WebURLError) -> [FetchReport] {
        var visits: [FetchReport] = []
        for location in route.locations {
            let visit = try await visit(domain, at: location)
            visits.append(visit)
            guard case .success(let response) = visit.outcome, (400..<500).contains(response.status.code) else { break }
        }
        return visits
    }

    /// Asks for a domain's file at one place. Throws where the network is no origin.
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

/// What visits URLs that strangers name: `SiteFetcher`, `InsecureSiteFetcher`, or a double of them in tests.
package protocol SiteFetching: Sendable {
    /// Asks for `url` by GET, and reports what it met.
    func fetch(_ url: WebURL) async -> FetchReport
}

extension SiteFetcher: SiteFetching {
    package func fetch(_ url: WebURL) async -> FetchReport { await fetch(url, headers: [:]) }
}

extension InsecureSiteFetcher: SiteFetching {
    package func fetch(_ url: WebURL) async -> FetchReport { await fetch(url, headers: [:]) }
}

/// Which way a file is fetched.
package enum SiteRoute: String, CaseIterable, Sendable {
    /// From the site itself.
    case origin
    /// From Apple's content delivery network, which most devices ask.
    case cdn

    /// Where the file is looked for, in this order while the answer is 4xx.
    package var locations: [SiteFetch.Location] {
        switch self {
        case .origin: [.wellKnown, .root]
        case .cdn: [.network]
        }
    }
}
