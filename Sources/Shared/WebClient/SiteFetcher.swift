package import HTTPTypes
internal import InternetAddresses
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOSSL

/// Visits URLs that strangers name, and reports what it met: addresses, certificate, timing, answer.
///
/// The address that was checked is the address that is connected to: the name is resolved once, here, and never again. Redirects
/// are answers, time and bytes are bounded, nothing but the given fields is sent, and no cookie or secret is held.
package struct SiteFetcher: Sendable {
    private let policy: AddressPolicy
    private let resolver: any HostResolver
    private let limits: WebLimits
    private let userAgent: String
    private let tls: NIOSSLContext

    /// How many of a host's addresses are tried.
    private static let attempts = 3

    /// Throws where an authority of `trust` is no certificate.
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

    /// Asks for `url` by GET. Plain http is refused but to this machine itself where the policy admits it.
    package func fetch(_ url: WebURL, headers: HTTPFields = [:]) async -> FetchReport {
        let start = NIODeadline.now()
        let deadline = start + TimeAmount(limits.total)
        var report = FetchReport(url: url, outcome: .failure(.unresolvable(host: url.host)))
        guard url.scheme == .https || (policy == .any && url.isLoopback) else {
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
            report.outcome = .failure(.addressesRefused(host: url.host, found))
            return report
        }

        for address in admitted.prefix(Self.attempts) {
            let visit = SiteVisit(
                url: url, address: address, headers: requestFields(for: url, adding: headers), tls: tls, limits: limits,
                start: start,
                deadline: deadline)
            await visit.perform(into: &report)
            guard report.timings.connected == nil, case .failure(.unreachable) = report.outcome else { break }
        }
        report.timings.finished = Duration(NIODeadline.now() - start)
        return report
    }

    private func requestFields(for url: WebURL, adding headers: HTTPFields) -> [(String, String)] {
        [("Host", url.authority), ("User-Agent", userAgent), ("Accept-Encoding", "identity"), ("Connection", "close")]
            + headers.map { ($0.name.rawName, $0.value) }
    }

    /// Nil when the time is over first; the look-up itself cannot be stopped and ends unheard.
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

/// Whose certificates are believed.
package struct WebTrust: Hashable, Sendable {
    /// Certificates of further authorities, PEM, beside those of the system: a test authority, a company's own.
    package var additionalAuthorities: [String]

    package init(additionalAuthorities: [String] = []) {
        self.additionalAuthorities = additionalAuthorities
    }

    /// The authorities that this system trusts.
    package static let system = WebTrust()

    /// Throws where an authority is no certificate.
    func configuration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        let authorities = try additionalAuthorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
        if !authorities.isEmpty { configuration.additionalTrustRoots = [.certificates(authorities)] }
        return configuration
    }
}
