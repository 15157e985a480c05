/// Who is given a permission.
public enum AssetTarget: Sendable, Hashable {
    /// An Android app: its package, signed with one of these certificates.
    case androidApp(AndroidPackageName, Set<CertificateFingerprint>)
    /// A web site.
    case web(AssetSite)
}

/// Who asks for a permission.
public enum AssetAsker: Sendable, Hashable {
    /// An installed Android app: its package and the certificate it is signed with.
    case androidApp(AndroidPackageName, CertificateFingerprint)
    /// A web site.
    case web(AssetSite)
}
