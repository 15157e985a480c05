package import HTTPTypes
internal import InternetAddresses
internal import NIOConcurrencyHelpers
internal import NIOCore
package import NIOSSL

/// Sends requests to URLs from untrusted sources, and reports address, certificate, timing and response.
///
/// It resolves the name once and connects to the address that it checked. Redirects are returned as responses. Time and size are
/// limited. It sends only the given fields, and holds no cookies or secrets.
package struct SiteFetcher: WebTransport {
    private let policy: AddressPolicy
    private let resolver: any HostResolver
    private let limits: WebLimits
    private let userAgent: String
    private let tls: NIOSSLContext

    /// The number of a host's addresses that are tried.
    private static let attempts = 3

    /// Throws if an authority of `trust` is not a certificate.
    package init(
        userAgent: String, policy: AddressPolicy = .publicOnly, limits: WebLimits = WebLimits(), trust: WebTrust = .system,
        resolver: any HostResolver = SystemResolver()
    ) throws {
        try self.init(
            userAgent: userAgent, policy: policy, limits: limits, configuration: try trust.configuration(), resolver: resolver)
    }

    init(
        userAgent: String, policy: AddressPolicy, limits: WebLimits, configuration: TLSConfiguration, resolver: any HostResolver
    ) throws {
        self.policy = policy
        self.resolver = resolver
        self.limits = limits
        self.userAgent = userAgent
        var configuration = configuration
        configuration.applicationProtocols = ["http/1.1"]
        tls = try NIOSSLContext(configuration: configuration)
    }

    /// Sends a GET request to `url`. Plain http is rejected except for loopback hosts, if the policy permits those.
    package func fetch(_ url: WebURL, headers: HTTPFields = [:]) async -> FetchReport {
        await report(of: WebRequest(.get, url, headers: headers))
    }

    /// Sends a request under the same rules, and returns its response.
    package func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        try await report(of: request).outcome.get()
    }

    private func report(of request: WebRequest) async -> FetchReport {
        let url = request.url
        let start = NIODeadline.now()
        let deadline = start + TimeAmount(limits.total)
        var report = FetchReport(url: url, outcome: .failure(.unresolvable(host: url.host)))
        guard url.scheme == .https || (policy != .publicOnly && url.isLoopback) else {
            report.outcome = .failure(.insecure(host: url.host))
            return report
        }

        let found: [IPAddress]
        if let literal = url.literalAddress {
            found = [literal]
        } else {
            guard let answer = await addresses(of: url.host, until: deadline) else {
                report.outcome = .failure(.timedOut)
                return report
            }
            found = answer
        }
        report.timings.resolved = Duration(NIODeadline.now() - start)
        guard !found.isEmpty else { return report }
        let admitted = found.filter(policy.admits)
        guard !admitted.isEmpty else {
            report.outcome = .failure(.addressesRejected(host: url.host, found))
            return report
        }

        for address in admitted.prefix(Self.attempts) {
            let visit = SiteVisit(
                request: request, address: address, headers: fields(of: request), tls: tls, limits: limits, start: start,
                deadline: deadline)
            await visit.perform(into: &report)
            guard report.timings.connected == nil, case .failure(.unreachable) = report.outcome else { break }
        }
        report.timings.finished = Duration(NIODeadline.now() - start)
        return report
    }

    private func fields(of request: WebRequest) -> [(String, String)] {
        [("Host", request.url.authority), ("User-Agent", userAgent), ("Accept-Encoding", "identity"), ("Connection", "close")]
            + (request.method == .get ? [] : [("Content-Length", "\(request.body.count)")])
            + request.headers.map { ($0.name.rawName, $0.value) }
    }

    /// Returns nil if the deadline passes first. The lookup cannot be cancelled, so its result is then ignored.
    private func addresses(of host: String, until deadline: NIODeadline) async -> [IPAddress]? {
        let resolver = resolver
        let left = deadline - NIODeadline.now()
        let (answers, continuation) = AsyncStream.makeStream(of: [IPAddress]?.self)
        let lookUp = Task { continuation.yield(await resolver.addresses(of: host)) }
        let timer = Task {
            try await Task.sleep(for: Duration(left))
            continuation.yield(nil)
        }
        defer {
            lookUp.cancel()
            timer.cancel()
        }
        for await answer in answers { return answer }
        return nil
    }
}

/// Fetches sites without verifying certificates: expired, self-signed and wrong-name certificates are accepted, so an attacker on
/// the path can impersonate the site.
///
/// It is a separate type, so that code with a ``SiteFetcher`` cannot receive it by mistake. Addresses, redirects, limits and TLS
/// 1.2 or later are handled in the same way. Use it only where certificates do not matter by definition, such as for an entitlement
/// with `?mode=developer` on a device in developer mode.
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

    /// Sends a GET request to `url`, like ``SiteFetcher/fetch(_:headers:)``. The report contains any certificate.
    package func fetch(_ url: WebURL, headers: HTTPFields = [:]) async -> FetchReport {
        await fetcher.fetch(url, headers: headers)
    }
}

/// The trusted authorities.
package struct WebTrust: Hashable, Sendable {
    /// PEM certificates of authorities to trust in addition to the system's, such as a test authority or a company's.
    package var additionalAuthorities: [String]

    package init(additionalAuthorities: [String] = []) {
        self.additionalAuthorities = additionalAuthorities
    }

    /// The index of the first authority that is not a PEM certificate; nil if all are.
    package var malformedAuthority: Int? {
        additionalAuthorities.firstIndex { (try? WebTrust(additionalAuthorities: [$0]).configuration()) == nil }
    }

    /// The system's authorities.
    package static let system = WebTrust()

    /// Returns a client's configuration: TLS 1.2 or later, with certificates checked against the name. Throws if an authority is not
    /// a certificate.
    package func configuration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        let authorities = try additionalAuthorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
        if !authorities.isEmpty { configuration.additionalTrustRoots = [.certificates(authorities)] }
        return configuration
    }
}
