public import FoundationEssentials

/// A download that the daemon asks for. Whoever performs it follows no redirect, and reports whatever happens as a ``SiteAnswer``.
public struct SiteFetch: Sendable, Hashable {
    /// Where the file is looked for.
    public enum Location: String, Sendable, Hashable, CaseIterable, Codable {
        /// The content delivery network.
        case network
        /// `/.well-known/apple-app-site-association` on the site.
        case wellKnown = "well-known"
        /// `/apple-app-site-association` on the site, where the file was before 2015.
        case root
    }

    /// Which download this is; the answer names it.
    public let id: Int

    /// The site.
    public let domain: DomainName

    /// How it is reached.
    public let access: SiteAccess

    /// Where the file is looked for.
    public let location: Location

    /// The largest answer to read, in bytes.
    public let maximumBytes: Int

    /// How long it may take, in seconds.
    public let timeout: TimeInterval

    /// The address; always https.
    public var url: String {
        switch location {
        case .network: "https://app-site-association.cdn-apple.com/a/v1/\(domain)"
        case .wellKnown: "https://\(domain)/.well-known/apple-app-site-association"
        case .root: "https://\(domain)/apple-app-site-association"
        }
    }

    /// What the certificate must be. The network's own is always publicly trusted.
    public var certificateRule: CertificateRule { location == .network ? .publiclyTrusted : access.certificateRule }
}

/// What came of a download.
public enum SiteAnswer: Sendable, Hashable {
    /// A response, its body complete. `triesDirect` is whether the network sent `Apple-Try-Direct: true`.
    case response(status: Int, body: [UInt8], triesDirect: Bool = false)
    /// The body is larger than was asked for.
    case tooLarge
    /// Nothing, or not everything, within the time.
    case timedOut
    /// No connection, a connection that broke, or a name that does not resolve; with words for people.
    case connectionFailed(String)
    /// A certificate that does not satisfy the rule; with words for people.
    case certificateRefused(String)
}

/// How a site is reached, which decides what its certificate must be.
public enum SiteAccess: String, Sendable, Hashable, CaseIterable, Codable {
    /// As everybody's device reaches it: by the policy's route, with a certificate that the public trusts.
    case standard
    /// Straight, with a certificate that this device trusts, roots of a device manager included.
    case managed
    /// Straight, whatever the certificate.
    case developer

    /// What the certificate must be.
    public var certificateRule: CertificateRule {
        switch self {
        case .standard: .publiclyTrusted
        case .managed: .trustedByDevice
        case .developer: .any
        }
    }
}

/// What the certificate of a site must be.
public enum CertificateRule: String, Sendable, Hashable, CaseIterable, Codable {
    /// Valid under the roots that come with the system.
    case publiclyTrusted = "publicly-trusted"
    /// Valid under those roots and the ones that were installed on the device.
    case trustedByDevice = "trusted-by-device"
    /// Anything; the connection is still encrypted.
    case any
}

/// A site as the daemon watches it: files loaded in different ways are judged apart.
struct SiteKey: Sendable, Hashable, Codable, Comparable {
    let domain: DomainName
    let access: SiteAccess

    /// Which sites are asked first: `.com`, `.org` and `.net`, then countries, then the others, as devices do; then by name.
    static func < (left: SiteKey, right: SiteKey) -> Bool {
        (left.rank, left.domain, left.access.rawValue) < (right.rank, right.domain, right.access.rawValue)
    }

    private var rank: Int {
        let top = domain.labels.last ?? ""
        if ["com", "org", "net"].contains(top) { return 0 }
        return top.utf8.count == 2 ? 1 : 2
    }
}
