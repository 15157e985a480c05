package import AssociatedDomains
import HTTPTypes
import PasswordManager
package import WebClient

/// Fetches association files from real sites, and verifies the certificate that the entitlement's mode requires.
package struct SiteLoader: AssociationLoader {
    private let standard: SiteFetcher
    private let managed: SiteFetcher
    private let developer: InsecureSiteFetcher
    private let port: Int?

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - policy: the daemon's policy, with the limits of time and size.
    ///   - deviceRoots: the device's trusted roots, for apps that a manager installed; only the public roots if empty.
    ///   - port: the port of the sites, for tests; devices use only 443.
    /// - Throws: an error if a root is not a certificate.
    package init(
        userAgent: String, policy: DaemonPolicy, addresses: AddressPolicy = .publicOnly, deviceRoots: WebTrust = .system,
        resolver: any HostResolver = SystemResolver(), port: Int? = nil
    ) throws {
        self.port = port
        let limits = WebLimits(
            connecting: .seconds(policy.timeout), total: .seconds(policy.timeout), body: policy.maximumBytes)
        standard = try SiteFetcher(userAgent: userAgent, policy: addresses, limits: limits, resolver: resolver)
        managed = try SiteFetcher(userAgent: userAgent, policy: addresses, limits: limits, trust: deviceRoots, resolver: resolver)
        developer = try InsecureSiteFetcher(userAgent: userAgent, policy: addresses, limits: limits, resolver: resolver)
    }

    package func load(_ fetch: SiteFetch) async -> SiteAnswer {
        guard let url = try? address(fetch) else { return .connectionFailed("\(fetch.url) is not a valid URL") }
        return switch fetch.certificateRule {
        case .publiclyTrusted: SiteAnswer(await standard.fetch(url).outcome)
        case .trustedByDevice: SiteAnswer(await managed.fetch(url).outcome)
        case .any: SiteAnswer(await developer.fetch(url).outcome)
        }
    }

    private func address(_ fetch: SiteFetch) throws(WebURLError) -> WebURL {
        let url = try WebURL(fetch.url)
        guard let port else { return url }
        return try WebURL("https://\(url.host):\(port)\(url.target)")
    }
}

extension WebTransport {
    /// Returns the response of a test server in place of a site.
    package func siteAnswer(at url: WebURL) async -> SiteAnswer {
        do throws(WebClientError) {
            return SiteAnswer(.success(try await send(WebRequest(.get, url))))
        } catch {
            return SiteAnswer(.failure(error))
        }
    }
}

extension SiteAnswer {
    /// Converts the result of a fetch for the daemon.
    package init(_ outcome: Result<WebResponse, WebClientError>) {
        switch outcome {
        case .success(let response):
            let direct = response.headers.first { $0.name.rawName.lowercased() == "apple-try-direct" }?.value == "true"
            self = .response(status: response.status.code, body: response.body, triesDirect: direct)
        case .failure(.tooLarge): self = .tooLarge
        case .failure(.timedOut): self = .timedOut
        case .failure(.untrusted(let reason)): self = .certificateRejected(reason)
        case .failure(let error): self = .connectionFailed("\(error)")
        }
    }
}

/// Checks sites for their change-password pages.
package struct ChangePasswordPages: ChangePasswordTransport {
    /// The maximum number of redirects, as in browsers (Fetch, section 4.4).
    package static let maximumRedirects = 20

    private let transport: any WebTransport

    package init(transport: any WebTransport) {
        self.transport = transport
    }

    /// Returns the status of a page. Follows redirects to paths of the same site and to https URLs; any other redirect is an error.
    package func status(of address: String) async throws -> Int {
        var url = try WebURL(address)
        for _ in 0...Self.maximumRedirects {
            let answer = try await transport.send(WebRequest(.get, url, headers: [.cacheControl: "no-store"]))
            guard answer.status.kind == .redirection, let location = answer.headers[.location] else { return answer.status.code }
            url = try Self.next(location, after: url)
        }
        throw RedirectFailure()
    }

    private static func next(_ location: String, after url: WebURL) throws -> WebURL {
        let next = location.hasPrefix("/") && !location.hasPrefix("//") ? "https://\(url.authority)\(location)" : location
        guard next.hasPrefix("https://") else { throw RedirectFailure() }
        return try WebURL(next)
    }

    /// A malformed redirect, or too many.
    private struct RedirectFailure: Error {}
}
