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
