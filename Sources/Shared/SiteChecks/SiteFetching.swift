import HTTPTypes
package import WebClient

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
