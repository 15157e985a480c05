package import HTTPTypes
internal import NIOSSL

/// Visits sites and believes any certificate, even one that is expired, self-signed or for another name: whoever is on the way may
/// answer in the site's place.
///
/// It is a type of its own so that what is handed a ``SiteFetcher`` is never handed this. Everything else is as there: addresses,
/// redirects, time and bytes, TLS 1.2 or later. For what says of itself that certificates do not count, as an app's entitlement with
/// `?mode=developer` does on a device in developer mode.
package struct InsecureSiteFetcher: Sendable {
    private let fetcher: SiteFetcher

    package init(
        userAgent: String, policy: AddressPolicy = .publicOnly, limits: WebLimits = WebLimits(),
        resolver: any HostResolver = SystemResolver()
    ) throws {
        var configuration = try WebTrust.system.configuration()
        configuration.certificateVerification = .none
        fetcher = try SiteFetcher(
            userAgent: userAgent, policy: policy, limits: limits, configuration: configuration, resolver: resolver)
    }

    /// Asks for `url` by GET; otherwise as ``SiteFetcher/fetch(_:headers:)``. The report holds the certificate, whatever it is.
    package func fetch(_ url: WebURL, headers: HTTPFields = [:]) async -> FetchReport {
        await fetcher.fetch(url, headers: headers)
    }
}
