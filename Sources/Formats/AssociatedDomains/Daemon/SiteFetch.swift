public import FoundationEssentials

/// A download that the daemon requests. The fetcher must not follow redirects, and reports every result as a ``SiteAnswer``.
public struct SiteFetch: Sendable, Hashable {
    /// The location of the file.
    public enum Location: String, Sendable, Hashable, CaseIterable, Codable {
        /// The content delivery network.
        case network
        /// `/.well-known/apple-app-site-association` on the site.
        case wellKnown = "well-known"
        /// `/apple-app-site-association` on the site, the location before 2015.
        case root
    }

    /// The number of the download, which the response repeats.
    public let id: Int

    /// The site.
    public let domain: DomainName

    /// The means of access to the site.
    public let access: SiteAccess

    /// The location of the file.
    public let location: Location

    /// The maximum size of the response body in bytes.
    public let maximumBytes: Int

    /// The maximum duration in seconds.
    public let timeout: TimeInterval

    /// The URL, always https.
    public var url: String {
        switch location {
        case .network: "https://app-site-association.cdn-apple.com/a/v1/\(domain)"
        case .wellKnown: "https://\(domain)/.well-known/apple-app-site-association"
        case .root: "https://\(domain)/apple-app-site-association"
        }
    }

    /// The rule for the certificate. The content delivery network always requires a publicly trusted one.
    public var certificateRule: CertificateRule { location == .network ? .publiclyTrusted : access.certificateRule }
}

/// The result of a download.
public enum SiteAnswer: Sendable, Hashable {
    /// A complete response. `triesDirect` is whether the network sent `Apple-Try-Direct: true`.
    case response(status: Int, body: [UInt8], triesDirect: Bool = false)
    /// The body exceeds the requested maximum.
    case tooLarge
    /// The response was not complete within the timeout.
    case timedOut
    /// The connection failed or broke, or the name does not resolve; with a human-readable reason.
    case connectionFailed(String)
    /// The certificate does not satisfy the rule; with a human-readable reason.
    case certificateRejected(String)
}

/// The means of access to a site, which determines the rule for its certificate.
public enum SiteAccess: String, Sendable, Hashable, CaseIterable, Codable {
    /// By the route of the policy, with a publicly trusted certificate.
    case standard
    /// Directly, with a certificate that this device trusts, including roots of a device manager.
    case managed
    /// Directly, with any certificate.
    case developer

    /// The rule for the certificate.
    public var certificateRule: CertificateRule {
        switch self {
        case .standard: .publiclyTrusted
        case .managed: .trustedByDevice
        case .developer: .any
        }
    }
}

/// The rule for the certificate of a site.
public enum CertificateRule: String, Sendable, Hashable, CaseIterable, Codable {
    /// Valid under the roots of the system.
    case publiclyTrusted = "publicly-trusted"
    /// Valid under the roots of the system and those installed on the device.
    case trustedByDevice = "trusted-by-device"
    /// Any certificate. The connection is still encrypted.
    case any
}

/// A site with its access. Files loaded in different ways are tracked separately.
struct SiteKey: Sendable, Hashable, Codable, Comparable {
    let domain: DomainName
    let access: SiteAccess

    /// Orders requests as devices do: `.com`, `.org` and `.net`, then countries, then the others; then by name.
    static func < (left: SiteKey, right: SiteKey) -> Bool {
        (left.rank, left.domain, left.access.rawValue) < (right.rank, right.domain, right.access.rawValue)
    }

    private var rank: Int {
        let top = domain.labels.last ?? ""
        if ["com", "org", "net"].contains(top) { return 0 }
        return top.utf8.count == 2 ? 1 : 2
    }
}
